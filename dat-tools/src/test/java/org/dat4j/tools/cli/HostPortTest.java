package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:4711, 127.0.0.1, 4711",
    "[::1]:65535, 0:0:0:0:0:0:0:1, 65535",
    "localhost:1, 127.0.0.1, 1"
  })
  void hostAndPortAreRead(String text, String address, int port) {
    HostPort where = HostPort.parse("--connect", text);
    assertEquals(address, where.address().getHostAddress());
    assertEquals(port, where.port());
  }
}
