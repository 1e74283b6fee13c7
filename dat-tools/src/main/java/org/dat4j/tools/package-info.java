/**
 * The command line of dat4j: {@code Dat4j} parses it and runs one of the subcommands in the
 * packages below; {@code CommandFactory} makes the commands. One thread; nothing depends on this
 * package.
 */
package org.dat4j.tools;
