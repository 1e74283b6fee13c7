import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.dat4j.dat.*;

/** The message of Hello on the bare contract: all objects and events by name, as in uDAPL. */
public class HelloContract {
  static final long LIMIT = 10_000_000; // microseconds

  public static void main(String[] args) {
    Ia ia = Dat.openIa(args.length > 0 ? args[0] : "loopback0");
    Pz pz = ia.createPz();
    ByteBuffer inbox = ByteBuffer.allocateDirect(64);
    ByteBuffer outbox = ByteBuffer.allocateDirect(64);
    Lmr in = ia.createLmr(inbox, pz, MemPriv.LOCAL_WRITE);
    Lmr out = ia.createLmr(outbox, pz, MemPriv.LOCAL_READ);

    // The passive side: a service point and an endpoint with a receive posted.
    Evd requests = ia.createEvd(4, null, EvdFlags.CR);
    Psp psp = ia.createPspAny(requests, PspFlags.CONSUMER);
    Evd serverDtos = ia.createEvd(16, null, EvdFlags.DTO);
    Evd serverConn = ia.createEvd(4, null, EvdFlags.CONNECTION);
    Ep server = ia.createEp(pz, serverDtos, serverDtos, serverConn, null);
    check(server.postRecv(in.lmrContext(), in.registeredAddress(), 64, 1, CompletionFlags.DEFAULT));

    // The active side connects.
    Evd clientDtos = ia.createEvd(16, null, EvdFlags.DTO);
    Evd clientConn = ia.createEvd(4, null, EvdFlags.CONNECTION);
    Ep client = ia.createEp(pz, clientDtos, clientDtos, clientConn, null);
    client.connect(
        ia.address(), psp.connQual(), LIMIT, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    Cr request = await(requests, EventNumber.CONNECTION_REQUEST_EVENT).cr();
    request.accept(server, null);
    await(clientConn, EventNumber.CONNECTION_EVENT_ESTABLISHED);

    // One message.
    outbox.put(0, "hello, dat4j".getBytes(UTF_8));
    check(
        client.postSend(out.lmrContext(), out.registeredAddress(), 12, 2, CompletionFlags.DEFAULT));
    await(clientDtos, EventNumber.DTO_COMPLETION_EVENT);
    DatEvent arrived = await(serverDtos, EventNumber.DTO_COMPLETION_EVENT);
    byte[] text = new byte[(int) arrived.transferredLength()];
    inbox.get(0, text);
    System.out.println(ia.name() + ": " + new String(text, UTF_8));

    ia.close(CloseFlags.ABRUPT); // destroys everything created under it
  }

  static DatEvent await(Evd evd, EventNumber expected) {
    DatEvent event = new DatEvent();
    check(evd.await(LIMIT, 1, event));
    if (event.number() != expected
        || event.status() != null && event.status() != DtoStatus.SUCCESS) {
      throw new IllegalStateException("expected " + expected + " but came " + event);
    }
    return event;
  }

  static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }
}
