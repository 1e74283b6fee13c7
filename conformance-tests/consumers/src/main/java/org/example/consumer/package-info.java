/**
 * A program of somebody else, which is built from the installed artifacts alone: {@link
 * org.example.consumer.Consumer} moves four bytes over each adapter and controller that it is given
 * by name.
 *
 * <p>A lane runs it on the class path, on the module path, as one jar and as an image of {@code
 * jlink}. So it shows that the published artifacts find their providers.
 *
 * <p>The thread of {@code main} does everything, without locks. Nothing depends on this package. It
 * depends on both contracts and on {@code org.dat4j.dat.util}.
 */
package org.example.consumer;
