/**
 * A provider of DAT on the first layer only, with queues of its own: what a device with a queue
 * engine adds to the checks that the layer makes.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>the adapter: {@link example.engine.EngineProvider} opens an {@code EngineIa}; {@code
 *       QueueEngine} stands for the device, which all adapters share;
 *   <li>connections: {@code EnginePsp} and {@code EngineRsp} listen, {@code ConnectRequest} is a
 *       request under way, {@code EngineCr} what the program answers;
 *   <li>transfers: {@code EngineEp} has the queues, {@code PostedTransfer} is an entry, {@code
 *       EngineLmr} and {@code EnginePz} are the memory;
 *   <li>events: {@code EngineEvd}, {@code QueuedEvent}, {@code EngineCno}.
 * </ul>
 *
 * <p>Shared receive queues and RMRs are declared absent. Both ends of a connection are in one
 * process, and a post carries its transfer out.
 *
 * <p>Threads and locks: one lock guards the whole engine. It is held for one call, which copies at
 * most one message and never waits. Each adapter has a thread for time limits and one for proxy
 * agents. A device has no such lock, and its driver posts without an allocation.
 *
 * <p>The service loader finds {@code EngineProvider}; nothing depends on this package. It depends
 * on the first layer of the SPI only.
 */
package example.engine;
