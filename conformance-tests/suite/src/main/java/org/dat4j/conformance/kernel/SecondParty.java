package org.dat4j.conformance.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a test method that needs a second party: a peer to connect to, in this JVM or
 * another one. Where the second party has another adapter, only these tests run: what one adapter
 * does alone is shown without it. A test that meets the second party without this annotation, or
 * never meets it with the annotation, fails.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SecondParty {}
