package org.dat4j.dat.ipc.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ends of a ring, also where its bytes make no sense. */
class RingTest {

  private static final int RING = 4096;
  private static final int BASE = 512;

  @TempDir private Path folder;

  private Slot slot(boolean initiator) {
    return new Slot(ByteBuffer.allocateDirect(BASE + Slot.bytes(RING)), BASE, RING, initiator);
  }

  @Test
  void recordsComeAsTheyWerePut() {
    ByteBuffer memory = ByteBuffer.allocateDirect(BASE + Slot.bytes(RING));
    RingWriter writer = new Slot(memory, BASE, RING, true).writer();
    RingReader reader = new Slot(memory, BASE, RING, false).reader();
    Random random = new Random(5);
    long put = 0;
    long taken = 0;
    while (taken < 20_000) {
      int wish = random.nextInt(300);
      int count = Math.min(writer.room(wish), wish);
      if (count >= 0 && random.nextInt(3) > 0) {
        for (int i = 0; i < count; i++) {
          writer.memory().put(writer.payloadIndex() + i, (byte) (put + i));
        }
        writer.put(RecordType.WRITE, 5, put, count, (int) -put, ~put, count);
        put++;
      } else if (reader.next()) {
        assertEquals(RecordType.WRITE, reader.type());
        assertEquals(5, reader.flags());
        assertEquals(taken, reader.number());
        assertEquals((int) -taken, reader.context());
        assertEquals(~taken, reader.address());
        assertEquals(reader.payload(), reader.total());
        for (int i = 0; i < reader.payload(); i++) {
          assertEquals((byte) (taken + i), reader.memory().get(reader.payloadIndex() + i));
        }
        reader.take();
        taken++;
        if (random.nextBoolean()) {
          reader.publishPosition();
        }
      } else {
        assertEquals(put, taken);
        reader.publishPosition();
      }
    }
  }

  @Test
  void randomBytesAreRefusedOrStayInTheRing() {
    Random random = new Random(7);
    byte[] noise = new byte[RING];
    int refused = 0;
    for (int round = 0; round < 2000; round++) {
      ByteBuffer memory = ByteBuffer.allocateDirect(BASE + Slot.bytes(RING));
      Slot end = new Slot(memory, BASE, RING, false);
      RingReader reader = end.reader();
      int ring = reader.payloadIndex() - RingWriter.HEADER;
      random.nextBytes(noise);
      if (round % 2 == 0) {
        // A plausible first word.
        noise[0] = (byte) (1 + random.nextInt(7));
        noise[6] = 0;
        noise[7] = 0;
      }
      memory.put(ring, noise, 0, RING);
      try {
        for (int i = 0; i < 200 && reader.next(); i++) {
          int from = reader.payloadIndex();
          assertTrue(from >= ring && from + reader.payload() <= ring + RING);
          reader.take();
          reader.publishPosition();
        }
      } catch (RingFaultException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000, () -> "most rings make no sense");
  }

  @Test
  void aPeerThatSaysItHasReadMoreThanThereIsIsRefused() {
    Slot end = slot(true);
    RingWriter writer = end.writer();
    writer.put(RecordType.BYE, 0, 0, 0, 0, 0, 0);
    ByteBuffer memory = writer.memory();
    for (long head : new long[] {-32, 64, Long.MIN_VALUE, Long.MAX_VALUE}) {
      memory.order(ByteOrder.nativeOrder()).putLong(BASE + 64, head);
      assertThrows(RingFaultException.class, () -> writer.isRead(writer.tail()));
    }
  }

  @Test
  void onlyOneThreadWakesASleepingPeer() throws IOException {
    Path file = folder.resolve("area");
    Area area = Area.create(file, RING);
    Doorbells here = area.doorbells(true);
    Doorbells there = Area.open(file, RING).doorbells(false);
    there.setSleeping(true);
    assertTrue(here.mustWakePeer());
    assertFalse(here.mustWakePeer());
    here.ring(Doorbells.CONNECTIONS - 1);
    assertTrue(there.isRung());
    assertEquals(1L << 63, there.takeSummary());
    assertEquals(1L << 63, there.takeWord(63));
    assertFalse(there.isRung());
    there.putBack(3, 0, 6);
    assertEquals(3, there.takeSummary());
    assertEquals(6, there.takeWord(0));
  }

  @Test
  void aFileOfAnotherSizeAndALinkAreRefused() throws IOException {
    Path file = folder.resolve("area");
    Area.create(file, RING);
    assertThrows(IOException.class, () -> Area.open(file, 2 * RING));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThrows(IOException.class, () -> Area.open(link, RING));
  }
}
