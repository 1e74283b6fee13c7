/**
 * The command line of dat4j, by role:
 *
 * <ul>
 *   <li>{@code Dat4j} parses it and runs one of the subcommands in the packages below;
 *   <li>{@code CommandFactory} makes the commands, {@code CommandListing} groups them in the help;
 *   <li>{@code ClassPathOption} checks the jars of a vendor;
 *   <li>completion and manual pages: {@code CompletionCommand}, {@code ManualCommand}, {@code
 *       ManualPage}.
 * </ul>
 *
 * <p>The thread of {@code main} runs a command; nothing here takes a lock. Nothing depends on this
 * package. It depends on the packages of the commands.
 */
package org.dat4j.tools;
