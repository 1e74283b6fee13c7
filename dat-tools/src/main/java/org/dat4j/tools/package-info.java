/**
 * The command line of dat4j: {@code Dat4j} parses it and runs one of the subcommands in the
 * packages below; {@code CommandFactory} makes the commands. The thread of {@code main} runs a
 * command; nothing here takes a lock. Nothing depends on this package. It depends on the packages
 * of the commands.
 */
package org.dat4j.tools;
