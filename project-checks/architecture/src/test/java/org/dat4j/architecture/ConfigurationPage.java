package org.dat4j.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSetting;

/**
 * Everything that can be configured. Settings come from the providers. System properties, variables
 * and files of {@code /etc} are described here; one that the code reads and this page lacks is an
 * error, and so is one that the code does not read. No code reads the flags of the JVM, so they are
 * described only.
 */
final class ConfigurationPage {

  /** A system property of this project in the code. */
  private static final Pattern PROPERTY = Pattern.compile("\"(dat4j\\.[a-z.-]*[a-z])\"");

  /** A variable that the Java code reads, directly or by a constant. */
  private static final Pattern VARIABLE =
      Pattern.compile("(?:getenv\\(| VARIABLE = )\"([A-Z][A-Z0-9_]*)\"");

  /** A variable that the launcher reads, set or not. */
  private static final Pattern LAUNCHER_VARIABLE = Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*):-");

  /** A file of the machine's configuration in the code. */
  private static final Pattern FILE = Pattern.compile("\"(/etc/[^\"]+)\"");

  /** The first word of a row, without its marks. */
  private static final Pattern NAME = Pattern.compile("`([^`]*)`");

  /** Property, default, meaning. */
  private static final List<List<String>> PROPERTIES =
      List.of(
          List.of("dat4j.conf", "", "the registry file, before `DAT_OVERRIDE`"),
          List.of("dat4j.libdat", "`libdat2.so.2` on Linux", "name or path of the DAT library"),
          List.of("dat4j.dat.abi", "of the system", "`1.2` or `2.0`: the ABI of that library"),
          List.of(
              "dat4j.dat.private-structures",
              "on",
              "`off`: `native` does not write to private structures of libdapl and the C library;"
                  + " [risks](native.md#writes-to-private-structures)"),
          List.of(
              "dat4j.librsm", "`/usr/lib/64/librsm.so.2` on Solaris", "path of the RSM library"),
          List.of("dat4j.debug", "false", "`true`: the command prints stack traces"),
          List.of(
              "dat4j.timefactor",
              "1",
              "the conformance suite multiplies its time limits by it, for slow machines"),
          List.of(
              "dat4j.conformance.ia",
              "",
              "the adapter that a `ConformanceSuite` tests instead of its own"),
          List.of(
              "dat4j.conformance.clauses",
              "",
              "the clauses that it tests: ids or pages with `*` and `?`"),
          List.of("dat4j.conformance.seed", "", "the seed of its order and data"),
          List.of("dat4j.conformance.placement", "", "`one-jvm` or `two-jvms`: its second party"),
          List.of("dat4j.conformance.deviations", "", "its file of known deviations"),
          List.of("dat4j.conformance.report", "", "the folder of its reports"),
          List.of(
              "dat4j.class.path", "", "set by the launcher for `--class-path`; part of reports"),
          List.of(
              "dat4j.command", "./dat4j", "set by the launcher: the name by which it was started"));

  private static final List<List<String>> ENVIRONMENT =
      List.of(
          List.of("variable", "meaning"),
          List.of("`DAT_OVERRIDE`", "the registry file, if `dat4j.conf` does not name one"),
          List.of("`DAT4J_JAVA_OPTS`", "`./dat4j`: further flags for the JVM"),
          List.of("`JAVA_HOME`", "`./dat4j`: the Java to use, if it is 17 or newer"),
          List.of("`SDKMAN_DIR`", "`./dat4j`: a folder in which it looks for a Java"),
          List.of("`TERM`", "`./dat4j`: without it, or with `dumb`, no progress line"),
          List.of("`NO_COLOR`", "`./dat4j`: if it is not empty, verdicts have no colour"),
          List.of(
              "`COLUMNS`",
              "`./dat4j`: the width of the terminal, at least 40; without it 80. The shell has to"
                  + " export it"));

  private static final List<List<String>> FILES =
      List.of(
          List.of("file", "meaning"),
          List.of(
              "`/etc/dat.conf`",
              "the registry file, if neither property nor variable names one;"
                  + " [format](../tutorial/first-program.md#switching-the-backend)"),
          List.of(
              "`/etc/rdma/dat.conf`",
              "not read: `why` names it if it exists and `/etc/dat.conf` does not"),
          List.of("`/etc/dat/dat.conf`", "the file that a library of uDAPL 1.2 reads by itself"),
          List.of("`/etc/rsm/rsm.segmentid`", "segment ids of applications (RSM)"),
          List.of("`/dev/shm/rsm.*`", "shared memory of RSM; see [shm](shm.md)"),
          List.of(
              "`/dev/shm/dat4j-ipc-USER`",
              "where adapters of `ipc` find each other, if its setting `folder` names no other"
                  + " place"));

  private static final List<List<String>> JVM =
      List.of(
          List.of("flag", "when"),
          List.of(
              "`-XX:MaxDirectMemorySize=...`",
              "registered memory and buffers need more than the heap's size"),
          List.of(
              "`--enable-native-access=ALL-UNNAMED`",
              "JDK 24 and later, with `native`, `shm` or `librsm`: JNA loads libraries"),
          List.of("`-Djava.io.tmpdir=...`", "the temporary folder is mounted `noexec`: JNA"),
          List.of(
              "`-Djava.net.preferIPv4Stack=true`", "not with an IPv6 address in `bind` of `tcp`"),
          List.of("`-Dguice_custom_class_loading=CHILD`", "JDK 24 and later, with `dat-guice`"));

  private ConfigurationPage() {}

  static String text() {
    Markdown page =
        new Markdown("Configuration", "the settings of the providers and the names in the code");
    page.paragraph(
        "`./dat4j info --settings` prints the settings of the providers that are installed.");
    page.heading("Settings of DAT providers")
        .paragraph(
            "Written into `ia_params` of a line of `dat.conf` as `name=value`. `loopback` has"
                + " none; `native` takes what its library takes.\n[The page of tcp](tcp.md) and"
                + " [that of ipc](ipc.md) say more of each.");
    for (DatProvider provider : sorted(DatProvider.class, DatProvider::id)) {
      if (!provider.settings().isEmpty()) {
        page.table(settings(provider));
      }
    }
    page.heading("Settings of RSM")
        .paragraph(
            "System properties with `dat4j.rsm.` before the name (`-Ddat4j.rsm.node=2`), or"
                + " `RsmRegistry.builder().setting(\"node\", \"2\")`.\n"
                + "`-Ddat4j.rsm.alias.queue0=dattcp0` gives the controller `dattcp0` the name"
                + " `queue0`, so that a program keeps its name when the controller changes.\n"
                + "The provider `shm` serves `loopback` and `shm0` to `shm31`; `dat` serves"
                + " `dattcp0` and the other controllers over DAT; `librsm` has no settings.\n"
                + "`segmentid` names the file of the segment ids of applications, by default"
                + " `/etc/rsm/rsm.segmentid`. A key that differs from one of these in one letter,"
                + " or by a swap of two, is refused.");
    for (RsmProvider provider : sorted(RsmProvider.class, RsmProvider::id)) {
      if (!provider.settings().isEmpty()) {
        page.table(settings(provider));
      }
    }
    page.heading("System properties").table(properties());
    compareVariables();
    compare("files of /etc", names(FILES, "/etc/"), found(FILE));
    page.heading("Environment").table(ENVIRONMENT);
    page.heading("Files").table(FILES);
    page.heading("Flags of the JVM").table(JVM);
    return page.toString();
  }

  /** Lists the providers by their ids: their order on the class path says nothing. */
  private static <T> List<T> sorted(Class<T> type, Function<T, String> id) {
    return ServiceLoader.load(type).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(id))
        .toList();
  }

  private static List<List<String>> settings(DatProvider provider) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(provider.id(), "values", "default", "meaning"));
    for (ProviderSetting setting : provider.settings()) {
      rows.add(
          List.of(
              "`" + setting.name() + "`",
              setting.values(),
              setting.byDefault(),
              setting.meaning()));
    }
    return rows;
  }

  private static List<List<String>> settings(RsmProvider provider) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("setting of " + provider.id(), "values", "default", "meaning"));
    for (RsmSetting setting : provider.settings()) {
      rows.add(
          List.of(
              "`" + setting.key() + "`", setting.values(), setting.byDefault(), setting.meaning()));
    }
    return rows;
  }

  private static List<List<String>> properties() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("property", "default", "meaning"));
    Set<String> described = new TreeSet<>();
    for (List<String> row : PROPERTIES) {
      described.add(row.get(0));
      rows.add(List.of("`" + row.get(0) + "`", row.get(1), row.get(2)));
    }
    Set<String> read = found(PROPERTY);
    read.removeIf(name -> name.startsWith("dat4j.rsm."));
    compare("system properties", described, read);
    return rows;
  }

  private static void compareVariables() {
    Set<String> read = found(VARIABLE);
    Matcher name = LAUNCHER_VARIABLE.matcher(Reactor.text(Reactor.ROOT.resolve("dat4j")));
    while (name.find()) {
      read.add(name.group(1));
    }
    read.remove("HOME"); // every shell sets it
    compare("variables", names(ENVIRONMENT, ""), read);
  }

  /** The names of a table's rows that begin with a text. */
  private static Set<String> names(List<List<String>> table, String prefix) {
    Set<String> names = new TreeSet<>();
    for (List<String> row : table) {
      Matcher name = NAME.matcher(row.get(0));
      if (name.lookingAt() && name.group(1).startsWith(prefix)) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  /** The names that main code has, over all modules. */
  private static Set<String> found(Pattern pattern) {
    Map<String, Path> names = new TreeMap<>();
    for (String module : Reactor.modules()) {
      for (Path source : Reactor.mainSources(module)) {
        Matcher name = pattern.matcher(Reactor.text(source));
        while (name.find()) {
          names.put(name.group(1), source);
        }
      }
    }
    return new TreeSet<>(names.keySet());
  }

  private static void compare(String kind, Set<String> described, Set<String> read) {
    if (!described.equals(read)) {
      throw new IllegalStateException(
          kind + ": the page describes " + described + ", the code reads " + read);
    }
  }
}
