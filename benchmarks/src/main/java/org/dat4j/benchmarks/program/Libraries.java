package org.dat4j.benchmarks.program;

/**
 * Makes the {@link Transport} over the library that the command line of the benchmark program
 * names.
 */
final class Libraries {

  private Libraries() {}

  /** Connects one side by the library of that name. */
  static Transport connect(String name, Side side) throws Exception {
    int slash = name.indexOf('/');
    String library = slash < 0 ? name : name.substring(0, slash);
    String setting = slash < 0 ? "" : name.substring(slash + 1);
    return switch (library) {
      case "dat" -> new DatTransport(side, setting, false);
      case "dat-blocking" -> new DatTransport(side, setting, true);
      case "nio" -> NioTransport.tcp(side, setting.equals("select"));
      case "unix" -> NioTransport.unix(side, setting.equals("select"));
      case "netty-nio" -> new NettyTransport(side, false, setting.equals("poll"));
      case "netty-epoll" -> new NettyTransport(side, true, setting.equals("poll"));
      case "aeron-ipc" -> new AeronTransport(side, "aeron:ipc?", setting.equals("threads"));
      case "aeron-udp" -> new AeronTransport(side, "aeron:udp?mtu=" + setting, false);
      case "jucx" -> new JucxTransport(side);
      case "flag" -> new FlagTransport(side, setting.equals("park"));
      default -> throw new IllegalArgumentException("there is no library '" + name + "'");
    };
  }
}
