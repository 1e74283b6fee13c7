package org.dat4j.tools.info;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.dat.spi.DatProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeded misconfigurations: the first lines of the command name the cause and the fix. */
class MisconfigurationsTest {
  private static final int LINES = 5;
  private static final String TABLE = "misconfigurations.tsv";
  private static final String APP = "app0 u1.2 threadsafe default tcp dat4j.0.1 ";
  private static final String IA0 =
      "ia0 u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 \"eth0 0\" \"\"\n";
  private static final String SECRET = "a secret of enough characters";

  /** Commands that show a device of soft iWARP on eth0, in mounts of their own. */
  private static final List<String> SOFT_IWARP =
      List.of(
          "mount -t tmpfs none /mnt",
          "mkdir /mnt/upper /mnt/work",
          "mount -t overlay -o lowerdir=/dev,upperdir=/mnt/upper,workdir=/mnt/work none /dev",
          "mkdir -p /dev/infiniband",
          "touch /dev/infiniband/uverbs0 /dev/infiniband/rdma_cm",
          "mount -t tmpfs none /sys/class",
          "mkdir -p /sys/class/net/eth0 /sys/class/infiniband/siw0/ports/1/gid_attrs/ndevs",
          "echo eth0 > /sys/class/infiniband/siw0/ports/1/gid_attrs/ndevs/0");

  private static final Map<String, Seed> SEEDS = seeds();

  @TempDir private Path folder;

  /** Makes one misconfiguration. */
  private interface Seed {
    void plant(SeededMachine machine, Path folder) throws Exception;
  }

  /** A row of the table. */
  record Row(String id, String command, List<String> words) {
    @Override
    public String toString() {
      return id;
    }
  }

  private static Map<String, Seed> seeds() {
    Map<String, Seed> seeds = new LinkedHashMap<>();
    providers(seeds);
    registryFiles(seeds);
    settings(seeds);
    ipcFolders(seeds);
    natives(seeds);
    process(seeds);
    rsm(seeds);
    peers(seeds);
    return seeds;
  }

  private static void providers(Map<String, Seed> seeds) {
    seeds.put("missing-artifact", (machine, folder) -> machine.without("dat-provider-tcp"));
    seeds.put(
        "broken-jar",
        (machine, folder) -> {
          byte[] jar = Files.readAllBytes(jar(folder, List.of(machine.entryOf("provider-tcp"))));
          machine.without("dat-provider-tcp");
          machine
              .with(machine.file("jar", "tcp.jar", Arrays.copyOf(jar, jar.length / 2)))
              .inProcess();
        });
    seeds.put(
        "shaded-jar",
        (machine, folder) -> {
          List<Path> parts =
              List.of(
                  machine.entryOf("dat-provider-loopback"),
                  machine.entryOf("dat-provider-native"),
                  machine.entryOf("dat-provider-tcp"));
          Path jar = jar(folder, parts);
          machine.without("dat-provider-tcp").without("dat-provider-native");
          machine.without("dat-provider-loopback").without("dat-provider-ipc").with(jar);
        });
    seeds.put(
        "wrong-spi-version",
        (machine, folder) ->
            machine
                .with(service(folder, SeededProvider.class.getName()))
                .property(SeededProvider.VERSION, "99"));
    seeds.put(
        "two-providers-one-id",
        (machine, folder) ->
            machine
                .with(
                    service(
                        folder,
                        SeededProvider.class.getName(),
                        SeededProvider.Second.class.getName()))
                .name("jar", machine.entryOf("dat-tools/target/test-classes")));
    seeds.put(
        "provider-class-missing",
        (machine, folder) -> machine.with(service(folder, "org.example.Gone")));
    seeds.put(
        "provider-for-newer-java",
        (machine, folder) -> {
          String name = SeededProvider.class.getName();
          Path services = service(folder, name);
          String file = name.replace('.', '/') + ".class";
          byte[] bytes;
          try (InputStream in = SeededProvider.class.getResourceAsStream("SeededProvider.class")) {
            bytes = in.readAllBytes();
          }
          ByteBuffer.wrap(bytes).putShort(6, (short) 99);
          Path target = services.resolve(file);
          Files.createDirectories(target.getParent());
          Files.write(target, bytes);
          machine.with(services);
        });
    seeds.put(
        "class-loader",
        (machine, folder) ->
            machine
                .without("dat-provider-tcp")
                .without("dat-provider-loopback")
                .without("dat-provider-ipc")
                .without("dat-provider-native")
                .withoutContextLoader());
    seeds.put(
        "layer-over-itself",
        (machine, folder) ->
            machine
                .with(service(folder, SeededProvider.class.getName()))
                .conf("layer0 u1.2 threadsafe default vendor x.1.0 \"over=layer0\" \"\"\n"));
  }

