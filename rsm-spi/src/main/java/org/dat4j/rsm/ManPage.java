package org.dat4j.rsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An annotation that names the C function of the RSM contract, and thereby the manual page, of a
 * Java method or type. Each C function is named in exactly one place.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ManPage {
  /**
   * Returns the C function, which is also the name of its manual page.
   *
   * @return the name, for example {@code rsm_memseg_export_create}
   */
  String value();
}
