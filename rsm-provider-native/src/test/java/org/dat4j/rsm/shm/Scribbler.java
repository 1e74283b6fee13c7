package org.dat4j.rsm.shm;

import java.io.RandomAccessFile;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A process of another user that writes rubbish into a file until its input ends. It needs no other
 * class. Arguments: the file, a seed, and columns of words to write: PLACE:STRIDE:COUNT.
 */
final class Scribbler {
  private static final int[] VALUES = {0, 1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};

  private Scribbler() {}

  /** Starts it. */
  public static void main(String[] arguments) throws Exception {
    Random random = new Random(Long.parseLong(arguments[1]));
    try (RandomAccessFile file = new RandomAccessFile(arguments[0], "rw")) {
      System.out.println("ready");
      while (System.in.available() == 0) {
        String[] column = arguments[2 + random.nextInt(arguments.length - 2)].split(":");
        int row = random.nextInt(Integer.parseInt(column[2]));
        file.seek(Integer.parseInt(column[0]) + (long) row * Integer.parseInt(column[1]));
        int pick = random.nextInt(VALUES.length + 2);
        file.writeInt(pick < VALUES.length ? VALUES[pick] : random.nextInt());
        if (random.nextInt(16) == 0) {
          // Leaves the processor to the others.
          LockSupport.parkNanos(1_000_000);
        }
      }
    }
  }
}
