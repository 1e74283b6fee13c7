package org.dat4j.conformance.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a test that runs only where the backend lacks the named clauses' capability, and
 * checks that their use is refused and changes nothing. The clauses that it names then count as
 * refused instead of not run. Otherwise it follows the rules of {@link Clauses}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Refuses {
  /**
   * The ids.
   *
   * @return at least one id of a clause with a gate
   */
  String[] value();
}
