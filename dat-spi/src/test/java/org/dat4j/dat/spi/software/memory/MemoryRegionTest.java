package org.dat4j.dat.spi.software.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.DatException;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryRegionTest {

  private static final long BASE = 0xFFFF_FFFF_FFFF_F000L;
  private static final int SIZE = 0x800;

  private final HazardDomain hazards = new HazardDomain();
  private final MemoryRegion region =
      new MemoryRegion(
          hazards, ByteBuffer.allocateDirect(SIZE), BASE, SIZE, MemPriv.REMOTE_READ, null);

  @ParameterizedTest
  @CsvSource({
    "0, 0, OK",
    "0, 2048, OK",
    "2047, 1, OK",
    "2048, 0, OK",
    "0, 2049, OUT_OF_BOUNDS",
    "2047, 2, OUT_OF_BOUNDS",
    "2049, 0, OUT_OF_BOUNDS",
    "-1, 1, OUT_OF_BOUNDS",
    "4095, 2, WRAPS",
    "0, -1, WRAPS",
    "1, 9223372036854775807, WRAPS"
  })
  void aRangeIsPermittedExactlyWhenItLiesInside(long offset, long length, AccessResult expected) {
    RegionSlice span = new RegionSlice();
    AccessResult access =
        region.locate(null, MemPriv.REMOTE_READ, BASE + offset, length, hazards.mine(), 0, span);
    assertEquals(expected, access);
    if (expected == AccessResult.OK) {
      assertEquals(offset, span.index());
      assertEquals(length, span.length());
    }
  }

  @Test
  void aRevokeBehindASlotThatWasNotClearedNamesTheClear() {
    HazardPointers mine = hazards.mine();
    mine.publish(3, region);
    String message =
        assertThrows(
                DatException.class, () -> hazards.awaitUnused(region, () -> new BoundedWait(1)))
            .getMessage();
    assertTrue(message.contains("does not come to an end, or a wire did not call"), message);
    assertTrue(message.contains("HazardPointers.clear"), message);
    mine.clear(3);
    hazards.awaitUnused(region, () -> new BoundedWait(1));
  }

  @Test
  void aRevokedRegionIsNotRegisteredAgain() {
    assertNotNull(region.again(MemPriv.REMOTE_READ, null));
    region.revoke();
    assertNull(region.again(MemPriv.REMOTE_READ, null));
  }

  @Test
  void aMissingRightIsRefused() {
    AccessResult access =
        region.locate(null, MemPriv.REMOTE_WRITE, BASE, 1, hazards.mine(), 0, new RegionSlice());
    assertEquals(AccessResult.NO_RIGHT, access);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, HazardPointers.SLOTS})
  void aHazardSlotOutsideOfTheDeclaredOnesIsRefused(int slot) {
    HazardPointers mine = hazards.mine();
    RegionSlice span = new RegionSlice();
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> region.locate(null, MemPriv.REMOTE_READ, BASE, 1, mine, slot, span));
    assertThrows(IndexOutOfBoundsException.class, () -> mine.clear(slot));
  }

  @Test
  void anEmptySliceIsCopiedInOrder() {
    HazardPointers mine = hazards.mine();
    RegionSlice span = new RegionSlice();
    region.locate(null, MemPriv.REMOTE_READ, BASE, 0, mine, 0, span);
    assertTrue(span.copyInOrder(ByteBuffer.allocate(0), 0));
    assertTrue(span.copyInOrder(span));
  }

  @Test
  void revocationWaitsForTheThreadThatTouchesTheRegionAndBlocksNewOnes() {
    HazardPointers mine = hazards.mine();
    RegionSlice span = new RegionSlice();
    assertEquals(AccessResult.OK, region.locate(null, MemPriv.REMOTE_READ, BASE, 8, mine, 3, span));
    mine.publishFence();
    assertTrue(span.isValid());
    AtomicBoolean revoked = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(1);
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          Thread freer =
              new Thread(
                  () -> {
                    region.revoke();
                    revoked.set(true);
                    done.countDown();
                  });
          freer.start();
          while (region.isValid()) {
            Thread.onSpinWait();
          }
          assertFalse(done.await(20, TimeUnit.MILLISECONDS), "the free did not wait");
        });
    assertFalse(revoked.get());
    mine.clear(3);
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> done.await());
    region.locate(null, MemPriv.REMOTE_READ, BASE, 8, mine, 3, span);
    mine.publishFence();
    assertFalse(span.isValid());
  }

  @Test
  void aRevokedRegionKeepsNoMemoryAlive() {
    WeakReference<ByteBuffer> memory = new WeakReference<>(ByteBuffer.allocateDirect(SIZE));
    MemoryRegion kept = regionOf(memory);
    HazardPointers mine = hazards.mine();
    RegionSlice span = new RegionSlice();
    assertEquals(AccessResult.OK, kept.locate(null, MemPriv.REMOTE_READ, BASE, 8, mine, 3, span));
    kept.returnView(span.lendView());
    mine.clear(3);
    kept.revoke();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          while (memory.get() != null) {
            System.gc();
          }
        });
    assertFalse(kept.isValid());
    assertFalse(span.isValid());
  }

  private MemoryRegion regionOf(WeakReference<ByteBuffer> memory) {
    return new MemoryRegion(hazards, memory.get(), BASE, SIZE, MemPriv.REMOTE_READ, null);
  }

  @Test
  void aRegionIsNamedByItsContextUntilItIsRevoked() {
    region.enteredAs(7);
    assertTrue(region.isNamed(7));
    assertFalse(region.isNamed(8));
    region.revoke();
    assertFalse(region.isNamed(7));
  }

  @Test
  void aWindowOfMemoryThatWasRevokedTouchesNothing() {
    region.revoke();
    MemoryRegion window = region.window(BASE, 8, MemPriv.REMOTE_READ);
    window.open();
    RegionSlice span = new RegionSlice();
    HazardPointers mine = hazards.mine();
    assertEquals(AccessResult.OK, window.locate(null, MemPriv.REMOTE_READ, BASE, 8, mine, 3, span));
    mine.publishFence();
    assertTrue(span.isValid());
    assertFalse(span.copyFrom(span, 8));
    mine.clear(3);
  }
}
