package example.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service point of which a request fails, or that an interrupted thread meets. */
class UnixListenerTest {

  private static final long LIMIT_SECONDS = 20;
  private static final int ROUNDS = 200;

  @TempDir private Path folder;

  @Test
  void requestIsTakenAfterOneThatFailed() throws Exception {
    BlockingQueue<Incoming> requests = new LinkedBlockingQueue<>();
    Path file = folder.resolve("socket");
    try (SelectorLoop loop = new SelectorLoop("dat4j-test-loop")) {
      UnixListener listener = new UnixListener(loop, file, 1, requests::add);
      SocketChannel gone = SocketChannel.open(StandardProtocolFamily.UNIX);
      gone.close();
      listener.take(gone);
      try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
        FrameWriter writer = new FrameWriter();
        writer.put(FrameType.REQUEST, 7, new byte[0]);
        assertTrue(writer.flush(peer));
        assertNotNull(requests.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
      }
      listener.close();
    }
  }

  @Test
  void anAdapterThatIsClosedListensNoLongerAndLeavesNoFile() throws Exception {
    Path file = folder.resolve("socket");
    SelectorLoop loop = new SelectorLoop("dat4j-test-loop");
    loop.close();
    assertThrows(IOException.class, () -> new UnixListener(loop, file, 1, request -> true));
    assertTrue(Files.notExists(file));
  }

  @Test
  void closeInsideOfAnUpcallIsDoneAfterIt() throws Exception {
    Path file = folder.resolve("socket");
    BlockingQueue<Boolean> listens = new LinkedBlockingQueue<>();
    try (SelectorLoop loop = new SelectorLoop("dat4j-test-loop")) {
      UnixListener[] listener = new UnixListener[1];
      Acceptor acceptor =
          request -> {
            listener[0].closeInside(() -> listens.add(Files.exists(file)));
            listens.add(Files.exists(file));
            return true;
          };
      listener[0] = new UnixListener(loop, file, 1, acceptor);
      try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
        FrameWriter writer = new FrameWriter();
        writer.put(FrameType.REQUEST, 7, new byte[0]);
        assertTrue(writer.flush(peer));
        assertEquals(true, listens.poll(LIMIT_SECONDS, TimeUnit.SECONDS), "inside of the upcall");
        assertEquals(false, listens.poll(LIMIT_SECONDS, TimeUnit.SECONDS), "when it is closed");
      }
    }
  }

  @Test
  void interruptedThreadFindsThatAnotherOneListens() throws Exception {
    Path file = folder.resolve("socket");
    try (SelectorLoop loop = new SelectorLoop("dat4j-test-loop")) {
      UnixListener listener = new UnixListener(loop, file, 1, request -> false);
      Thread.currentThread().interrupt();
      assertThrows(BindException.class, () -> new UnixListener(loop, file, 1, request -> false));
      UnixSockets.connect(file).close();
      assertTrue(Thread.interrupted(), "the interrupt is the program's");
      listener.close();
    }
  }

  @Test
  void oneOfSeveralThreadsTakesTheFileOfAnEndedProcess() throws Exception {
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (SelectorLoop loop = new SelectorLoop("dat4j-test-loop")) {
      for (int round = 0; round < ROUNDS; round++) {
        Path file = folder.resolve("socket" + round);
        try (ServerSocketChannel ended = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
          ended.bind(UnixDomainSocketAddress.of(file));
        }
        CyclicBarrier begin = new CyclicBarrier(threads);
        Callable<Optional<UnixListener>> listen =
            () -> {
              begin.await(LIMIT_SECONDS, TimeUnit.SECONDS);
              try {
                return Optional.of(new UnixListener(loop, file, 1, request -> false));
              } catch (BindException inUse) {
                return Optional.empty();
              }
            };
        List<UnixListener> made = new ArrayList<>();
        for (Future<Optional<UnixListener>> each :
            pool.invokeAll(Collections.nCopies(threads, listen))) {
          each.get().ifPresent(made::add);
        }
        assertEquals(1, made.size(), "round " + round);
        made.get(0).close();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