  private static void registryFiles(Map<String, Seed> seeds) {
    seeds.put("name-typo", (machine, folder) -> {});
    seeds.put("name-nowhere", (machine, folder) -> machine.variable("DAT_OVERRIDE", "/dev/null"));
    seeds.put(
        "property-typo",
        (machine, folder) -> machine.property("dat4j.cnf", "dat.conf").inProcess());
    seeds.put(
        "line-u20-on-java-provider",
        (machine, folder) -> machine.conf((APP + "\"\" \"\"\n").replace("u1.2", "u2.0")));
    seeds.put(
        "line-shadowed",
        (machine, folder) -> machine.conf(APP + "\"\" \"\"\n" + APP + "\"crc=off\" \"\"\n"));
    seeds.put(
        "line-wrapped",
        (machine, folder) ->
            machine.conf("app0 u1.2 threadsafe default tcp\n  dat4j.0.1 \"\" \"\"\n"));
    seeds.put(
        "line-curly-quotes",
        (machine, folder) -> machine.conf(APP + "\u201ccrc=off\u201d \u201c\u201d\n"));
    seeds.put(
        "line-no-break-space",
        (machine, folder) -> machine.conf((APP + "\"\" \"\"\n").replace(' ', '\u00a0')));
    seeds.put(
        "file-utf16",
        (machine, folder) -> machine.conf(("\ufeff" + APP + "\"\" \"\"\n").getBytes(UTF_16LE)));
    seeds.put(
        "file-in-another-place",
        (machine, folder) -> {
          assumePrivateMounts();
          Path file = Files.writeString(folder.resolve("there.conf"), APP + "\"\" \"\"\n");
          machine.inProcess(
              inMounts(
                  "mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work && mount -t overlay -o"
                      + " lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work none /etc && rm -f"
                      + " /etc/dat.conf && mkdir -p /etc/rdma && cp "
                      + file
                      + " /etc/rdma/dat.conf"));
        });
    seeds.put(
        "override-missing",
        (machine, folder) ->
            machine
                .name("file", folder.resolve("none.conf"))
                .variable("DAT_OVERRIDE", folder.resolve("none.conf").toString()));
    seeds.put(
        "override-unreadable",
        (machine, folder) -> {
          Path file = machine.file("file", "dat.conf", (APP + "\"\" \"\"\n").getBytes(UTF_8));
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
          machine.variable("DAT_OVERRIDE", file.toString());
          if (isRoot()) {
            machine.inProcess("setpriv", "--bounding-set=-dac_override,-dac_read_search");
          }
        });
  }

  private static void settings(Map<String, Seed> seeds) {
    seeds.put(
        "address-not-local", (machine, folder) -> machine.conf(APP + "\"bind=192.0.2.1\" \"\"\n"));
    seeds.put(
        "bind-host-unknown",
        (machine, folder) -> machine.conf(APP + "\"bind=no-such-host.invalid\" \"\"\n"));
    seeds.put(
        "ipv6-in-ipv4-jvm",
        (machine, folder) ->
            machine.conf(APP + "\"bind=::1\" \"\"\n").flags("-Djava.net.preferIPv4Stack=true"));
    seeds.put("unknown-setting", (machine, folder) -> machine.conf(APP + "\"spinn=5\" \"\"\n"));
    seeds.put(
        "ring-no-power-of-two",
        (machine, folder) ->
            machine.conf("app0 u1.2 threadsafe default ipc dat4j.0.1 \"ring=5000\" \"\"\n"));
    seeds.put(
        "blanks-around-equals",
        (machine, folder) -> machine.conf(APP + "\"bind = 127.0.0.1\" \"\"\n"));
    seeds.put("value-out-of-range", (machine, folder) -> machine.conf(APP + "\"loops=0\" \"\"\n"));
  }

