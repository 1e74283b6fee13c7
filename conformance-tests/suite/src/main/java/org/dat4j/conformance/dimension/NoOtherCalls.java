package org.dat4j.conformance.dimension;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a test that has the adapter or controller for itself: beside it no other thread
 * makes calls, because it ends the adapter or uses all objects that the limits allow. On a class it
 * concerns each of its tests.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface NoOtherCalls {
  /**
   * Says why, for the report.
   *
   * @return words that begin with "the test"
   */
  String value();
}
