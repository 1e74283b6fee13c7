/** The commands that look without moving data: info and why. */
package org.dat4j.tools.info;
