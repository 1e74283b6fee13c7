package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pictures of the pages are drawn from their sources; docs/architecture/draw does it. */
class PicturesTest {

  @ParameterizedTest
  @CsvSource({
    "docs/architecture, docs/architecture.md, 5",
    "docs/explanation/concepts, docs/explanation/concepts.md, 5"
  })
  void everyPictureIsMadeOfItsSourceAsItIs(String folder, String page, int fewest)
      throws IOException, NoSuchAlgorithmException {
    Path pictures = Reactor.ROOT.resolve(folder);
    List<Path> sources;
    try (Stream<Path> files = Files.list(pictures)) {
      sources = files.filter(f -> f.toString().endsWith(".dot")).sorted().toList();
    }
    assertTrue(sources.size() >= fewest, "sources: " + sources);
    for (Path source : sources) {
      String name = source.getFileName().toString().replace(".dot", ".svg");
      String sum =
          HexFormat.of()
              .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(source)));
      assertEquals(
          "<!-- source " + sum + " -->",
          Files.readString(pictures.resolve(name)).stripTrailing().lines().reduce("", (a, b) -> b),
          name + " is old: run docs/architecture/draw");
      assertTrue(
          Files.readString(Reactor.ROOT.resolve(page))
              .contains("(" + pictures.getFileName() + "/" + name + ")"),
          page + " shows " + name);
    }
  }
}
