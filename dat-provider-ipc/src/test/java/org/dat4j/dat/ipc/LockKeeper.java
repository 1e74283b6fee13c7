package org.dat4j.dat.ipc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that keeps the lock of a folder until it is killed. */
final class LockKeeper {
  private LockKeeper() {}

  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      System.out.println(channel.lock().isValid());
      System.in.read();
    }
  }
}
