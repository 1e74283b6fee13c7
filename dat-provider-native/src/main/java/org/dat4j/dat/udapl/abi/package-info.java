/**
 * The raw binding to the DAT library of version 1.2 or 2.0: functions, layouts, numbers. No policy.
 *
 * <p>{@link org.dat4j.dat.udapl.abi.DatLibrary} finds the library, {@link
 * org.dat4j.dat.udapl.abi.LibDat} has its functions, {@link org.dat4j.dat.udapl.abi.ParamLayout}
 * and its like say where structure members are, {@link org.dat4j.dat.udapl.abi.NativeMemory} holds
 * structures, {@link org.dat4j.dat.udapl.abi.ReturnCodes}, {@link
 * org.dat4j.dat.udapl.abi.CodeTranslation} and {@link org.dat4j.dat.udapl.abi.MaskTranslation}
 * translate numbers to and from the 1.2 contract. The package {@code patch} alone writes to memory
 * that no header describes.
 *
 * <p>It starts no thread. The monitors of classes guard their static tables. All other packages of
 * the provider depend on this package; it depends on none of them.
 *
 * <h2>What may run at the same time</h2>
 *
 * <p>The page of each function says what a caller may expect of any library. libdapl 2.1 (the one
 * of Linux distributions) declares itself not thread-safe and is opened as such, yet has a mutex in
 * each object. Read from its source, these hold for it:
 *
 * <ul>
 *   <li>Safe from any thread: of an EVD dequeue, wait, post_se, set and clear unwaitable,
 *       modify_cno and the queries; of a CNO the wait. Also safe are every create, and every free
 *       of an object that no other thread is using.
 *   <li>Safe against each other, but not against themselves on one EP: posts to the request queue,
 *       posts to the receive queue, and the dequeue of their completions. Each queue has one
 *       position that posts move and one that completions move, without a lock. An SRQ is one such
 *       queue, and its completions do not come in order as these positions need it. A post that the
 *       verbs layer refuses moves the completions' position too, and the queue forgets what is
 *       outstanding: the caller counts requests and never lets it come to that.
 *   <li>Never safe: any call on an object while another thread frees it. The library's own thread
 *       of connections frees requests, too.
 *   <li>Never safe: opening and closing IAs at the same time in one process, as the table of IA
 *       handles is written without its lock. Nor is the 64th open IA, because the table then moves
 *       under concurrent readers.
 * </ul>
 *
 * <p>No lock of libdapl is recursive, and an EVD's is held while it triggers a CNO: a proxy agent
 * that calls back into the library for that EVD never returns. An agent runs in the thread that
 * posts the event and is forgotten by the trigger. The same happens when an EP gets its connection
 * events on the EVD of its transfer completions and a transfer fails. The dequeue that finds it
 * posts the connection event to the EVD it has locked.
 *
 * <h2>Waiting</h2>
 *
 * <p>{@code dat_evd_wait} holds no lock while it sleeps, but owns the EVD: dequeues by other
 * threads fail with DAT_INVALID_STATE meanwhile. On an EVD of transfer completions without a CNO
 * nothing but a completion ends the sleep: neither {@code dat_evd_set_unwaitable} nor an event of
 * another kind on that EVD. Its time is cut to whole milliseconds there, so less than 1,000 us does
 * not sleep at all; on other EVDs and on CNOs a time above 4,293,967,295 us overflows and ends at
 * once. A caller therefore waits in bounded slices.
 */
package org.dat4j.dat.udapl.abi;
