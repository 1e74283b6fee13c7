package org.dat4j.dat.tcp.config;

import static org.dat4j.dat.spi.ProviderSetting.choice;
import static org.dat4j.dat.spi.ProviderSetting.number;
import static org.dat4j.dat.spi.ProviderSetting.text;

import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.tcp.wire.Mulpdu;

/**
 * One setting of a tcp adapter that the ia_params in its line of dat.conf may hold: its name,
 * permitted values and default. Settings are written as name=value, separated by blanks or commas.
 */
public enum Setting {
  /** Local address to listen on and to connect from. */
  BIND(
      text(
          "bind",
          "address|host name|interface",
          "127.0.0.1",
          "local address to listen on and to connect from, a host name that has one, or the network"
              + " interface that has it; 0.0.0.0 and :: listen on all")),
  /** Ports of PSPs whose qualifier the provider chooses. */
  PORTS(
      text(
          "ports",
          "any|LOW-HIGH (1..65535)",
          "any",
          "TCP ports of PSPs whose qualifier is left to the provider; any: the system's choice")),
  /** Whether frames carry a CRC. */
  CRC(
      choice("crc", "on", "ask for a CRC in every frame; off: only when the peer asks", "on", "off")
          .tried("on", "off")),
  /** Revision of an initiator's requests. */
  MPA(
      number(
          "mpa",
          1,
          2,
          "auto",
          "MPA revision of requests; auto: 2, and 1 in a second try when the peer closes at the"
              + " first without a reply; with 1 no read depths are agreed and the accepting side"
              + " cannot speak first",
          "auto")),
  /** What an initiator offers as its first message. */
  RTR(
      choice(
          "rtr",
          "write+read",
          "ready-to-receive messages offered when connecting; none: the accepting side cannot speak"
              + " first",
          "write+read",
          "write",
          "read",
          "none")),
  /** Which peers there may be. */
  INTEROP(
      choice(
          "interop",
          "iwarp",
          "iwarp: at most 248 bytes of private data, which every iWARP peer takes, and bytes in a"
              + " peer's answer to a zero-length Read that proves a Write are dropped, as siw sends"
              + " them; own: 504 bytes, such an answer ends the connection, and qualifiers above"
              + " 65535 are refused and not folded into ports",
          "iwarp",
          "own")),
  /** When a request is complete. */
  COMPLETION(
      choice(
          "completion",
          "remote",
          "an RDMA Write completes when the peer has placed it; local: when TCP has taken it over",
          "remote",
          "local")),
  /** Largest ULPDU sent. */
  MULPDU(
      number(
              "mulpdu",
              Mulpdu.MIN,
              Mulpdu.MAX,
              "auto",
              "most bytes of a segment sent; auto: as the interface's MTU allows, 64018 to"
                  + " loopback",
              "auto")
          .tried("128", "1455", "64768")),
  /** Socket send buffer. */
  SNDBUF(
      number(
              "sndbuf",
              0,
              Integer.MAX_VALUE,
              "0",
              "bytes of the socket send buffer; 0 leaves it to the system")
          .tried("4096", "65537", "1048576")),
  /** Socket receive buffer. */
  RCVBUF(
      number(
              "rcvbuf",
              0,
              Integer.MAX_VALUE,
              "0",
              "bytes of the socket receive buffer; 0 leaves it to the system")
          .tried("4096", "65537", "1048576")),
  /** How long a wait polls. */
  SPIN(
      number(
              "spin",
              0,
              1_000_000,
              "auto",
              "microseconds a waiting thread polls before it blocks; auto: 50; on a single"
                  + " processor 0, and a wait for an EVD lets others run before it blocks, where"
                  + " that helps",
              "auto")
          .tried("0", "7", "1000")),
  /** Threads that serve connections which no thread of the program polls. */
  LOOPS(
      number(
              "loops",
              1,
              64,
              "1",
              "threads that look after connections while no thread of the program does; a"
                  + " connection stays with its thread")
          .tried("1", "3")),
  /** Limit of the connections that have not sent their request. */
  HALF_OPEN(
      number(
          "half_open",
          1,
          Ports.MAX_PORT,
          "4096",
          "connections of a PSP or RSP that have not sent their request yet, a few kilobytes of"
              + " heap each; more are turned away")),
  /** Limit of the connections from one address that have not sent their request. */
  HALF_OPEN_PER_ADDRESS(
      number(
          "half_open_per_address", 1, Ports.MAX_PORT, "2048", "the same, of one remote address")),
  /** Connections of the adapter. */
  CONNECTIONS(
      number(
          "connections",
          0,
          1_000_000,
          "0",
          "connections the adapter has at a time, those included that are not established yet and"
              + " came in, before it turns away more that come in; 0: no limit")),
  /** Limit of one address's accesses to memory that does not exist for it. */
  GUESSES_PER_ADDRESS(
      number(
          "guesses_per_address",
          0,
          1_000_000,
          "100",
          "accesses of one remote address within a minute to memory that does not exist, is not"
              + " that long or is of another PZ; it gets no more connections then until the"
              + " minute is over; 0: no limit")),
  /** Limit of the buffers that connections hold. */
  MEMORY(
      number(
          "memory",
          1,
          1 << 20,
          "64",
          "MiB of direct memory that connections keep, each way, because a segment has not arrived"
              + " completely or a peer does not take a write; at the limit others wait")),
  /** Limit of the buffers that connections of one address hold. */
  MEMORY_PER_ADDRESS(
      number("memory_per_address", 1, 1 << 20, "16", "the same, of one remote address")),
  /** Time limit of an incoming connection. */
  STARTUP(
      number(
          "startup",
          10,
          600_000,
          "5000",
          "milliseconds within which an incoming connection must have sent its request, and its"
              + " ready-to-receive message after the accept")),
  /** When a silent peer gets a probe. */
  REMIND(
      number(
          "remind",
          0,
          10_000,
          "50",
          "milliseconds after which a peer that was connected to and has sent nothing gets a"
              + " zero-length RDMA Write, as siw can overlook the first frame; five times, each"
              + " after twice the time; 0, and interop=own: never")),
  /** Time limit of a segment or a write that has begun. */
  PROGRESS(
      number(
          "progress",
          0,
          86_400_000,
          "60000",
          "milliseconds within which a peer must finish a segment it has begun, and must take a"
              + " write of about 1 MiB at most; 0: no limit"));

  private final ProviderSetting declaration;

  Setting(ProviderSetting declaration) {
    this.declaration = declaration;
  }

  /** {@return the name in the settings of an adapter} */
  public String key() {
    return declaration.name();
  }

  /** {@return all settings with their declarations} */
  public static List<ProviderSetting> declarations() {
    return Stream.of(values()).map(each -> each.declaration).toList();
  }
}
