package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.UnexpectedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Java blocks of the how-to and reference pages compile. A block is statements or members; what
 * it does not declare itself is a field of {@code Given}.
 */
class PageSnippetsTest {

  private static final Path DOCS = Path.of("").toAbsolutePath().getParent().resolve("docs");

  private static final Pattern BLOCK =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  /** A block of members has a method, class or constant at its left margin. */
  private static final Pattern MEMBERS =
      Pattern.compile(
          "^(static |private |public |abstract |void |boolean |int |interface |class )[^=;]*\\{$"
              + "|^static final ",
          Pattern.MULTILINE);

  private static final List<String> PACKAGES =
      List.of(
          "java.io",
          "java.lang.invoke",
          "java.net",
          "java.nio",
          "java.nio.channels",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.function",
          "org.dat4j.dat",
          "org.dat4j.dat.util",
          "org.dat4j.rsm",
          "org.dat4j.rsm.util",
          "org.junit.jupiter.api");

  private static final String IMPORTS =
      PACKAGES.stream().map(name -> "import " + name + ".*;\n").reduce("", String::concat);

  private static final String GIVEN =
      """
      abstract class Given {
        DatConnection connection; Cr request; Region mine;
        Ia ia; Pz pz; Ep ep; Evd evd; Evd recvEvd; Evd requestEvd; Evd connectEvd; Psp psp; Cno cno;
        Lmr lmr; Lmr note; ByteBuffer buffer; RemoteRegion remote; InetAddress address;
        long qualifier; int endpoints; Duration limit; LmrIov iov; DatEvent event = new DatEvent();
        CnoTrigger trigger = new CnoTrigger(); long peerAddress; int peerContext; int length;
        RsmController controller; ExportSegment export; ImportSegment board; int node; int id;
        ByteBuffer memory; RsmBarrier barrier;
        static final Semaphore HANDLED = new Semaphore(0);
        static void handle(Object what) { HANDLED.release(); }
        static void idle() {}
        static void stop() {}
        static void check(int outcome) {}
      }
      """;

  /** Makes the server of a page visible to this package. */
  private static final String SERVER =
      """
      public class Server {
        public static void serve(Ia ia, long qualifier) {
          serve_many_endpoints_1.serve(ia, qualifier);
        }
      }
      """;

  /** Makes the loop of a page visible to this package. */
  private static final String LOOPED =
      """
      public class Looped {
        public static void serve(Ia ia, Selector selector) throws IOException {
          selector_and_dat_1.loop(ia, selector);
        }
        public static void awaitHandled() throws InterruptedException {
          Given.HANDLED.acquire();
        }
      }
      """;

  /** Makes the test of a page visible to this package. */
  private static final String TESTED =
      """
      public class Tested {
        public static void run() throws Exception {
          new test_your_program_1().new EchoTest().aMessageComesBack();
        }
      }
      """;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Pairs of clients, one after the other: more clients than the server of the page has room. */
  private static final int PAIRS = 40;

  @TempDir Path folder;

  private record Source(String name, String text) {}

