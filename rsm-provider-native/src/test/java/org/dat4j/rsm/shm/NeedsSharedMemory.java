package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Aborts a class where the machine has no shared memory for the provider, and says why; with
 * DAT4J_REQUIRE_NATIVE=1 in the environment the class fails.
 */
final class NeedsSharedMemory implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    String problem = new ShmProvider().unusable();
    if (problem == null) {
      return;
    }
    if ("1".equals(System.getenv("DAT4J_REQUIRE_NATIVE"))) {
      fail(problem + "; DAT4J_REQUIRE_NATIVE=1 makes this a failure");
    }
    Assumptions.abort(problem);
  }
}
