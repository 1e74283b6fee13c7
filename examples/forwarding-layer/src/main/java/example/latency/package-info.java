/**
 * A layer over any adapter that adds a latency to each Send, RDMA Read and RDMA Write: an example
 * of the forwarding layer.
 *
 * <p>{@link example.latency.LatencyProvider} reads the latency from the registry entry. {@code
 * LatencyLayer} wraps each endpoint and delays its posts.
 *
 * <p>The layer starts no thread and takes no lock: the thread that posts spins for the latency. The
 * service loader finds {@code LatencyProvider}; nothing depends on this package. It depends on
 * {@code org.dat4j.dat.spi.forward}.
 */
package example.latency;
