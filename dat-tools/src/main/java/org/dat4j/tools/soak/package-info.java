/**
 * The command {@code soak}: what connections cost ({@code ConnectionSoak}), and what remains after
 * everything was closed. One thread; only the command line depends on this package.
 */
package org.dat4j.tools.soak;
