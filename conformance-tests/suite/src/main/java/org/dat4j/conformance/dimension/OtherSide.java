package org.dat4j.conformance.dimension;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a test method whose clauses hold whatever the other side is doing. The kernel runs
 * the body once with an idle other side and once in each of these states that the target can have.
 * A test with dimensions of its own gets the states as one more dimension.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OtherSide {
  /**
   * Says which states apply, besides {@link OtherSideState#IDLE}.
   *
   * @return at least one
   */
  OtherSideState[] value();
}
