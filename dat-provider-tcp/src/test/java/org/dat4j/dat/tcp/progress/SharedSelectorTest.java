package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the selector's end. */
@Timeout(60)
class SharedSelectorTest {

  /** The close looks at the channels once: it would leave a later one open. */
  @Test
  void aSelectorThatIsBeingClosedTakesNoChannel() throws IOException {
    try (SharedSelector selector = new SharedSelector("test");
        SocketChannel channel = SocketChannel.open()) {
      channel.configureBlocking(false);
      selector.stopWaiting();
      assertThrows(
          IOException.class, () -> selector.register(channel, SelectionKey.OP_CONNECT, ops -> 1));
    }
  }
}
