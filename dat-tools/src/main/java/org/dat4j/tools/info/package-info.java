/**
 * The commands {@code info} and {@code why}: what the registry offers, which provider serves a
 * name, and what answers at an address. Classes by role:
 *
 * <ul>
 *   <li>the commands: {@code InfoCommand}, {@code WhyCommand};
 *   <li>what they print: {@code InfoText}, {@code AttributeTable}, {@code AttributeMap};
 *   <li>a connection that is tried: {@code TrialConnection}.
 * </ul>
 *
 * <p>One thread, no data is moved; only the command line depends on this package.
 */
package org.dat4j.tools.info;
