/** What the commands share: exit codes, output for people and programs, Ctrl-C. */
package org.dat4j.tools.cli;
