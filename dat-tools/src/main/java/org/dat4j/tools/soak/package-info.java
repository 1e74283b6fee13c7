/** {@code dat4j soak}: what endpoints cost, and what stays when everything was closed. */
package org.dat4j.tools.soak;
