package org.dat4j.rsm.librsm;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Loads the C double before a class's first test, so that a machine without a compiler aborts the
 * class as a whole, and makes it alive before each.
 */
final class NeedsDouble implements BeforeAllCallback, BeforeEachCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    CDouble.load();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    DoubleControl.double_reset(1);
  }
}
