package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Registered memory is a mapped file that is cut short: one connection ends, with its code. */
@Timeout(120)
class TruncatedFileTest {

  /** Uses of the memory when it is gone. */
  private enum Use {
    OWN_SEND,
    OWN_WRITE,
    PEERS_READ,
    OWN_READ,
    PEERS_WRITE,
    RECEIVE
  }

  private static final int LARGEST = 256 << 10;
  private static final EpAttr READS =
      EpAttr.DEFAULT.toBuilder().maxRdmaReadIn(4).maxRdmaReadOut(4).build();

  @TempDir Path folder;
  private final DatEvent event = new DatEvent();

  static Stream<Arguments> uses() {
    return Stream.of(Use.values())
        .flatMap(
            use ->
                IntStream.of(1, 64, 5000, LARGEST)
                    .boxed()
                    .flatMap(
                        size ->
                            Stream.of("crc=on", "crc=off")
                                .map(crc -> Arguments.of(use, size, crc))));
  }

  private DtoStatus next(Evd evd) {
    assertEquals(DatReturn.SUCCESS, evd.await(AdapterPair.LIMIT.toNanos() / 1000, 1, event));
    return event.status();
  }

  private static void post(
      DatConnection by, Use use, Region from, RemoteRegion far, int size, long cookie) {
    switch (use) {
      case OWN_SEND, RECEIVE -> by.ep().postSend(from.context(), from.address(), size, cookie, 0);
      case OWN_WRITE, PEERS_WRITE ->
          by.ep()
              .postRdmaWrite(
                  from.context(), from.address(), size, cookie, far.rmrContext(), far.address(), 0);
      default ->
          by.ep()
              .postRdmaRead(
                  from.context(), from.address(), size, cookie, far.rmrContext(), far.address(), 0);
    }
  }

  @ParameterizedTest
  @MethodSource("uses")
  void onlyTheConnectionThatUsesItEnds(Use use, int size, String crc) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("cut").toFile(), "rw");
        AdapterPair pair = new AdapterPair(crc, crc, READS)) {
      file.setLength(LARGEST);
      ByteBuffer mapped = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, LARGEST);
      boolean far = use == Use.PEERS_READ || use == Use.PEERS_WRITE || use == Use.RECEIVE;
      DatConnection user = far ? pair.server : pair.client;
      Region cut = user.register(mapped, MemPriv.ALL);
      Region mine = far ? pair.client.register(LARGEST) : cut;
      Region there = far ? cut : pair.server.register(LARGEST);
      pair.server.share(there);
      pair.connect();
      List<DatConnection> others = new ArrayList<>();
      pair.connectMore(others);
      RemoteRegion peer = pair.client.peerRegion();
      pair.receive(pair.server, there, 1);
      post(pair.client, use, mine, peer, size, 1);
      assertEquals(DtoStatus.SUCCESS, next(pair.client.requestEvd()), "before");
      if (use == Use.OWN_SEND || use == Use.RECEIVE) {
        assertEquals(DtoStatus.SUCCESS, next(pair.server.recvEvd()), "before");
        pair.receive(pair.server, there, 2);
      }

      file.setLength(0);
      post(pair.client, use, mine, peer, size, 2);

      DtoStatus status = next(pair.client.requestEvd());
      switch (use) {
        case OWN_SEND, OWN_WRITE, OWN_READ -> assertEquals(DtoStatus.ERR_LOCAL_PROTECTION, status);
        case PEERS_READ, PEERS_WRITE -> assertEquals(DtoStatus.ERR_REMOTE_ACCESS, status);
        default -> assertEquals(DtoStatus.ERR_LOCAL_PROTECTION, next(pair.server.recvEvd()));
      }
      for (DatConnection end : List.of(pair.client, pair.server)) {
        Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, AdapterPair.LIMIT, event);
      }
      goesOn(pair, others);
      cut.close();
      others.forEach(DatConnection::close);
    }
  }

  /** The others move data, and nothing comes out of their waits. */
  private void goesOn(AdapterPair pair, List<DatConnection> others) {
    Region from = others.get(0).register(LARGEST);
    Region to = others.get(1).register(LARGEST);
    for (int i = 0; i < 3; i++) {
      pair.receive(others.get(1), to, i);
      pair.send(others.get(0), from, LARGEST, i);
      Dats.awaitDto(others.get(1).recvEvd(), i, AdapterPair.LIMIT, event);
      Dats.awaitDto(others.get(0).requestEvd(), i, AdapterPair.LIMIT, event);
    }
    assertNotEquals(DatReturn.SUCCESS, others.get(0).connectEvd().await(0, 1, event));
  }
}
