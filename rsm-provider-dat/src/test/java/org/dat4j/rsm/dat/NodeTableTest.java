package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where nodes are. */
class NodeTableTest {

  private static NodeTable parse(String... lines) {
    return NodeTable.parse("nodes", List.of(lines), 17400, 8);
  }

  @Test
  void linesGiveHostAndQualifier() throws Exception {
    NodeTable table =
        parse("# the nodes", "", "0 192.0.2.1", "\t7  ::1\t20000 # the second", "64 localhost");
    assertEquals(Set.of(0, 7, 64), table.named());
    assertEquals(17400, table.spot(0).qualifier());
    assertEquals(20000, table.spot(7).qualifier());
    assertEquals(InetAddress.getByName("192.0.2.1"), table.spot(0).address(null));
    assertNull(table.spot(1));
    assertNull(table.spot(-1));
    assertNull(table.spot(65));
    assertTrue(table.spot(7).isLocal());
    assertTrue(!table.spot(0).isLocal());
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
  void aNodeThatStandsThereTwiceIsRefused() {
    RsmException e = assertThrows(RsmException.class, () -> parse("1 a", "1 b"));
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
  }

  @Test
  void withoutATableTheNodesAreOnOneMachineAndApart() throws Exception {
    NodeTable table = NodeTable.of(new RsmSettings(Map.of()), 1000, 4);
    assertEquals(1000, table.spot(0).qualifier());
    assertEquals(1004, table.spot(1).qualifier());
    InetAddress own = InetAddress.getLoopbackAddress();
    assertEquals(own, table.spot(1).address(own));
    assertTrue(table.named().isEmpty());
  }

  @Test
  void namesOfHostsMayBeMadeOfTheNode() {
    NodeTable table = NodeTable.of(new RsmSettings(Map.of("dat.dns", "n%d.example")), 1000, 4);
    assertEquals(new NodeTable.Spot("n12.example", 1000), table.spot(12));
    assertThrows(
        RsmException.class,
        () -> NodeTable.of(new RsmSettings(Map.of("dat.dns", "example")), 1000, 4));
  }

  @Test
  void theTableIsReadFromItsFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("nodes"), "3 host 2000\n");
    NodeTable table = NodeTable.of(new RsmSettings(Map.of("dat.nodes", file.toString())), 1000, 4);
    assertEquals(new NodeTable.Spot("host", 2000), table.spot(3));
    RsmSettings missing = new RsmSettings(Map.of("dat.nodes", folder.resolve("no").toString()));
    RsmException e = assertThrows(RsmException.class, () -> NodeTable.of(missing, 1000, 4));
    assertEquals(RsmReturn.BAD_CONF, e.code());
  }
}
