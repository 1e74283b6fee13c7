/** The conform command. */
package org.dat4j.tools.conform;
