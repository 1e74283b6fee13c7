package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImportSegmentTest {
  private static final int LENGTH = Fixture.LENGTH;
  private final Fixture fixture = new Fixture();
  private ExportSegment export;

  /** One of the ten transfers, with local memory of some items or none. */
  record Transfer(String name, int size, int right, Call call) {
    interface Call {
      int run(ImportSegment segment, long offset, int capacity, int index, int count);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Transfer> transfers() {
    int r = Permission.READ;
    int w = Permission.WRITE;
    return Stream.of(
        new Transfer("get8", 1, r, (s, o, n, i, c) -> s.get8(o, n < 0 ? null : new byte[n], i, c)),
        new Transfer(
            "get16", 2, r, (s, o, n, i, c) -> s.get16(o, n < 0 ? null : new short[n], i, c)),
        new Transfer("get32", 4, r, (s, o, n, i, c) -> s.get32(o, n < 0 ? null : new int[n], i, c)),
        new Transfer(
            "get64", 8, r, (s, o, n, i, c) -> s.get64(o, n < 0 ? null : new long[n], i, c)),
        new Transfer(
            "get", 1, r, (s, o, n, i, c) -> s.get(o, n < 0 ? null : ByteBuffer.allocate(n), i, c)),
        new Transfer("put8", 1, w, (s, o, n, i, c) -> s.put8(o, n < 0 ? null : new byte[n], i, c)),
        new Transfer(
            "put16", 2, w, (s, o, n, i, c) -> s.put16(o, n < 0 ? null : new short[n], i, c)),
        new Transfer("put32", 4, w, (s, o, n, i, c) -> s.put32(o, n < 0 ? null : new int[n], i, c)),
        new Transfer(
            "put64", 8, w, (s, o, n, i, c) -> s.put64(o, n < 0 ? null : new long[n], i, c)),
        new Transfer(
            "put", 1, w, (s, o, n, i, c) -> s.put(o, n < 0 ? null : ByteBuffer.allocate(n), i, c)));
  }

  @BeforeEach
  void publish() {
    export = fixture.published();
  }

  @Test
  void aMissingRightIsNamedAsTheConstantOfPermission() {
    ImportSegment writer = fixture.connected(Permission.WRITE);
    RsmException e = assertThrows(RsmException.class, () -> writer.get64(0, new long[1], 0, 1));
    assertEquals("0200 (WRITE)", e.value());
    assertEquals("connect with 0400 (READ) or 0600 (RDWR)", e.remedy());
  }

  @ParameterizedTest
  @MethodSource("transfers")
  void faultsAreFoundInTheOrderOfTheContract(Transfer transfer) {
    int size = transfer.size();
    int items = LENGTH / size;
    ImportSegment other = fixture.connected(transfer.right() ^ Permission.RDWR);
    Transfer.Call call = transfer.call();
    refused(RsmReturn.BAD_ADDR, () -> call.run(other, 1, -1, 0, 1));
    if (size > 1) {
      refused(RsmReturn.BAD_MEM_ALIGNMENT, () -> call.run(other, 1, 1, 0, 1));
    }
    refused(RsmReturn.PERM_DENIED, () -> call.run(other, LENGTH + size, 1, 0, 1));
    ImportSegment segment = fixture.connected(transfer.right());
    refused(RsmReturn.BAD_OFFSET, () -> call.run(segment, -size, 1, 0, 1));
    refused(RsmReturn.BAD_OFFSET, () -> call.run(segment, LENGTH, 1, 0, 1));
    refused(RsmReturn.BAD_OFFSET, () -> call.run(segment, LENGTH + size, 1, 0, 0));
    refused(RsmReturn.BAD_OFFSET, () -> call.run(segment, Long.MAX_VALUE / 16 * 16, 1, 0, 1));
    refused(RsmReturn.BAD_LENGTH, () -> call.run(segment, LENGTH - size, 2, 0, 2));
    refused(RsmReturn.BAD_LENGTH, () -> call.run(segment, size, items, 0, items));
    refused(RsmReturn.BAD_LENGTH, () -> call.run(segment, 0, 1, 0, -1));
    refused(RsmReturn.BAD_ADDR, () -> call.run(segment, 0, 1, 1, 1));
    refused(RsmReturn.BAD_ADDR, () -> call.run(segment, 0, 1, -1, 1));
    refused(RsmReturn.BAD_ADDR, () -> call.run(segment, 0, 1, Integer.MAX_VALUE, items));
    refused(RsmReturn.BARRIER_UNINITIALIZED, () -> call.run(segment, 0, 1, 0, 1));
    refused(RsmReturn.BARRIER_UNINITIALIZED, () -> call.run(segment, 0, 1, 0, 0));
    segment.setMode(BarrierMode.EXPLICIT);
    assertEquals(0, call.run(segment, 0, 1, 0, 1));
    segment.setMode(BarrierMode.IMPLICIT);
    RsmBarrier barrier = segment.initBarrier(BarrierType.NODE);
    assertEquals(0, call.run(segment, LENGTH, 1, 1, 0));
    assertEquals(0, call.run(segment, 0, items, 0, items));
    barrier.destroy();
    refused(RsmReturn.BARRIER_UNINITIALIZED, () -> call.run(segment, 0, 1, 0, 1));
    segment.initBarrier(BarrierType.DEFAULT);
    export.unpublish();
    assertEquals(RsmReturn.CONN_ABORTED, call.run(segment, 0, 1, 0, 1));
    segment.disconnect();
    refused(RsmReturn.BAD_SEG_HNDL, () -> call.run(segment, 0, -1, 0, 1));
  }

  @Test
  void itemsGoWhereTheyBelong() {
    ImportSegment segment = fixture.ready(Permission.RDWR);
    segment.put64(8, new long[] {1, 2, 3}, 1, 2);
    assertEquals(2, fixture.memory.getLong(8));
    assertEquals(3, fixture.memory.getLong(16));
    long[] data = {9, 9, 9, 9};
    segment.get64(0, data, 1, 3);
    assertArrayEquals(new long[] {9, 0, 2, 3}, data);
    refused(
        RsmReturn.BAD_ADDR, () -> segment.get(0, ByteBuffer.allocate(4).asReadOnlyBuffer(), 0, 4));
  }

  @Test
  void theLimitOfABufferDoesNotMatter() {
    ImportSegment segment = fixture.ready(Permission.RDWR);
    ByteBuffer local = ByteBuffer.allocate(16).put(9, (byte) 5).limit(2).position(1);
    ScatGath vector = new ScatGath(1).add(local, 8, 32, 8);
    assertEquals(RsmReturn.SUCCESS, segment.put(0, local, 8, 8));
    assertEquals(RsmReturn.SUCCESS, segment.putv(vector));
    assertEquals(5, fixture.memory.get(1));
    assertEquals(5, fixture.memory.get(33));
    fixture.memory.put(1, (byte) 6).put(33, (byte) 7);
    assertEquals(RsmReturn.SUCCESS, segment.get(0, local, 8, 8));
    assertEquals(6, local.duplicate().clear().get(9));
    assertEquals(RsmReturn.SUCCESS, segment.getv(vector));
    assertEquals(7, local.duplicate().clear().get(9));
    assertEquals(1, local.position());
    assertEquals(2, local.limit());
  }

  @Test
  void spansAreOpenedAndClosed() {
    ImportSegment segment = fixture.connected(Permission.RDWR);
    RsmBarrier barrier = segment.initBarrier(BarrierType.DEFAULT);
    refused(RsmReturn.BARRIER_NOT_OPENED, barrier::close);
    refused(RsmReturn.BARRIER_NOT_OPENED, barrier::order);
    assertEquals(0, barrier.open());
    assertEquals(0, barrier.order());
    assertEquals(0, barrier.close());
    refused(RsmReturn.BARRIER_NOT_OPENED, barrier::close);
    barrier.open();
    export.unpublish();
    assertEquals(RsmReturn.CONN_ABORTED, barrier.order());
    assertEquals(RsmReturn.CONN_ABORTED, barrier.close());
    RsmBarrier second = segment.initBarrier(BarrierType.SEGMENT_THREAD);
    second.destroy();
    refused(RsmReturn.BARRIER_UNINITIALIZED, second::destroy);
    refused(RsmReturn.BARRIER_UNINITIALIZED, second::open);
    segment.disconnect();
    refused(RsmReturn.BAD_SEG_HNDL, barrier::open);
    refused(RsmReturn.BAD_SEG_HNDL, () -> segment.initBarrier(BarrierType.DEFAULT));
  }

  @Test
  void destroyingAnotherBarrierLeavesTheImplicitOne() {
    ImportSegment segment = fixture.connected(Permission.RDWR);
    RsmBarrier first = segment.initBarrier(BarrierType.DEFAULT);
    segment.initBarrier(BarrierType.DEFAULT);
    first.destroy();
    assertEquals(0, segment.get8(0, new byte[1], 0, 1));
  }

  @Test
  void modeBelongsToTheImport() {
    ImportSegment one = fixture.connected(Permission.RDWR);
    ImportSegment two = fixture.connected(Permission.RDWR);
    one.setMode(BarrierMode.EXPLICIT);
    refused(RsmReturn.BAD_MODE, () -> one.setMode(null));
    assertEquals(BarrierMode.EXPLICIT, one.getMode());
    assertEquals(BarrierMode.IMPLICIT, two.getMode());
  }

  @Test
  void aControllerThatCannotMapSaysSoAfterTheChecks() {
    ImportSegment segment = fixture.connected(Permission.READ);
    refused(RsmReturn.BAD_PERMS, () -> map(segment, 0600, 0, 1));
    refused(RsmReturn.BAD_PERMS, () -> map(segment, 0, 0, 1));
    refused(RsmReturn.BAD_LENGTH, () -> map(segment, 0400, 1, 0));
    refused(RsmReturn.BAD_OFFSET, () -> map(segment, 0400, -4096, 1));
    refused(RsmReturn.BAD_OFFSET, () -> map(segment, 0400, LENGTH, 1));
    refused(RsmReturn.BAD_LENGTH, () -> map(segment, 0400, 4096, LENGTH));
    refused(RsmReturn.BAD_MEM_ALIGNMENT, () -> map(segment, 0400, 1, 1));
    refused(
        RsmReturn.BAD_MEM_ALIGNMENT, () -> segment.map(MapAttribute.FIXED, 4097, 0400, 0, 4096));
    refused(RsmReturn.MAP_FAILED, () -> map(segment, 0400, 4096, 4096));
    refused(RsmReturn.SEG_NOT_MAPPED, segment::unmap);
  }

  private static void map(ImportSegment segment, int perm, long offset, long length) {
    segment.map(MapAttribute.NONE, 0, perm, offset, length);
  }

  @Test
  void pollReferencesKeepTheConnection() {
    ImportSegment segment = fixture.connected(Permission.READ);
    segment.getPollfd(new PollFd());
    refused(RsmReturn.POLLFD_IN_USE, segment::disconnect);
    segment.releasePollfd();
    segment.disconnect();
    refused(RsmReturn.BAD_SEG_HNDL, segment::disconnect);
    segment.close();
  }

  @Test
  void vectorsAreCheckedAsAWholeFirst() {
    ImportSegment reader = fixture.connected(Permission.READ);
    ImportSegment segment = fixture.connected(Permission.RDWR);
    ScatGath vector = new ScatGath(17);
    refused(RsmReturn.BAD_SGIO, () -> segment.putv(null));
    refused(RsmReturn.BAD_SGIO, () -> segment.putv(vector));
    for (int i = 0; i < 17; i++) {
      vector.add(fixture.memory, 0, 0, 1);
    }
    refused(RsmReturn.BAD_SGIO, () -> segment.getv(vector));
    assertEquals(0, vector.residual());
    vector.clear().add(fixture.memory, 0, 0, 1);
    refused(RsmReturn.PERM_DENIED, () -> reader.putv(vector));
    assertEquals(1, vector.residual());
    assertEquals(0, reader.getv(vector));
    reader.disconnect();
    refused(RsmReturn.BAD_SEG_HNDL, () -> reader.getv(vector.clear()));
  }

  @Test
  void aBadEntryEndsTheVector() {
    ImportSegment segment = fixture.connected(Permission.RDWR);
    ByteBuffer local = fixture.controller.allocate(4096);
    LocalMemoryHandle handle = fixture.controller.createLocalMemoryHandle(local.slice(0, 100));
    LocalMemoryHandle freed = fixture.controller.createLocalMemoryHandle(local);
    freed.close();
    List<ScatGath> vectors =
        List.of(
            vector().add((ByteBuffer) null, 0, 0, 1),
            vector().add(local, 4096, 0, 1),
            vector().add(local, 0, LENGTH, 1),
            vector().add(local, 0, LENGTH - 1, 2),
            vector().add(local, 0, 0, -1),
            vector().add(handle, 101, 0, 0),
            vector().add(handle, 99, 0, 2),
            vector().add(freed, 0, 0, 1),
            vector().add((LocalMemoryHandle) null, 0, 0, 1));
    int[] codes = {
      RsmReturn.BAD_ADDR,
      RsmReturn.BAD_ADDR,
      RsmReturn.BAD_OFFSET,
      RsmReturn.BAD_LENGTH,
      RsmReturn.BAD_LENGTH,
      RsmReturn.BAD_OFFSET,
      RsmReturn.BAD_LENGTH,
      RsmReturn.BAD_SGIO,
      RsmReturn.BAD_SGIO
    };
    for (int i = 0; i < codes.length; i++) {
      ScatGath vector = vectors.get(i).add(local, 0, 1, 1).flags(SignalFlags.IMPLICIT_SIGPOST);
      fixture.memory.put(0, (byte) 0).put(1, (byte) 0);
      refused(codes[i], () -> segment.putv(vector));
      assertEquals(2, vector.residual());
      assertEquals(42, fixture.memory.get(0));
      assertEquals(0, fixture.memory.get(1));
    }
    assertEquals(RsmReturn.TIMEOUT, export.await(0));
  }

  private static ScatGath vector() {
    return new ScatGath(3).add(ByteBuffer.allocate(1).put(0, (byte) 42), 0, 0, 1);
  }

  @Test
  void aVectorThatSucceedsPostsWhenAskedTo() {
    ImportSegment segment = fixture.connected(Permission.RDWR);
    LocalMemoryHandle handle =
        fixture.controller.createLocalMemoryHandle(fixture.controller.allocate(100));
    ScatGath vector = vector().add(handle, 7, 100, 3).add((ByteBuffer) null, 0, 0, 0);
    vector.setResidual(9);
    assertEquals(0, segment.putv(vector.flags(SignalFlags.NO_ACCUMULATE)));
    assertEquals(0, vector.residual());
    assertEquals(RsmReturn.TIMEOUT, export.await(0));
    int both = SignalFlags.IMPLICIT_SIGPOST | SignalFlags.NO_ACCUMULATE;
    assertEquals(0, segment.putv(vector.flags(both)));
    assertEquals(0, segment.getv(vector.flags(both)));
    assertEquals(both, vector.flags());
    assertEquals(0, export.await(0));
    assertEquals(RsmReturn.TIMEOUT, export.await(0));
    export.unpublish();
    assertEquals(RsmReturn.CONN_ABORTED, segment.putv(vector));
    assertEquals(3, vector.residual());
  }
}
