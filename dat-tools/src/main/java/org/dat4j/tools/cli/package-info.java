/**
 * Helpers of all commands: exit codes and failures, output for people ({@code TextTable}, {@code
 * ProgressBar}, {@code VerdictColour}) and programs ({@code Json}), Ctrl-C ({@code
 * InterruptHandler}), the backend to test ({@code BackendChoice}), addresses ({@code HostPort}).
 * Depends on no command.
 */
package org.dat4j.tools.cli;