  private static void ipcFolders(Map<String, Seed> seeds) {
    seeds.put(
        "ipc-folder-open-to-others",
        (machine, folder) -> {
          Path open = Files.createDirectory(folder.resolve("ipc"));
          Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
          ipcFolder(machine, open);
        });
    seeds.put(
        "ipc-folder-of-another-user",
        (machine, folder) -> {
          assumeTrue(isRoot(), "root, which can give a folder away");
          Path foreign = Files.createDirectory(folder.resolve("ipc"));
          Files.setOwner(
              foreign,
              foreign
                  .getFileSystem()
                  .getUserPrincipalLookupService()
                  .lookupPrincipalByName("nobody"));
          ipcFolder(machine, foreign);
        });
    seeds.put(
        "ipc-folder-is-link",
        (machine, folder) ->
            ipcFolder(machine, Files.createSymbolicLink(folder.resolve("ipc"), folder)));
    seeds.put(
        "ipc-folder-path-too-long",
        (machine, folder) -> ipcFolder(machine, folder.resolve("i".repeat(100))));
    seeds.put(
        "ipc-folder-cannot-be-made", (machine, folder) -> ipcFolder(machine, Path.of("/proc/ipc")));
  }

  private static void ipcFolder(SeededMachine machine, Path path) throws IOException {
    machine
        .name("file", path)
        .conf("app0 u1.2 threadsafe default ipc dat4j.0.1 \"folder=" + path + "\" \"\"\n");
  }

  private static void natives(Map<String, Seed> seeds) {
    seeds.put(
        "line-crlf-native",
        (machine, folder) -> nativeLine(machine, folder, IA0.replace("\n", "\r\n")));
    seeds.put("line-bom-native", (machine, folder) -> nativeLine(machine, folder, "\ufeff" + IA0));
    seeds.put(
        "line-u12-on-u20-library",
        (machine, folder) -> nativeLine(machine, folder, IA0.replace("u2.0", "u1.2")));
    seeds.put(
        "line-u20-on-u12-library",
        (machine, folder) ->
            nativeLine(machine, folder, IA0)
                .property("dat4j.dat.abi", "1.2")
                .property("dat4j.libdat", "libdat2.so.2"));
    seeds.put(
        "library-missing",
        (machine, folder) -> machine.conf(IA0).inProcess().property("dat4j.libdat", "libdat9.so"));
    seeds.put(
        "library-of-other-processor",
        (machine, folder) -> {
          Path lib = machine.file("lib", "libdat2.so.2", foreignLibrary());
          machine.conf(IA0).inProcess().property("dat4j.libdat", lib.toString());
        });
    seeds.put(
        "provider-library-missing",
        (machine, folder) ->
            nativeLine(machine, folder, IA0.replace("libdaplofa.so.2", "libdaplgone.so.2")));
    seeds.put(
        "no-device",
        (machine, folder) -> {
          assumeTrue(
              !Files.exists(Path.of("/sys/class/infiniband")), "a machine without RDMA devices");
          nativeLine(machine, folder, IA0);
        });
    seeds.put("no-device-open", (machine, folder) -> seeds.get("no-device").plant(machine, folder));
    seeds.put(
        "locked-memory",
        (machine, folder) -> {
          assumePrivateMounts();
          nativeLine(machine, folder, IA0)
              .inProcess(inMounts(String.join(" && ", SOFT_IWARP) + " && ulimit -l 64"));
        });
    seeds.put(
        "no-native-part-of-jna",
        (machine, folder) ->
            machine
                .conf(IA0)
                .inProcess()
                .property("jna.nosys", "true")
                .property("jna.nounpack", "true")
                .property("jna.boot.library.path", folder.resolve("nowhere").toString()));
    seeds.put(
        "no-jna", (machine, folder) -> machine.conf(IA0).withoutLibrary("jna-jpms").inProcess());
    seeds.put("rsm-no-jna", (machine, folder) -> machine.withoutLibrary("jna-jpms").inProcess());
    seeds.put(
        "native-access-denied",
        (machine, folder) -> {
          Path java = newerJava();
          machine.conf(IA0).java(java.toString()).flags("--illegal-native-access=deny");
        });
  }

