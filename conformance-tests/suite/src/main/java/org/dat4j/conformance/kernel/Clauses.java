package org.dat4j.conformance.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation with the ids of the clauses that a test method of the suite checks. The test has to
 * execute a check of each of them and of no other; more than five clauses are allowed only when
 * every check is a row of {@link ClauseTest#table}. All clauses of one method have the same gate.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Clauses {
  /**
   * The ids.
   *
   * @return at least one clause id
   */
  String[] value();
}
