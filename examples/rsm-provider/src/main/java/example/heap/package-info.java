/**
 * A provider of RSM inside one process: nodes are names, and a transfer is a copy.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>{@link example.heap.HeapProvider} opens the controller {@code heap0}, a {@code
 *       HeapController};
 *   <li>{@code HeapNode} is a node of this process, with the table of its published segments;
 *   <li>{@code HeapExport} and {@code HeapImport} are the segments, {@code SignalCount} the signals
 *       that wait for one of them.
 * </ul>
 *
 * <p>Threads: the program's only. Each export has a lock: transfers share it, and a withdrawal or a
 * rebind has it alone. So neither returns while a transfer still uses the old memory.
 *
 * <p>The service loader finds {@code HeapProvider}; nothing depends on this package. It depends on
 * the contract of RSM and its SPI.
 */
package example.heap;