  private static SeededMachine nativeLine(SeededMachine machine, Path folder, String line)
      throws IOException {
    assumeTrue(
        Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")
            .anyMatch(each -> Files.exists(Path.of(each, "libdat2.so.2"))),
        "the uDAPL library");
    return machine.conf(line).inProcess();
  }

  private static void process(Map<String, Seed> seeds) {
    seeds.put(
        "no-descriptor",
        (machine, folder) -> {
          // The jar stays open, so that its classes can be loaded without a descriptor.
          List<Path> parts =
              List.of(
                  machine.entryOf("dat-provider-tcp"),
                  machine.entryOf("dat-spi"),
                  machine.entryOf("dat-tools/target/classes"));
          Path jar = jar(folder, parts);
          machine.without("dat-provider-tcp").without("dat-spi");
          machine.without("dat-tools/target/classes").with(jar);
          machine
              .main(DescriptorsUsedUpMain.class)
              .inProcess("sh", "-c", "ulimit -n 300; exec \"$@\"", "sh");
        });
    seeds.put(
        "no-direct-memory",
        (machine, folder) -> {
          assumeTrue(Runtime.version().feature() < 24, "a JDK whose selector has direct memory");
          machine.flags("-XX:MaxDirectMemorySize=1k");
        });
    seeds.put(
        "java-too-old",
        (machine, folder) -> {
          assumePrivateMounts();
          Path bin = Files.createDirectories(folder.resolve("jdk-11/bin"));
          Files.writeString(folder.resolve("jdk-11/release"), "JAVA_VERSION=\"11.0.2\"\n");
          Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\n");
          Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
          Path root = Path.of("").toAbsolutePath().getParent();
          assumeTrue(Files.exists(root.resolve("dat-tools/target/app/classpath")), "a built tree");
          machine
              .variable("JAVA_HOME", folder.resolve("jdk-11").toString())
              .java(root.resolve("dat4j").toString())
              .inProcess(inMounts("mount -t tmpfs none /usr/lib/jvm"));
        });
  }