  @Test
  void everyBlockOfEveryPageCompiles() throws IOException {
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("Given", IMPORTS + GIVEN));
    for (String part : List.of("how-to", "reference")) {
      try (Stream<Path> pages = Files.list(DOCS.resolve(part))) {
        pages.sorted().forEach(page -> addBlocks(page, sources));
      }
    }
    assertTrue(sources.size() > 10, sources.size() + " blocks were found");
    assertEquals(List.of(), faults(sources));
  }

  @Test
  void theIndexNamesThePackagesOfTheBlocks() {
    String index = read(DOCS.resolve("README.md"));
    PACKAGES.forEach(name -> assertTrue(index.contains("`" + name + "`"), name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0", "tcp0"})
  void theServerOfManyEndpointsEchoes(String adapter) throws Exception {
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("Given", IMPORTS + GIVEN));
    addBlocks(DOCS.resolve("how-to/serve-many-endpoints.md"), sources);
    sources.add(new Source("Server", IMPORTS + SERVER));
    assertEquals(List.of(), faults(sources));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Method serve = loader.loadClass("Server").getMethod("serve", Ia.class, long.class);
      FutureTask<Void> server;
      try (Ia ia = Dat.openIa(adapter)) {
        long qualifier = freePort();
        server = new FutureTask<>(() -> run(serve, ia, qualifier));
        new Thread(server).start();
        for (int i = 0; i < PAIRS; i++) {
          echo(ia, qualifier, 100 + i);
        }
      }
      // It ends with its adapter; its failure is one of this test.
      server.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0", "tcp0"})
  void theLoopOverASelectorEndsWithItsAdapter(String adapter) throws Exception {
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("Given", IMPORTS + GIVEN));
    addBlocks(DOCS.resolve("how-to/selector-and-dat.md"), sources);
    sources.add(new Source("Looped", IMPORTS + LOOPED));
    assertEquals(List.of(), faults(sources));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        Selector selector = Selector.open()) {
      Class<?> looped = loader.loadClass("Looped");
      Method serve = looped.getMethod("serve", Ia.class, Selector.class);
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false).register(selector, SelectionKey.OP_READ);
      FutureTask<Object> loop;
      try (Ia ia = Dat.openIa(adapter)) {
        loop = new FutureTask<>(() -> serve.invoke(null, ia, selector));
        new Thread(loop).start();
        pipe.sink().write(ByteBuffer.wrap(new byte[1]));
        looped.getMethod("awaitHandled").invoke(null); // the loop runs
        pipe.source().read(ByteBuffer.allocate(1));
      }
      loop.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      pipe.sink().close();
      pipe.source().close();
    }
  }

  @Test
  void theTestOfAProgramPasses() throws Exception {
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("Given", IMPORTS + GIVEN));
    addBlocks(DOCS.resolve("how-to/test-your-program.md"), sources);
    sources.add(new Source("Tested", TESTED));
    assertEquals(List.of(), faults(sources));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      loader.loadClass("Tested").getMethod("run").invoke(null);
    }
  }

  private static Void run(Method serve, Ia ia, long qualifier) throws IllegalAccessException {
    try {
      serve.invoke(null, ia, qualifier);
    } catch (InvocationTargetException e) {
      // The adapter may be closed while the server is busy.
      assertInstanceOf(DatException.class, e.getCause(), e.getCause()::toString);
    }
    return null;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void echo(Ia ia, long qualifier, int value) {
    DatEvent event = new DatEvent();
    try (DatConnection first = connected(ia, qualifier);
        DatConnection second = connected(ia, qualifier)) {
      for (DatConnection client : List.of(second, first)) {
        Region in = client.register(8);
        Region out = client.register(8);
        out.buffer().putInt(0, value);
        Ep ep = client.ep();
        assertEquals(0, ep.postRecv(in.context(), in.address(), 8, 1, CompletionFlags.DEFAULT));
        assertEquals(0, ep.postSend(out.context(), out.address(), 4, 2, CompletionFlags.DEFAULT));
        assertEquals(4, Dats.awaitDto(client.recvEvd(), 1, LIMIT, event));
        assertEquals(value, in.buffer().getInt(0));
      }
    }
  }

  /** Connects, again while the server is not up yet. */
  private static DatConnection connected(Ia ia, long qualifier) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      DatConnection client = Dats.endpoint(ia);
      try {
        client.connect(ia.address(), qualifier, LIMIT);
        return client;
      } catch (UnexpectedEventException notYet) {
        client.close();
        if (System.nanoTime() > end) {
          throw notYet;
        }
        Thread.onSpinWait();
      }
    }
  }

  private static void addBlocks(Path page, List<Source> sources) {
    Matcher block = BLOCK.matcher(read(page));
    String stem =
        page.getFileName().toString().replaceAll("\\.md$", "").replaceAll("[^A-Za-z]", "_");
    for (int i = 1; block.find(); i++) {
      String code = block.group(1);
      String members =
          MEMBERS.matcher(code).find() ? code : "void run() throws Exception {\n" + code + "\n}";
      String name = stem + "_" + i;
      sources.add(
          new Source(name, IMPORTS + "class " + name + " extends Given {\n" + members + "\n}"));
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> faults(List<Source> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertNotNull(compiler, "tests run on a JDK");
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    compiler
        .getTask(
            null,
            null,
            found,
            options,
            null,
            sources.stream().map(PageSnippetsTest::inMemory).toList())
        .call();
    return found.getDiagnostics().stream()
        .map(
            fault ->
                (fault.getSource() == null ? "" : fault.getSource().getName())
                    + ":"
                    + fault.getLineNumber()
                    + ": "
                    + fault.getMessage(Locale.ROOT))
        .toList();
  }

  private static JavaFileObject inMemory(Source source) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + source.name() + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source.text();
      }
    };
  }
}
