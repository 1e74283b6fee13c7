package org.dat4j.dat.tcp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.Suggestions;
import org.dat4j.dat.tcp.wire.Mulpdu;

/**
 * The settings of one adapter, see {@link Setting}.
 *
 * @param bind local address
 * @param ports ports of service points whose qualifier is left to the provider
 * @param crc whether to ask for CRC
 * @param own whether peers are of this implementation
 * @param proven whether an RDMA Write completes only when the peer has placed it
 * @param mulpdu most octets of a ULPDU, 0 for automatic
 * @param writeRtr whether to offer a zero-length RDMA Write as ready-to-receive message
 * @param readRtr whether to offer a zero-length RDMA Read
 * @param sndbuf octets, 0 for the system's choice
 * @param rcvbuf octets, 0 for the system's choice
 * @param spinNanos how long a wait polls, -1 for automatic
 * @param loops threads that look after connections
 * @param halfOpen connections of a service point without a request at a time
 * @param halfOpenPerAddress the same from one address
 * @param connections of the adapter at a time, 0 for any number
 * @param guessesPerAddress accesses of one address to memory that is not there for it, within a
 *     minute, 0 for any number
 * @param startupNanos time limit of a connection without a request
 * @param remindNanos how long a peer may be silent before it is sent something, 0 for ever
 * @param progressNanos time limit of a segment or a write that has begun, 0 for none
 */
record TcpSettings(
    InetAddress bind,
    Ports.Range ports,
    boolean crc,
    boolean own,
    boolean proven,
    int mulpdu,
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
    long startupNanos,
    long remindNanos,
    long progressNanos) {

  /** Private data that fits any iWARP peer: 251 octets less what alignment costs. */
  private static final int IWARP_PRIVATE_DATA = 248;

  /** The largest frame, less the enhanced block and the same margin. */
  private static final int OWN_PRIVATE_DATA = 504;

  private static final String AUTO = "auto";
  private static final int MOST_LOOPS = 64;
  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final int MOST_GUESSES = 1_000_000;
  private static final int MOST_STARTUP = 600_000;
  private static final int MOST_REMIND = 10_000;
  private static final int MOST_PROGRESS = 86_400_000;
  private static final int MOST_SPIN = 1_000_000;

  /** Thrown for ia_params that cannot be used; says what to write instead. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final String remedy;

    Refused(String reason, String remedy) {
      super(reason);
      this.remedy = remedy;
    }

    String remedy() {
      return remedy;
    }
  }

  /**
   * Reads ia_params.
   *
   * @param text name=value, separated by blanks or commas
   * @return the settings
   * @throws Refused if a name or value is not known
   */
  static TcpSettings parse(String text) throws Refused {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (String item : text.trim().split("[\\s,]+")) {
      if (!item.isEmpty()) {
        int equals = item.indexOf('=');
        if (equals <= 0) {
          throw new Refused(
              "\"" + item + "\" in ia_params is no setting", "write settings as name=value");
        }
        Setting setting = find(item.substring(0, equals));
        if (given.put(setting, item.substring(equals + 1)) != null) {
          throw new Refused("the setting \"" + setting.key() + "\" is given twice", "give it once");
        }
      }
    }
    for (Setting setting : Setting.values()) {
      given.putIfAbsent(setting, setting.byDefault());
    }
    String rtr = choice(given, Setting.RTR, "write+read", "write", "read", "none");
    boolean own = choice(given, Setting.INTEROP, "iwarp", "own").equals("own");
    int remind = number(given, Setting.REMIND, 0, MOST_REMIND);
    return new TcpSettings(
        address(given),
        ports(given),
        choice(given, Setting.CRC, "on", "off").equals("on"),
        own,
        choice(given, Setting.COMPLETION, "remote", "local").equals("remote"),
        mulpdu(given),
        rtr.startsWith("write"),
        rtr.endsWith("read"),
        number(given, Setting.SNDBUF, 0, Integer.MAX_VALUE),
        number(given, Setting.RCVBUF, 0, Integer.MAX_VALUE),
        spin(given),
        number(given, Setting.LOOPS, 1, MOST_LOOPS),
        number(given, Setting.HALF_OPEN, 1, Ports.LARGEST),
        number(given, Setting.HALF_OPEN_PER_ADDRESS, 1, Ports.LARGEST),
        number(given, Setting.CONNECTIONS, 0, MOST_CONNECTIONS),
        number(given, Setting.GUESSES_PER_ADDRESS, 0, MOST_GUESSES),
        TimeUnit.MILLISECONDS.toNanos(number(given, Setting.STARTUP, 10, MOST_STARTUP)),
        own ? 0 : TimeUnit.MILLISECONDS.toNanos(remind),
        TimeUnit.MILLISECONDS.toNanos(number(given, Setting.PROGRESS, 0, MOST_PROGRESS)));
  }

  private static Setting find(String name) throws Refused {
    List<String> known = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (setting.key().equals(name)) {
        return setting;
      }
      known.add(setting.key());
    }
    String remedy = "the settings are " + String.join(", ", known);
    List<String> near = Suggestions.of(name, known);
    if (!near.isEmpty()) {
      remedy = "did you mean \"" + near.get(0) + "\"? " + remedy;
    }
    throw new Refused("the setting \"" + name + "\" is not known", remedy);
  }

  private static String choice(Map<Setting, String> given, Setting setting, String... known)
      throws Refused {
    String value = given.get(setting);
    for (String one : known) {
      if (one.equals(value)) {
        return value;
      }
    }
    throw wrong(setting, value);
  }

  private static Refused wrong(Setting setting, String value) {
    return new Refused(
        "the setting " + setting.key() + "=" + value + " is not possible",
        "use " + setting.key() + "=" + setting.choices());
  }

  private static int number(Map<Setting, String> given, Setting setting, int least, int most)
      throws Refused {
    String value = given.get(setting);
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(setting, value);
    }
    throw wrong(setting, value);
  }

  private static int mulpdu(Map<Setting, String> given) throws Refused {
    return given.get(Setting.MULPDU).equals(AUTO)
        ? 0
        : number(given, Setting.MULPDU, Mulpdu.SMALLEST, Mulpdu.LARGEST);
  }

  private static long spin(Map<Setting, String> given) throws Refused {
    return given.get(Setting.SPIN).equals(AUTO)
        ? -1
        : TimeUnit.MICROSECONDS.toNanos(number(given, Setting.SPIN, 0, MOST_SPIN));
  }

  private static Ports.Range ports(Map<Setting, String> given) throws Refused {
    String value = given.get(Setting.PORTS);
    if (value.equals("any")) {
      return Ports.Range.ANY;
    }
    Ports.Range range = Ports.Range.parse(value);
    if (range == null) {
      throw wrong(Setting.PORTS, value);
    }
    return range;
  }

  private static InetAddress address(Map<Setting, String> given) throws Refused {
    String value = given.get(Setting.BIND);
    try {
      return InetAddress.getByName(value);
    } catch (UnknownHostException e) {
      throw new Refused(
          "the address of bind=" + value + " is not known", "use an address of this machine");
    }
  }

  /** Value of the setting {@link Setting#COMPLETION}. */
  String completion() {
    return proven ? "remote" : "local";
  }

  /** Most private data of a request or an accept, octets. */
  int maxPrivateData() {
    return own ? OWN_PRIVATE_DATA : IWARP_PRIVATE_DATA;
  }
}
