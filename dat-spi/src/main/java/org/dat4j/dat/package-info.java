/**
 * The DAT contract (uDAPL 1.2) as a consumer sees it.
 *
 * <p>Each C function has one Java home, marked with {@link org.dat4j.dat.ManPage}: {@code
 * dat_<object>_<verb>(handle, ...)} is {@code <Object>.<verb>(...)} and {@code
 * dat_<object>_create(parent, ...)} is {@code parent.create<Object>(...)}. Misuse throws {@link
 * org.dat4j.dat.DatException}; outcomes of posts, polls and waits are int values of {@link
 * org.dat4j.dat.DatReturn}.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat;