  private static void rsm(Map<String, Seed> seeds) {
    seeds.put(
        "port-in-use",
        (machine, folder) -> {
          ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          machine
              .server(one)
              .name("port", one.getLocalPort())
              .property("dat4j.rsm.node", "0")
              .property("dat4j.rsm.dat.processes", "1")
              .property("dat4j.rsm.dat.port", Integer.toString(one.getLocalPort()));
        });
    seeds.put(
        "port-privileged",
        (machine, folder) -> {
          machine
              .property("dat4j.rsm.node", "0")
              .property("dat4j.rsm.dat.processes", "1")
              .property("dat4j.rsm.dat.port", "80")
              .inProcess("setpriv", "--bounding-set=-net_bind_service");
          assumeTrue(isRoot(), "root");
          assumeTrue(isPrivileged(80), "a port that is privileged");
        });
    seeds.put(
        "secret-missing",
        (machine, folder) ->
            machine.conf("tcp0 u1.2 threadsafe default tcp dat4j.0.1 \"bind=0.0.0.0\" \"\"\n"));
    seeds.put(
        "secret-empty",
        (machine, folder) ->
            machine.property(
                "dat4j.rsm.dat.secret",
                machine.file("file", "secret", "\ufeff".getBytes(UTF_8)).toString()));
    seeds.put(
        "secret-with-mark",
        (machine, folder) ->
            machine.property(
                "dat4j.rsm.dat.secret",
                machine.file("file", "secret", ("\ufeff" + SECRET).getBytes(UTF_16LE)).toString()));
    seeds.put(
        "secret-too-open",
        (machine, folder) -> {
          Path shared = Files.createTempDirectory(Path.of("/tmp"), "dat4j-open");
          Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
          Path file = Files.writeString(shared.resolve("secret"), SECRET);
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
          machine
              .name("file", file)
              .property("dat4j.rsm.dat.secret", file.toString())
              .server(
                  () -> {
                    Files.delete(file);
                    Files.delete(shared);
                  });
        });
    seeds.put(
        "nodes-without-own",
        (machine, folder) ->
            machine
                .property("dat4j.rsm.node", "7")
                .property(
                    "dat4j.rsm.dat.nodes",
                    machine.file("file", "nodes", "1 127.0.0.1\n".getBytes(UTF_8)).toString()));
    seeds.put(
        "nodes-malformed",
        (machine, folder) ->
            machine.property(
                "dat4j.rsm.dat.nodes",
                machine.file("file", "nodes", "\ufeff1\n".getBytes(UTF_8)).toString()));
    seeds.put(
        "shm-full",
        (machine, folder) ->
            inOwnShm(machine, "-o size=4k", "head -c 4096 /dev/zero > /dev/shm/all"));
    seeds.put("shm-read-only", (machine, folder) -> inOwnShm(machine, "-o ro", "true"));
    seeds.put(
        "shm-closed",
        (machine, folder) ->
            inOwnShm(
                machine,
                "-o mode=0755,uid=65534",
                "true",
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search"));
    seeds.put(
        "shm-of-another-user",
        (machine, folder) ->
            inOwnShm(
                machine, "", "touch /dev/shm/rsm.u0.1 && chown 65534:65534 /dev/shm/rsm.u0.1"));
    seeds.put(
        "proc-hides-processes",
        (machine, folder) -> {
          assumePrivateMounts();
          String[] mounts = inMounts("mount -t proc -o hidepid=2 none /proc");
          String[] stranger = {
            "setpriv", "--regid=65534", "--clear-groups", "--bounding-set=-sys_ptrace"
          };
          machine.inProcess(Stream.of(mounts, stranger).flatMap(Stream::of).toArray(String[]::new));
        });
    seeds.put(
        "rsm-unknown-setting", (machine, folder) -> machine.property("dat4j.rsm.timeout", "5"));
    seeds.put(
        "alias-to-itself",
        (machine, folder) -> machine.property("dat4j.rsm.alias.queue0", "queue0"));
    seeds.put(
        "alias-of-alias",
        (machine, folder) ->
            machine
                .property("dat4j.rsm.alias.queue0", "queue1")
                .property("dat4j.rsm.alias.queue1", "dattcp0"));
  }

  private static void peers(Map<String, Seed> seeds) {
    seeds.put("connect-host-unknown", (machine, folder) -> {});
    seeds.put(
        "connect-refused",
        (machine, folder) -> {
          try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            machine.name("port", gone.getLocalPort());
          }
        });
    seeds.put(
        "connect-ipc-refused",
        (machine, folder) ->
            machine.conf(
                "app0 u1.2 threadsafe default ipc dat4j.0.1 \"folder="
                    + folder.resolve("ipc")
                    + "\" \"\"\n"));
    seeds.put("connect-silent", (machine, folder) -> peer(machine, null, false));
    seeds.put(
        "connect-other-protocol",
        (machine, folder) -> peer(machine, "SSH-2.0-OpenSSH_9.2\r\n".getBytes(ISO_8859_1), true));
    seeds.put(
        "connect-other-revision",
        (machine, folder) -> peer(machine, FakePeer.reply(FakePeer.ENHANCED, 3), false));
    seeds.put(
        "connect-crc-differs",
        (machine, folder) -> {
          machine.conf("tcp1 u1.2 threadsafe default tcp dat4j.0.1 \"crc=off\" \"\"\n");
          peer(machine, FakePeer.reply(FakePeer.ENHANCED | FakePeer.CRC, 2), false);
        });
    seeds.put(
        "connect-rejected",
        (machine, folder) ->
            peer(machine, FakePeer.reply(FakePeer.ENHANCED | FakePeer.REJECTED, 2), false));
  }

  private static void peer(SeededMachine machine, byte[] answer, boolean speaksFirst)
      throws IOException {
    FakePeer peer = new FakePeer(answer, speaksFirst);
    machine.server(peer).name("port", peer.port());
  }

  private static void inOwnShm(
      SeededMachine machine, String options, String command, String... before) {
    assumePrivateMounts();
    String commands = "mount -t tmpfs " + options + " none /dev/shm && " + command;
    machine.inProcess(
        Stream.of(inMounts(commands), before).flatMap(Stream::of).toArray(String[]::new));
  }

  /** The words that run a command with mounts of its own, after some commands of the shell. */
  private static String[] inMounts(String commands) {
    return new String[] {"unshare", "-m", "sh", "-c", commands + " && exec \"$@\"", "sh"};
  }

  private static void assumePrivateMounts() {
    assumeTrue(isRoot() && Files.exists(Path.of("/usr/bin/unshare")), "root, for private mounts");
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static boolean isPrivileged(int port) throws IOException {
    Path first = Path.of("/proc/sys/net/ipv4/ip_unprivileged_port_start");
    if (!Files.exists(first)) {
      return true;
    }
    byte[] digits = new byte[16];
    try (InputStream in = Files.newInputStream(first)) {
      // In one read: the file gives the rest to none.
      int count = in.read(digits);
      return Integer.parseInt(new String(digits, 0, count, UTF_8).strip()) > port;
    }
  }

  /** A Java that can deny native access. */
  private static Path newerJava() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/usr/lib/jvm"))) {
      List<Path> found =
          all.map(home -> home.resolve("bin/java"))
              .filter(
                  each -> Files.exists(each) && each.toString().matches(".*[^0-9]2[4-9][^0-9].*"))
              .toList();
      assumeTrue(!found.isEmpty(), "a JDK of version 24 or newer in /usr/lib/jvm");
      return found.get(0);
    }
  }

