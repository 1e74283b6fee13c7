package org.dat4j.conformance.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names gated clauses for which a test method proves the opposite: without the capability the use
 * is refused and nothing changes. The method runs only when the gate is closed; the clauses then
 * count as refused instead of not run. Otherwise it follows the rules of {@link Clauses}.
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
