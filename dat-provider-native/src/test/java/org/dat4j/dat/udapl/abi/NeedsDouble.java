package org.dat4j.dat.udapl.abi;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Loads the C double before a class's first test, so that a machine without a compiler or the DAT
 * headers aborts the class as a whole and no test's set-up or clean-up meets half a fixture.
 */
public final class NeedsDouble implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    NativeTools.loadDouble();
  }
}
