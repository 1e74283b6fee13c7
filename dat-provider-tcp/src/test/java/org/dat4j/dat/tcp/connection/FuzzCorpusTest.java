package org.dat4j.dat.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.tcp.wire.CodecTarget;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every input that fuzzing has kept, see {@code src/test/scripts/fuzz}. */
@Timeout(240)
class FuzzCorpusTest {

  static List<Path> codec() throws IOException {
    return inputs("codec");
  }

  static List<Path> stream() throws IOException {
    return inputs("stream");
  }

  private static List<Path> inputs(String name) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "test", "corpus", name))) {
      List<Path> all = files.sorted().toList();
      assertTrue(all.size() > 10, "the corpus is gone: " + all);
      return all;
    }
  }

  @ParameterizedTest
  @MethodSource("codec")
  void codecStands(Path input) throws IOException {
    CodecTarget.fuzzerTestOneInput(Files.readAllBytes(input));
  }

  @ParameterizedTest
  @MethodSource("stream")
  void connectionStands(Path input) throws IOException {
    StreamTarget.fuzzerTestOneInput(Files.readAllBytes(input));
  }
}
