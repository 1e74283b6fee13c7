/** The dat4j command and the choice of its subcommands. */
package org.dat4j.tools;
