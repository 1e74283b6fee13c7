/** Guice bindings: the registries, and adapters and controllers by their names. */
package org.dat4j.guice;
