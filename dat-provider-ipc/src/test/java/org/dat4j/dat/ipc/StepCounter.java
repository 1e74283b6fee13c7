package org.dat4j.dat.ipc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A counter in a file that two processes share. The one that works counts its steps in it: the
 * number is odd while it is inside of a step.
 */
final class StepCounter {

  private final MappedByteBuffer memory;

  StepCounter(Path file) throws IOException {
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.setLength(64);
      memory = raw.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 64);
      memory.order(ByteOrder.nativeOrder());
    }
  }

  int get() {
    return memory.getInt(0);
  }

  void step(Runnable step) {
    memory.putInt(0, get() + 1);
    try {
      step.run();
    } finally {
      memory.putInt(0, get() + 1);
    }
  }
}
