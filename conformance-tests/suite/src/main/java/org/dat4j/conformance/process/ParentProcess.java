package org.dat4j.conformance.process;

/** Ends a second JVM of a test when its parent process, which started it, has ended. */
public final class ParentProcess {
  private ParentProcess() {}

  /**
   * Ends this process, whatever it does, when its parent has ended: one that is killed cannot end
   * its children.
   */
  public static void endWithIt() {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
  }
}
