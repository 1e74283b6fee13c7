package org.dat4j.conformance.rsm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIdRange;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_get_segmentid_range, which looks up the segment ids that a file reserves for an
 * application.
 */
class SegmentIdClauses extends RsmTest {
  private static final SegmentIdRange FOO = new SegmentIdRange(0x600000, 1000);

  private Path file(String text) throws IOException {
    Path file = Files.createTempFile("rsm", ".segmentid");
    atEnd(() -> Files.deleteIfExists(file));
    return Files.writeString(file, text);
  }

  private RsmRegistryUnderTest on(Path file) {
    return registry(RsmRegistry.builder().setting("segmentid", file.toString()));
  }

  private SegmentIdRange range(String text) throws IOException {
    return on(file(text)).getSegmentIdRange("SUNWfoo");
  }

  @Test
  @Clauses({
    "rsm_get_segmentid_range.01",
    "rsm_get_segmentid_range.02",
    "rsm_get_segmentid_range.04"
  })
  void unanswerableQueriesAreRefusedFirst() throws Exception {
    unanswerableQueriesAreRefused();
  }

  @Test
  @Clauses({
    "rsm_get_segmentid_range.08",
    "rsm_get_segmentid_range.10",
    "rsm_get_segmentid_range.11"
  })
  void unanswerableQueriesAreRefusedSecond() throws Exception {
    unanswerableQueriesAreRefused();
  }

  private void unanswerableQueriesAreRefused() throws Exception {
    Path good = file("reserved SUNWfoo 0x600000 1000\n");
    clause("rsm_get_segmentid_range.01")
        .refuses(() -> on(good).getSegmentIdRange(null), RsmReturn.BAD_ADDR);
    clause("rsm_get_segmentid_range.02")
        .refuses(() -> on(Path.of("/nonexistent/x")).getSegmentIdRange("a"), RsmReturn.BAD_CONF);
    clause("rsm_get_segmentid_range.04")
        .refuses(() -> on(good).getSegmentIdRange("SUNWfo"), RsmReturn.BAD_APPID);
    for (String before : List.of("\n", "reserved x 0x1\n", "reserved\n", "   \n")) {
      clause("rsm_get_segmentid_range.08")
          .refuses(() -> range(before + "reserved SUNWfoo 0x600000 1000\n"), RsmReturn.BAD_CONF);
    }
    clause("rsm_get_segmentid_range.10")
        .refuses(() -> range("keep SUNWfoo 0x600000 1000\n"), RsmReturn.BAD_CONF);
    for (String bad : List.of("0xzz 1000", "0x600000 many", "0x600000 0x10")) {
      clause("rsm_get_segmentid_range.11")
          .refuses(() -> range("reserved SUNWfoo " + bad + "\n"), RsmReturn.BAD_CONF);
    }
  }

  @Test
  @Clauses("rsm_get_segmentid_range.03")
  void anUnreadableFileIsRefused() throws Exception {
    Path folder = Files.createTempDirectory("rsm");
    atEnd(() -> Files.delete(folder));
    clause("rsm_get_segmentid_range.03")
        .refuses(() -> on(folder).getSegmentIdRange("a"), RsmReturn.BAD_CONF);
  }

  @Test
  @Clauses({
    "rsm_get_segmentid_range.05",
    "rsm_get_segmentid_range.06",
    "rsm_get_segmentid_range.07"
  })
  void entriesAreReadFirst() throws Exception {
    entriesAreRead();
  }

  @Test
  @Clauses({
    "rsm_get_segmentid_range.09",
    "rsm_get_segmentid_range.12",
    "rsm_get_segmentid_range.14"
  })
  void entriesAreReadSecond() throws Exception {
    entriesAreRead();
  }

  private void entriesAreRead() throws Exception {
    String line = "reserved SUNWfoo 0x600000 1000\n";
    clause("rsm_get_segmentid_range.05").equal(FOO, range(line), "the page's example");
    clause("rsm_get_segmentid_range.06")
        .equal(FOO, range("reserve SUNWfoo 0x600000 1000\n"), "the other keyword");
    clause("rsm_get_segmentid_range.07")
        .equal(
            FOO,
            range("# one\n #two\nreserved\t \tSUNWfoo  0x600000\t1000\n"),
            "mixed separators and comments");
    clause("rsm_get_segmentid_range.09")
        .equal(FOO, range("reserved SUNWfoo 600000 1000\n"), "without 0x");
    clause("rsm_get_segmentid_range.12")
        .equal(
            FOO,
            range("reserved sunwFOO 0x600000 1000\nreserved SUNWfoo 0x700000 1\n\n"),
            "the first match");
    RsmRegistryUnderTest registry = on(file(line));
    clause("rsm_get_segmentid_range.12").works(() -> registry.getSegmentIdRange("sunwFOO"));
    List<SegmentIdRange> answers = concurrently(4, () -> registry.getSegmentIdRange("SUNWfoo"));
    clause("rsm_get_segmentid_range.14").equal(Set.of(FOO), Set.copyOf(answers), "all answers");
  }

  @Test
  @Clauses("rsm_get_segmentid_range.13")
  void idsOfARangeCanBePublished() throws Exception {
    int base = freshId();
    for (int i = 0; i < 5; i++) {
      freshId();
    }
    SegmentIdRange found = range("reserved SUNWfoo " + Integer.toHexString(base) + " 5\n");
    for (int i = 0; i < found.length(); i++) {
      ExportSegment export = export();
      int id = found.baseId() + i;
      clause("rsm_get_segmentid_range.13").works(() -> export.publish(id, null));
    }
  }
}
