package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {

  private static final Field INT = new Field(4, 4);
  private static final Field LONG = new Field(8, 8);
  private static final Field TEXT = new Field(16, 4);

  private final NativeMemory memory = NativeMemory.allocate(24);

  @Test
  void blocksStartOnCacheLines() {
    for (int size : new int[] {1, 63, 64, 65, 688}) {
      assertEquals(0, NativeMemory.allocate(size).address() % 64, "size " + size);
    }
  }

  @Test
  void bytesWrittenByJavaAreAtTheAddress() {
    memory.setInt(INT, 0x8182_8384);
    memory.setLong(LONG, 0x9192_9394_9596_9798L);

    Pointer native1 = new Pointer(memory.address());
    assertEquals(0, native1.getInt(0));
    assertEquals(0x8182_8384, native1.getInt(4));
    assertEquals(0x9192_9394_9596_9798L, new Pointer(memory.address(LONG)).getLong(0));
  }

  @Test
  void bytesWrittenByNativeCodeAreReadByJava() {
    new Pointer(memory.address()).setLong(8, 0x8111_2222_3333_4444L);

    assertEquals(0x8111_2222_3333_4444L, memory.getLong(LONG));
    assertEquals(0x8111_2222_3333_4444L, memory.getLong(8));
  }

  @Test
  void memberOfAnotherWidthIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> memory.getInt(LONG));
    assertThrows(IllegalArgumentException.class, () -> memory.setLong(INT, 1));
  }

  @Test
  void unsignedMemberHasFourOrEightBytes() {
    memory.setUnsigned(INT, 0xffff_fffeL);
    memory.setUnsigned(LONG, 0x1_0000_0001L);
    assertEquals(0xffff_fffeL, memory.getUnsigned(INT));
    assertEquals(0x1_0000_0001L, memory.getUnsigned(LONG));
  }

  @Test
  void textThatLeavesNoRoomForItsEndIsRefused() {
    memory.setText(TEXT, "abc");
    assertEquals("abc", memory.getText(TEXT));
    assertThrows(IllegalArgumentException.class, () -> memory.setText(TEXT, "abcd"));
  }

  @Test
  void textOfCharactersThatAreNoBytesIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> memory.setText(TEXT, "\u0100"));
    assertThrows(IllegalArgumentException.class, () -> memory.setText(TEXT, "a\0"));
  }

  @Test
  void textWithoutEndIsCutAtTheArray() {
    memory.setInt(16, 0x4141_4141);
    assertEquals("AAAA", memory.getText(TEXT));
  }

  @Test
  void clearedMemoryIsZero() {
    memory.setLong(LONG, -1);
    memory.clear();
    assertEquals(0, memory.getLong(LONG));
  }

  @Test
  void addressOfABufferIsThatOfItsPosition() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    long start = NativeMemory.addressOf(buffer);
    assertEquals(start + 5, NativeMemory.addressOf(buffer.position(5)));
  }

  @Test
  void heapBufferHasNoAddress() {
    ByteBuffer heap = ByteBuffer.allocate(8);
    assertThrows(IllegalArgumentException.class, () -> NativeMemory.addressOf(heap));
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> NativeMemory.allocate(0));
    assertThrows(IllegalArgumentException.class, () -> NativeMemory.allocate((1 << 30) + 1));
  }

  @Test
  void segmentBeyondTheAbiIsRefused() {
    TripletMemory iov = new TripletMemory(1);
    if (Abi.current() == Abi.DAT_2_0) {
      assertThrows(IllegalArgumentException.class, () -> iov.put(0, 1, 0, 0x1_0000_0000L));
    } else {
      iov.put(0, 1, 0, 0x1_0000_0000L);
    }
    assertThrows(IllegalArgumentException.class, () -> iov.put(0, 1, 0, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> iov.put(1, 1, 0, 0));
  }

  @Test
  void foreignMemoryOfTheNullAddressIsEmpty() {
    assertEquals(0, ForeignMemory.copy(0, 8).length);
    assertEquals(null, ForeignMemory.text(0));
    assertThrows(IllegalArgumentException.class, () -> ForeignMemory.copy(8, -1));
  }
}
