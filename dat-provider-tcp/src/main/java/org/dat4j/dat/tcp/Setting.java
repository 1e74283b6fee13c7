package org.dat4j.dat.tcp;

/** The settings that ia_params may hold, as name=value, separated by blanks or commas. */
enum Setting {
  /** Local address to listen on and to connect from. */
  BIND("bind", "address", "127.0.0.1", "local address to listen on and to connect from"),
  /** Whether frames carry a CRC. */
  CRC("crc", "on|off", "on", "ask for a CRC in every frame; off: only when the peer asks"),
  /** Which peers private data must suit. */
  INTEROP(
      "interop",
      "iwarp|own",
      "iwarp",
      "most private data: 248 octets, which every iWARP peer takes, or 504 between own peers"),
  /** When a request is complete. */
  COMPLETION(
      "completion", "local", "local", "a request completes when TCP has taken over its octets"),
  /** Largest ULPDU sent. */
  MULPDU(
      "mulpdu",
      "auto|128..64768",
      "auto",
      "most octets of a segment sent; auto: as the interface's MTU allows, 64018 to loopback"),
  /** What an initiator offers as its first message. */
  RTR(
      "rtr",
      "write+read|write|read|none",
      "write+read",
      "ready-to-receive messages offered when connecting; none: the accepting side cannot speak"
          + " first"),
  /** Socket send buffer. */
  SNDBUF("sndbuf", "octets", "0", "socket send buffer, 0 leaves it to the system"),
  /** Socket receive buffer. */
  RCVBUF("rcvbuf", "octets", "0", "socket receive buffer, 0 leaves it to the system");

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
}