  /** Makes a header of a library for a processor that this machine does not have. */
  private static byte[] foreignLibrary() {
    int sparc = 43;
    ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
    header.putShort((short) 3).putShort((short) sparc).putInt(1);
    header.putShort(52, (short) 64);
    return header.array();
  }

  /** Makes a folder whose file of services names providers. */
  private static Path service(Path folder, String... classes) throws IOException {
    Path vendor = folder.resolve("vendor");
    Path services = Files.createDirectories(vendor.resolve("META-INF/services"));
    Files.writeString(services.resolve(DatProvider.class.getName()), String.join("\n", classes));
    return vendor;
  }

  /** Makes one jar of several jars and folders; of a file with the same name the first is kept. */
  private static Path jar(Path folder, List<Path> parts) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Path part : parts) {
      if (Files.isDirectory(part)) {
        try (Stream<Path> tree = Files.walk(part)) {
          for (Path file : tree.filter(Files::isRegularFile).toList()) {
            files.putIfAbsent(part.relativize(file).toString(), Files.readAllBytes(file));
          }
        }
      } else {
        try (JarFile jar = new JarFile(part.toFile())) {
          for (JarEntry entry : jar.stream().filter(e -> !e.isDirectory()).toList()) {
            files.putIfAbsent(entry.getName(), jar.getInputStream(entry).readAllBytes());
          }
        }
      }
    }
    files.remove("module-info.class");
    Path made = folder.resolve("made.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(made))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        out.putNextEntry(new JarEntry(file.getKey()));
        out.write(file.getValue());
      }
    }
    return made;
  }

  static Stream<Row> rows() throws IOException {
    try (InputStream in = MisconfigurationsTest.class.getResourceAsStream(TABLE)) {
      return new String(in.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .skip(1)
              .map(line -> line.split("\t"))
              .map(
                  cells ->
                      new Row(
                          cells[0],
                          cells[2],
                          Stream.of(cells[3], cells[4])
                              .flatMap(c -> Stream.of(c.split(";")))
                              .toList()))
              .toList()
              .stream();
    }
  }

  @Test
  void eachRowHasASeed() throws IOException {
    assertEquals(rows().map(Row::id).collect(Collectors.toSet()), SEEDS.keySet());
  }

  @Test
  void onlySettingsThatAreNotTheDefaultAreNamed() throws Exception {
    try (SeededMachine machine = new SeededMachine(folder)) {
      machine.conf(APP + "\"rtr=none,crc=on\" \"\"\n");
      peer(machine, FakePeer.reply(FakePeer.REJECTED | FakePeer.CRC, 1), false);
      String said = machine.run("why app0 --connect 127.0.0.1:{port}");
      assertTrue(said.contains("set here: rtr=none instead of rtr="), said);
      assertFalse(said.contains("set here: crc"), said);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theFirstLinesNameCauseAndFix(Row row) throws Exception {
    try (SeededMachine machine = new SeededMachine(folder)) {
      SEEDS.get(row.id).plant(machine, folder);
      String said = machine.run(row.command);
      String first = said.lines().limit(LINES).collect(Collectors.joining("\n"));
      assertAll(
          row.words.stream()
              .map(machine::named)
              .map(word -> () -> assertTrue(first.contains(word), word + "\n---\n" + said)));
    }
  }
}
