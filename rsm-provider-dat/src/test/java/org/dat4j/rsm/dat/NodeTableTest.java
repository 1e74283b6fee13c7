package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the table of node addresses of RSM over DAT. */
class NodeTableTest {

  private static NodeTable parse(String... lines) {
    return NodeTable.parse("nodes", List.of(lines), 17400, 8);
  }

  @Test
  void linesGiveHostAndQualifier() throws Exception {
    NodeTable table =
        parse("# the nodes", "", "0 192.0.2.1", "\t7  ::1\t20000 # the second", "64 localhost");
    assertEquals(Set.of(0, 7, 64), table.named());
    assertEquals(17400, table.entry(0).qualifier());
    assertEquals(20000, table.entry(7).qualifier());
    assertEquals(InetAddress.getByName("192.0.2.1"), table.entry(0).address(null));
    assertNull(table.entry(1));
    assertNull(table.entry(-1));
    assertNull(table.entry(65));
    assertTrue(table.entry(7).isLocal());
    assertTrue(!table.entry(0).isLocal());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1 host 1 2",
        "x host",
        "-1 host",
        "65 host",
        "1 host 0",
        "1 host port",
        "1 host 65535"
      })
  void aWrongLineIsRefusedByItsNumber(String line) {
    RsmException e = assertThrows(RsmException.class, () -> parse("2 host", line));
    assertEquals(RsmReturn.BAD_CONF, e.code());
    assertTrue(e.getMessage().contains("nodes:2"), e.getMessage());
  }

  @Test
  void duplicateNodeIsRefused() {
    RsmException e = assertThrows(RsmException.class, () -> parse("1 a", "1 b"));
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
  }

  @Test
  void defaultNodesShareOneMachineWithQualifiersApart() throws Exception {
    NodeTable table = NodeTable.of(new RsmSettings(Map.of()), 1000, 4);
    assertEquals(1000, table.entry(0).qualifier());
    assertEquals(1004, table.entry(1).qualifier());
    InetAddress own = InetAddress.getLoopbackAddress();
    assertEquals(own, table.entry(1).address(own));
    assertTrue(table.named().isEmpty());
  }

  @Test
  void hostNamePatternIncludesNode() {
    NodeTable table = NodeTable.of(new RsmSettings(Map.of("dat.dns", "n%d.example")), 1000, 4);
    assertEquals(new NodeTable.Entry("n12.example", 1000), table.entry(12));
    assertThrows(
        RsmException.class,
        () -> NodeTable.of(new RsmSettings(Map.of("dat.dns", "example")), 1000, 4));
  }

  @Test
  void theTableIsReadFromItsFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("nodes"), "3 host 2000\n");
    NodeTable table = NodeTable.of(new RsmSettings(Map.of("dat.nodes", file.toString())), 1000, 4);
    assertEquals(new NodeTable.Entry("host", 2000), table.entry(3));
    RsmSettings missing = new RsmSettings(Map.of("dat.nodes", folder.resolve("no").toString()));
    RsmException e = assertThrows(RsmException.class, () -> NodeTable.of(missing, 1000, 4));
    assertEquals(RsmReturn.BAD_CONF, e.code());
  }

  @Test
  void aByteOrderMarkBeforeTheTableIsDropped(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("nodes");
    Files.writeString(file, "\ufeff1 192.0.2.1\r\n2 192.0.2.2\r\n");
    RsmSettings settings = new RsmSettings(Map.of("dat.nodes", file.toString()));
    assertEquals(Set.of(1, 2), NodeTable.of(settings, 17400, 8).named());
    Files.writeString(file, "1 192.0.2.1\n", StandardCharsets.UTF_16);
    RsmException e = assertThrows(RsmException.class, () -> NodeTable.of(settings, 17400, 8));
    assertEquals(RsmReturn.BAD_CONF, e.code());
    assertTrue(e.getMessage().contains("UTF-16"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\u00a0192.0.2.1", "\u200b1 192.0.2.1", "1 192.0.2.1\u200e"})
  void anInvisibleCharacterIsNamed(String line) {
    RsmException e = assertThrows(RsmException.class, () -> parse("2 host", line));
    assertTrue(e.getMessage().contains("nodes:2"), e.getMessage());
    assertTrue(e.getMessage().contains("invisible character U+"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "1, start one with -Ddat4j.rsm.node=1",
    "2, publish it there",
    "3, add it to the file of dat4j.rsm.dat.nodes"
  })
  void aConnectWithoutAnExporterNamesTheRemedy(int node, String remedy, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("nodes");
    Files.writeString(
        file, "1 127.0.0.1 " + Nodes.PORT + "\n2 127.0.0.1 " + (Nodes.PORT + 16) + "\n");
    try (Nodes nodes = new Nodes(Map.of("dat.nodes", file.toString()))) {
      RsmController importer = nodes.on("dattcp0", 2);
      RsmException e =
          assertThrows(
              RsmException.class,
              () -> importer.connectImportSegment(node, Nodes.ID, Permission.READ));
      assertTrue(e.remedy().contains(remedy), e.getMessage());
    }
  }

  @Test
  void unknownHostNameIsReported(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("nodes");
    Files.writeString(file, "1 no-such-host.invalid\n2 127.0.0.1 " + (Nodes.PORT + 16) + "\n");
    try (Nodes nodes = new Nodes(Map.of("dat.nodes", file.toString()))) {
      RsmController importer = nodes.on("dattcp0", 2);
      RsmException e =
          assertThrows(
              RsmException.class,
              () -> importer.connectImportSegment(1, Nodes.ID, Permission.READ));
      assertEquals(RsmReturn.REMOTE_NODE_UNREACHABLE, e.code());
      assertTrue(
          e.getMessage().contains("host name \"no-such-host.invalid\" is not known"),
          e.getMessage());
    }
  }
}
