/** Guice bindings: the registry, and adapters by the name they have in the registry. */
package org.dat4j.guice;
