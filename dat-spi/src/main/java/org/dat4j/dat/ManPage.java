package org.dat4j.dat;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation that names the C function of DAT for which a Java method or type stands. Each C
 * function has exactly one home.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ManPage {
  /**
   * Returns the C function, which is also the name of its manual page.
   *
   * @return the name, for example {@code dat_lmr_create}
   */
  String value();
}
