package org.dat4j.tools.info;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.tools.CommandRun;

/** Runs a command line in a process that has no file descriptor left. */
final class DescriptorsUsedUpMain {
  private DescriptorsUsedUpMain() {}

  /** Runs it once for its classes to be loaded, and a second time without descriptors. */
  public static void main(String[] words) {
    CommandRun.of(words);
    List<InputStream> open = new ArrayList<>();
    try {
      while (true) {
        open.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException usedUp) {
      CommandRun run = CommandRun.of(words);
      System.out.println(run.out() + run.err());
      System.out.println(open.size() + " files are open");
    }
    System.exit(0);
  }
}
