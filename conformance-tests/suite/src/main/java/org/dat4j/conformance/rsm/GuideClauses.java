package org.dat4j.conformance.rsm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/**
 * Tests of the rules in RSM's programmer's guide, which add to the manual pages; among them its
 * sample program.
 */
class GuideClauses extends RsmTest {
  private static final int SAMPLE_ID = 0x400000;

  @Test
  @Clauses("guide.01")
  void theSampleProgramWorks() throws Exception {
    int pages = Math.max(1, 8192 / page());
    ByteBuffer memory = memory(pages);
    ExportSegment export = export(memory, ExportFlags.NONE);
    export.publish(SAMPLE_ID, null);
    RsmPeer peer = peer();
    clause("guide.01").equal(0, peer.ask("connect " + SAMPLE_ID + " 0600"), "their connect");
    byte[] message = "hello".getBytes(StandardCharsets.US_ASCII);
    var reader = background(() -> export.await(20_000));
    for (int i = 0; i < message.length; i++) {
      peer.ask("put " + SAMPLE_ID + " " + i + " " + message[i]);
    }
    peer.ask("postimport " + SAMPLE_ID + " 0");
    clause("guide.01").equal(RsmReturn.SUCCESS, (int) reader.get(), "code of the wait");
    byte[] seen = new byte[message.length];
    memory.get(0, seen);
    clause("guide.01").that(Arrays.equals(message, seen), "the message");
    peer.ask("disconnect " + SAMPLE_ID);
  }

  @Test
  @Clauses("guide.02")
  void memoryIsPublishedThroughTwoControllers() throws Exception {
    ConnectedSegment link = link();
    RsmController loopback = registry().getController(null);
    atEnd(loopback::close);
    ExportSegment second = loopback.createExportSegment(link.memory(), ExportFlags.NONE);
    atEnd(second::close);
    int id = freshId();
    second.publish(id, null);
    ImportSegment in = loopback.connectImportSegment(node(), id, Permission.RDWR);
    atEnd(in::close);
    in.initBarrier(BarrierType.DEFAULT);
    clause("guide.02").gives(() -> in.put8(0, new byte[] {5}, 0, 1), RsmReturn.SUCCESS);
    clause("guide.02").equal(5, link.memory().get(0), "what was put through the second");
  }

  @Test
  @Clauses("guide.04")
  void everythingWorksWithoutMapping() throws Exception {
    ConnectedSegment link = link();
    byte[] data = data(100);
    byte[] back = new byte[100];
    clause("guide.04").gives(() -> link.importer().put8(0, data, 0, 100), 0);
    clause("guide.04").gives(() -> link.importer().get8(0, back, 0, 100), 0);
    clause("guide.04").that(Arrays.equals(data, back), "put and get");
    ByteBuffer local = ByteBuffer.allocate(100);
    clause("guide.04").gives(() -> link.importer().getv(new ScatGath(1).add(local, 0, 0, 100)), 0);
    clause("guide.04").that(Arrays.equals(data, local.array()), "getv");
    clause("guide.04")
        .gives(() -> link.importer().putv(new ScatGath(1).add(local, 0, 500, 100)), 0);
    clause("guide.04").that(Arrays.equals(data, link.seen(500, 100)), "putv");
  }
}
