package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Values and throwables from outside in messages. */
class PrintableTextTest {

  @Test
  void valuesAreQuotedEscapedAndCut() {
    assertEquals("null", PrintableText.quote(null));
    assertEquals("\"\"", PrintableText.quote(""));
    assertEquals(
        "\"a \\\"b\\\" \\\\ \\u000a\\u00fc\\u007f\"",
        PrintableText.quote("a \"b\" \\ \n\u00fc\u007f"));
    assertEquals("\"" + "x".repeat(60) + "\"", PrintableText.quote("x".repeat(60)));
    assertEquals(
        "\"" + "x".repeat(60) + "\"... (61 characters)", PrintableText.quote("x".repeat(61)));
  }

  @Test
  void aThrowableIsNamedWithItsCausesAndACircleOfThemEnds() {
    Exception inner = new IllegalStateException();
    Exception outer = new IllegalArgumentException("outer", inner);
    assertEquals(
        "java.lang.IllegalArgumentException: outer, caused by java.lang.IllegalStateException",
        PrintableText.of(outer));

    inner.initCause(outer);
    assertEquals(2, PrintableText.of(outer).split(", caused by ").length, "each of them once");
  }

  @Test
  void aThrowableWithoutAReadableMessageIsNamedByItsClass() {
    String text = PrintableText.of(new Hostile());

    assertEquals(Hostile.class.getName() + " (its message cannot be read)", text);
  }

  private static final class Hostile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new StackOverflowError();
    }
  }
}
