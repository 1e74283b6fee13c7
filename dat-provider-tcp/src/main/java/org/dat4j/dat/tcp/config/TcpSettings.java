package org.dat4j.dat.tcp.config;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.SettingValues;

/**
 * The values of all settings of one tcp adapter, parsed from the ia_params in its line of dat.conf,
 * see {@link Setting}.
 *
 * @param bind local address
 * @param ports ports of PSPs whose qualifier is left to the provider
 * @param crc whether to ask for CRC
 * @param ownPeers whether peers are of this implementation
 * @param remoteCompletion whether an RDMA Write completes only when the peer has placed it
 * @param mulpdu most bytes of a ULPDU, 0 for automatic
 * @param mpa revision of requests, 0 for automatic
 * @param writeRtr whether to offer a zero-length RDMA Write as ready-to-receive message
 * @param readRtr whether to offer a zero-length RDMA Read
 * @param sndbuf bytes, 0 for the system's choice
 * @param rcvbuf bytes, 0 for the system's choice
 * @param spinNanos how long a wait polls, -1 for automatic
 * @param loops threads that serve connections
 * @param halfOpen connections of a PSP or RSP without a request at a time
 * @param halfOpenPerAddress the same from one address
 * @param connections of the adapter at a time, 0 for any number
 * @param guessesPerAddress accesses of one address to memory that does not exist for it, within a
 *     minute, 0 for any number
 * @param memory MiB of buffers of the adapter that connections keep, each way
 * @param memoryPerAddress the same of one remote address
 * @param startupNanos time limit of a connection without a request
 * @param remindNanos how long a peer may be silent before it gets a probe, 0 for no probes
 * @param progressNanos time limit of a segment or a write that has begun, 0 for none
 */
public record TcpSettings(
    InetAddress bind,
    Ports.Range ports,
    boolean crc,
    boolean ownPeers,
    boolean remoteCompletion,
    int mulpdu,
    int mpa,
    boolean writeRtr,
    boolean readRtr,
    int sndbuf,
    int rcvbuf,
    long spinNanos,
    int loops,
    int halfOpen,
    int halfOpenPerAddress,
    int connections,
    int guessesPerAddress,
    int memory,
    int memoryPerAddress,
    long startupNanos,
    long remindNanos,
    long progressNanos) {

  /** Private data that fits any iWARP peer: 251 bytes less the cost of alignment. */
  private static final int IWARP_PRIVATE_DATA = 248;

  /** The largest frame, less the enhanced block and the same margin. */
  private static final int OWN_PRIVATE_DATA = 504;

  /**
   * Parses ia_params.
   *
   * @param text name=value, separated by blanks or commas
   * @return the settings
   * @throws InvalidSettingException if a name or value is not known
   */
  public static TcpSettings parse(String text) {
    SettingValues given = SettingValues.parse(text, Setting.declarations());
    String rtr = given.text(Setting.RTR.key());
    boolean own = given.is(Setting.INTEROP.key(), "own");
    long spin = given.number(Setting.SPIN.key(), -1);
    return new TcpSettings(
        LocalAddresses.resolve(given.text(Setting.BIND.key())),
        ports(given),
        given.is(Setting.CRC.key(), "on"),
        own,
        given.is(Setting.COMPLETION.key(), "remote"),
        number(given, Setting.MULPDU),
        number(given, Setting.MPA),
        rtr.startsWith("write"),
        rtr.endsWith("read"),
        number(given, Setting.SNDBUF),
        number(given, Setting.RCVBUF),
        spin < 0 ? spin : TimeUnit.MICROSECONDS.toNanos(spin),
        number(given, Setting.LOOPS),
        number(given, Setting.HALF_OPEN),
        number(given, Setting.HALF_OPEN_PER_ADDRESS),
        number(given, Setting.CONNECTIONS),
        number(given, Setting.GUESSES_PER_ADDRESS),
        number(given, Setting.MEMORY),
        number(given, Setting.MEMORY_PER_ADDRESS),
        nanos(given, Setting.STARTUP),
        own ? 0 : nanos(given, Setting.REMIND),
        nanos(given, Setting.PROGRESS));
  }

  /** The value, 0 for the word auto. */
  private static int number(SettingValues given, Setting setting) {
    return (int) given.number(setting.key(), 0);
  }

  private static long nanos(SettingValues given, Setting setting) {
    return TimeUnit.MILLISECONDS.toNanos(given.number(setting.key()));
  }

  private static Ports.Range ports(SettingValues given) {
    String value = given.text(Setting.PORTS.key());
    if (value.equals("any")) {
      return Ports.Range.ANY;
    }
    Ports.Range range = Ports.Range.parse(value);
    if (range == null) {
      throw given.notPossible(Setting.PORTS.key());
    }
    return range;
  }

  /** {@return the value of the setting {@link Setting#COMPLETION}} */
  public String completion() {
    return remoteCompletion ? "remote" : "local";
  }

  /** {@return the most private data of a request or an accept, in bytes} */
  public int maxPrivateData() {
    return ownPeers ? OWN_PRIVATE_DATA : IWARP_PRIVATE_DATA;
  }
}
