package org.dat4j.dat.loopback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A registered file that is cut short ends one connection; its memory can be freed. */
class CutFileTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final long MICROS = 10_000_000;

  @TempDir Path folder;

  private final DatEvent event = new DatEvent();
  private Ia ia;
  private DatListener listener;

  @BeforeEach
  void open() {
    ia = Dat.openIa("loopback0");
    listener = Dats.listen(ia);
  }

  @AfterEach
  void close() {
    assertTimeoutPreemptively(LIMIT, () -> ia.close(CloseFlags.ABRUPT));
  }

  private record Couple(DatConnection client, DatConnection server) {}

  private Couple connect() {
    DatConnection client = Dats.endpoint(ia);
    DatConnection server = Dats.endpoint(ia);
    client.startConnect(ia.address(), listener.connQual(), LIMIT);
    server.accept(listener.awaitRequest(LIMIT));
    server.awaitConnected(LIMIT);
    client.awaitConnected(LIMIT);
    return new Couple(client, server);
  }

  /** Memory of a file that was cut to nothing. */
  private ByteBuffer cut(int size) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("cut").toFile(), "rw")) {
      file.setLength(size);
      ByteBuffer memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, size);
      file.setLength(0);
      return memory;
    }
  }

  private DtoStatus taken(Evd evd) {
    assertEquals(DatReturn.SUCCESS, evd.await(MICROS, 1, event));
    return event.status();
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 262_144})
  void sendFromFileThatWasCutShortEndsItsConnectionOnly(int size) throws Exception {
    Couple couple = connect();
    Couple other = connect();
    Region out = couple.client().register(cut(size), MemPriv.ALL);
    Region in = couple.server().register(size);
    couple.server().ep().postRecv(in.context(), in.address(), size, 1, 0);
    couple.client().ep().postSend(out.context(), out.address(), size, 2, 0);
    assertTrue(taken(couple.client().requestEvd()) != DtoStatus.SUCCESS);
    assertTrue(taken(couple.server().recvEvd()) != DtoStatus.SUCCESS);
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          out.close();
          in.close();
        });
    exchange(other);
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 262_144})
  void writeToFileThatWasCutShortEndsItsConnectionOnly(int size) throws Exception {
    Couple couple = connect();
    Couple other = connect();
    Region out = couple.client().register(size);
    Region in = couple.server().register(cut(size), MemPriv.ALL);
    couple
        .client()
        .ep()
        .postRdmaWrite(
            out.context(),
            out.address(),
            size,
            1,
            in.remote().rmrContext(),
            in.remote().address(),
            0);
    assertTrue(taken(couple.client().requestEvd()) != DtoStatus.SUCCESS);
    assertTimeoutPreemptively(
        LIMIT,
        () -> {
          out.close();
          in.close();
        });
    exchange(other);
  }

  private void exchange(Couple couple) {
    Region out = couple.client().register(64);
    Region in = couple.server().register(64);
    couple.server().ep().postRecv(in.context(), in.address(), 64, 1, 0);
    couple.client().ep().postSend(out.context(), out.address(), 64, 2, 0);
    assertEquals(DtoStatus.SUCCESS, taken(couple.client().requestEvd()));
    assertEquals(DtoStatus.SUCCESS, taken(couple.server().recvEvd()));
  }
}
