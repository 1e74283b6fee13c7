/** The step command. */
package org.dat4j.tools.step;
