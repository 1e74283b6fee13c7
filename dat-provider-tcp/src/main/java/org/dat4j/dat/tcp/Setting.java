package org.dat4j.dat.tcp;

import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.spi.ProviderSetting;

/**
 * The settings that ia_params may hold, as name=value, separated by blanks or commas: the one home
 * of their names, values and defaults.
 */
enum Setting {
  /** Local address to listen on and to connect from. */
  BIND("bind", "address", "127.0.0.1", "local address to listen on and to connect from"),
  /** Ports of service points whose qualifier the provider chooses. */
  PORTS(
      "ports",
      "any|LOW-HIGH",
      "any",
      "TCP ports of service points whose qualifier is left to the provider; any: the system's"
          + " choice"),
  /** Whether frames carry a CRC. */
  CRC("crc", "on|off", "on", "ask for a CRC in every frame; off: only when the peer asks"),
  /** What an initiator offers as its first message. */
  RTR(
      "rtr",
      "write+read|write|read|none",
      "write+read",
      "ready-to-receive messages offered when connecting; none: the accepting side cannot speak"
          + " first"),
  /** Which peers there may be. */
  INTEROP(
      "interop",
      "iwarp|own",
      "iwarp",
      "iwarp: at most 248 octets of private data, which every iWARP peer takes, and octets in a"
          + " peer's answer to a zero-length Read that proves a Write are dropped, as siw sends"
          + " them; own: 504 octets, such an answer ends the connection, and qualifiers above 65535"
          + " are refused and not folded into ports"),
  /** When a request is complete. */
  COMPLETION(
      "completion",
      "remote|local",
      "remote",
      "an RDMA Write completes when the peer has placed it; local: when TCP has taken it over"),
  /** Largest ULPDU sent. */
  MULPDU(
      "mulpdu",
      "auto|128..64768",
      "auto",
      "most octets of a segment sent; auto: as the interface's MTU allows, 64018 to loopback"),
  /** Socket send buffer. */
  SNDBUF("sndbuf", "octets", "0", "socket send buffer; 0 leaves it to the system"),
  /** Socket receive buffer. */
  RCVBUF("rcvbuf", "octets", "0", "socket receive buffer; 0 leaves it to the system"),
  /** How long a wait polls. */
  SPIN(
      "spin",
      "auto|0..1000000",
      "auto",
      "microseconds a waiting thread polls before it blocks; auto: 50; on a single processor 0, and"
          + " a wait for an EVD lets others run before it blocks, where that helps"),
  /** Threads that look after connections nobody polls. */
  LOOPS(
      "loops",
      "1..64",
      "1",
      "threads that look after connections while no thread of the program does; a connection stays"
          + " with its thread"),
  /** Connections that have not sent their request. */
  HALF_OPEN(
      "half_open",
      "1..65535",
      "128",
      "connections of a service point that have not sent their request yet; more are reset"),
  /** The same from one address. */
  HALF_OPEN_PER_ADDRESS(
      "half_open_per_address", "1..65535", "16", "the same, of one remote address"),
  /** Connections of the adapter. */
  CONNECTIONS(
      "connections",
      "0..1000000",
      "0",
      "connections the adapter has at a time, those included that are not established yet and came"
          + " in, before it resets more that come in; 0: no limit"),
  /** Accesses of one address to memory that is not there for it. */
  GUESSES_PER_ADDRESS(
      "guesses_per_address",
      "0..1000000",
      "100",
      "accesses of one remote address within a minute to memory that does not exist, is not that"
          + " long or is of another zone; it gets no more connections then until the minute is"
          + " over; 0: no limit"),
  /** Time limit of an incoming connection. */
  STARTUP(
      "startup",
      "10..600000",
      "5000",
      "milliseconds within which an incoming connection must have sent its request, and its"
          + " ready-to-receive message after the accept"),
  /** When a peer that has sent nothing gets something. */
  REMIND(
      "remind",
      "0..10000",
      "50",
      "milliseconds after which a peer that was connected to and has sent nothing gets a"
          + " zero-length RDMA Write, as siw can overlook the first frame; five times, each after"
          + " twice the time; 0, and interop=own: never"),
  /** Time limit of what has begun. */
  PROGRESS(
      "progress",
      "0..86400000",
      "60000",
      "milliseconds within which a peer must finish a segment it has begun, and must take a write"
          + " of about 1 MiB at most; 0: no limit");

  private final String key;
  private final String choices;
  private final String byDefault;
  private final String meaning;

  Setting(String key, String choices, String byDefault, String meaning) {
    this.key = key;
    this.choices = choices;
    this.byDefault = byDefault;
    this.meaning = meaning;
  }

  String key() {
    return key;
  }

  String choices() {
    return choices;
  }

  String byDefault() {
    return byDefault;
  }

  String meaning() {
    return meaning;
  }

  /** All of them, for people. */
  static List<ProviderSetting> described() {
    return Stream.of(values())
        .map(each -> new ProviderSetting(each.key, each.choices, each.byDefault, each.meaning))
        .toList();
  }
}
