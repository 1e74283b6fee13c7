package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages, RDMA Writes and Reads between two ipc adapters of one process. */
@Timeout(240)
class TransferTest {

  private static final int SIZE = 300_001;

  @TempDir private Path folder;
  private final DatEvent event = new DatEvent();

  @BeforeEach
  void keepOthersOut() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private static void fill(ByteBuffer buffer, int seed) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) (seed * 31 + i * 7 + (i >>> 8)));
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring=4096", "ring=65536 spin=0", "ring=1048576"})
  void messagesOfAnyLengthPassTheEndOfTheRing(String settings) throws IOException {
    try (AdapterPair pair = new AdapterPair(folder, settings)) {
      DatConnection[] ends = pair.connect();
      Region out = ends[0].register(SIZE);
      Region in = ends[1].register(SIZE);
      for (int length : new int[] {0, 1, 31, 32, 33, 4095, 4096, 65_500, 0, 7, SIZE}) {
        for (int round = 0; round < 40; round++) {
          fill(out.buffer(), length + round);
          AdapterPair.exchange(ends[0], out, ends[1], in, length, event);
          assertEquals(
              out.buffer().duplicate().limit(length), in.buffer().duplicate().limit(length));
          if (length > 10_000 && round == 3) {
            break;
          }
        }
      }
    }
    assertEquals(List.of("lock"), names(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring=4096", "ring=65536"})
  void writesAndReadsMoveWithoutTheTargetsProgram(String settings) {
    try (AdapterPair pair = new AdapterPair(folder, settings)) {
      DatConnection[] ends = pair.connect();
      Region out = ends[0].register(SIZE);
      Region back = ends[0].register(SIZE);
      Region far = ends[1].register(SIZE);
      for (int round = 0; round < 20; round++) {
        fill(out.buffer(), round);
        ends[0]
            .ep()
            .postRdmaWrite(
                out.context(),
                out.address(),
                SIZE,
                3,
                far.context(),
                far.address(),
                CompletionFlags.DEFAULT);
        ends[0]
            .ep()
            .postRdmaRead(
                back.context(),
                back.address(),
                SIZE,
                4,
                far.context(),
                far.address(),
                CompletionFlags.DEFAULT);
        Dats.awaitDto(ends[0].requestEvd(), 3, AdapterPair.LIMIT, event);
        assertEquals(out.buffer(), far.buffer());
        Dats.awaitDto(ends[0].requestEvd(), 4, AdapterPair.LIMIT, event);
        assertEquals(out.buffer(), back.buffer());
      }
    }
  }

  /** One round takes a part of these; more connections than a poll looks at without a doorbell. */
  @Test
  void manySmallWritesBehindOneReceiveMoveWithoutTheTargetsProgram() {
    int connections = 12;
    int writes = 300;
    EpAttr attr = EpAttr.DEFAULT.toBuilder().maxRequestDtos(writes + 1).build();
    try (AdapterPair pair = new AdapterPair(folder, "ring=65536")) {
      List<DatConnection> clients = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        DatConnection[] ends = pair.connect(attr);
        clients.add(ends[0]);
        Region out = ends[0].register(Long.BYTES);
        Region far = ends[1].register(Long.BYTES);
        Region in = ends[1].register(Long.BYTES);
        // A Send without a Receive keeps what is behind it in the ring.
        send(ends[0], out, 0);
        for (int write = 1; write <= writes; write++) {
          ends[0]
              .ep()
              .postRdmaWrite(
                  out.context(),
                  out.address(),
                  Long.BYTES,
                  write,
                  far.context(),
                  far.address(),
                  CompletionFlags.DEFAULT);
        }
        receive(ends[1], in);
      }
      for (DatConnection client : clients) {
        for (int request = 0; request <= writes; request++) {
          Dats.awaitDto(client.requestEvd(), request, AdapterPair.LIMIT, event);
        }
      }
    }
  }

  @Test
  void noWriteOfManyIsCompleteBeforeItIsPlaced() {
    int writes = 70;
    int before = 63;
    try (AdapterPair pair = new AdapterPair(folder, "ring=65536")) {
      DatConnection[] ends =
          pair.connect(EpAttr.DEFAULT.toBuilder().maxRequestDtos(writes + 2).build());
      Region out = ends[0].register(Long.BYTES);
      Region far = ends[1].register(Long.BYTES);
      Region in = ends[1].register(Long.BYTES);
      // A Send without a Receive keeps what is behind it in the ring.
      send(ends[0], out, 0);
      for (int i = 1; i <= writes; i++) {
        if (i == before + 1) {
          send(ends[0], out, 1000);
        }
        ends[0]
            .ep()
            .postRdmaWrite(
                out.context(),
                out.address(),
                Long.BYTES,
                i,
                far.context(),
                far.address(),
                CompletionFlags.DEFAULT);
      }
      receive(ends[1], in);
      for (int i = 0; i <= before; i++) {
        Dats.awaitDto(ends[0].requestEvd(), i, AdapterPair.LIMIT, event);
      }
      Dats.awaitDto(ends[0].requestEvd(), 1000, AdapterPair.LIMIT, event);
      assertEquals(DatReturn.QUEUE_EMPTY, ends[0].requestEvd().dequeue(event));
      receive(ends[1], in);
      for (int i = before + 1; i <= writes; i++) {
        Dats.awaitDto(ends[0].requestEvd(), i, AdapterPair.LIMIT, event);
      }
    }
  }

  private static void send(DatConnection from, Region out, long cookie) {
    from.ep().postSend(out.context(), out.address(), Long.BYTES, cookie, CompletionFlags.DEFAULT);
  }

  private static void receive(DatConnection to, Region in) {
    to.ep().postRecv(in.context(), in.address(), in.length(), 1, CompletionFlags.DEFAULT);
  }

  @Test
  void manyConnectionsShareTheLinkAndTheirSlotsAreUsedAgain() throws IOException {
    for (int round = 0; round < 2; round++) {
      try (AdapterPair pair = new AdapterPair(folder, "ring=4096")) {
        DatConnection[][] all = new DatConnection[40][];
        Region[] outs = new Region[all.length];
        Region[] ins = new Region[all.length];
        for (int i = 0; i < all.length; i++) {
          all[i] = pair.connect();
          outs[i] = all[i][0].register(64);
          ins[i] = all[i][1].register(64);
        }
        for (int i = 0; i < 5 * all.length; i++) {
          int at = i * 7 % all.length;
          outs[at].buffer().putInt(0, i);
          AdapterPair.exchange(all[at][0], outs[at], all[at][1], ins[at], 64, event);
          assertEquals(i, ins[at].buffer().getInt(0));
        }
        for (int i = 0; i < all.length; i += 2) {
          all[i][0].close();
          all[i][1].close();
        }
        for (int i = 0; i < 30; i++) {
          DatConnection[] ends = pair.connect();
          Region out = ends[0].register(64);
          Region in = ends[1].register(64);
          AdapterPair.exchange(ends[0], out, ends[1], in, 64, event);
          AdapterPair.exchange(ends[1], in, ends[0], out, 64, event);
          ends[0].close();
          ends[1].close();
        }
      }
    }
    assertEquals(List.of("lock"), names(folder));
  }
}
