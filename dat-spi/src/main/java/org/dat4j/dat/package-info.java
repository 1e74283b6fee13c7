/**
 * The DAT contract (uDAPL 1.2) as a consumer sees it.
 *
 * <p>Each C function has one Java home, marked with {@link org.dat4j.dat.ManPage}: {@code
 * dat_<object>_<verb>(handle, ...)} is {@code <Object>.<verb>(...)} and {@code
 * dat_<object>_create(parent, ...)} is {@code parent.create<Object>(...)}. Misuse throws {@link
 * org.dat4j.dat.DatException}; outcomes of posts, polls and waits are int values of {@link
 * org.dat4j.dat.DatReturn}.
 *
 * <ul>
 *   <li>Entrance: {@link org.dat4j.dat.Dat} for the registry of this process, {@link
 *       org.dat4j.dat.DatRegistry} for another one, {@link org.dat4j.dat.Explanation} for the
 *       reasons of its choice.
 *   <li>Objects: {@link org.dat4j.dat.Ia} is the parent of {@link org.dat4j.dat.Ep}, {@link
 *       org.dat4j.dat.Evd}, {@link org.dat4j.dat.Cno}, {@link org.dat4j.dat.Pz}, {@link
 *       org.dat4j.dat.Lmr}, {@link org.dat4j.dat.Rmr}, {@link org.dat4j.dat.Psp}, {@link
 *       org.dat4j.dat.Rsp} and {@link org.dat4j.dat.Srq}; a service point makes {@link
 *       org.dat4j.dat.Cr}s. All of them are {@link org.dat4j.dat.DatObject}s.
 *   <li>Arguments: {@link org.dat4j.dat.LmrIov} for posts, attributes such as {@link
 *       org.dat4j.dat.EpAttr}, flags such as {@link org.dat4j.dat.EvdFlags}, masks such as {@link
 *       org.dat4j.dat.EpField}.
 *   <li>Answers: {@link org.dat4j.dat.DatEvent} for events, parameters such as {@link
 *       org.dat4j.dat.EpParam} and {@link org.dat4j.dat.IaAttr} for queries.
 * </ul>
 *
 * <p>Threads: any thread may call any object. One thread at a time may wait on an event dispatcher.
 * {@code DatEvent} and {@code LmrIov} belong to one thread at a time. Queries return immutable
 * records.
 *
 * <p>Programs, providers and all other modules of DAT depend on this package. It uses {@code
 * org.dat4j.dat.registry} and {@code org.dat4j.dat.spi} for the registry only.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat;
