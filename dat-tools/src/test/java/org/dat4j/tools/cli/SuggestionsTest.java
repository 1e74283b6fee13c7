package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

  @ParameterizedTest
  @CsvSource({"snd, send", "sendd, send", "WRITE, write", "wirte, write", "raed, read"})
  void aMisspeltWordIsFound(String typed, String meant) {
    assertEquals(Optional.of(meant), Suggestions.closest(typed, List.of("send", "write", "read")));
  }

  @ParameterizedTest
  @CsvSource({"ping", "x", "''"})
  void aWordThatIsFarFromAllIsNot(String typed) {
    assertEquals(Optional.empty(), Suggestions.closest(typed, List.of("send", "write", "read")));
  }
}
