package org.dat4j.conformance.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test method that needs a second party. Where the second party has another adapter, only
 * these run: what one adapter does alone is shown without it. The mark is held against the test: to
 * meet the second party without it, or never with it, is a failure.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SecondParty {}
