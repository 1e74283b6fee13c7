package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Values and throwables from outside in messages. */
class TextTest {

  @Test
  void valuesAreQuotedEscapedAndCut() {
    assertEquals("null", Text.quote(null));
    assertEquals("\"\"", Text.quote(""));
    assertEquals(
        "\"a \\\"b\\\" \\\\ \\u000a\\u00fc\\u007f\"", Text.quote("a \"b\" \\ \n\u00fc\u007f"));
    assertEquals("\"" + "x".repeat(60) + "\"", Text.quote("x".repeat(60)));
    assertEquals("\"" + "x".repeat(60) + "\"... (61 characters)", Text.quote("x".repeat(61)));
  }

  @Test
  void aThrowableIsNamedWithItsCausesAndACircleOfThemEnds() {
    Exception inner = new IllegalStateException();
    Exception outer = new IllegalArgumentException("outer", inner);
    assertEquals(
        "java.lang.IllegalArgumentException: outer, caused by java.lang.IllegalStateException",
        Text.of(outer));

    inner.initCause(outer);
    assertEquals(5, Text.of(outer).split(", caused by ").length);
  }

  @Test
  void aThrowableWhoseMessageFailsIsNamedByItsClass() {
    String text = Text.of(new Hostile());

    assertEquals(Hostile.class.getName() + " (its message cannot be had)", text);
  }

  private static final class Hostile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new StackOverflowError();
    }
  }
}
