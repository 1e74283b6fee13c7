package example.engine;

import org.dat4j.dat.spi.AbstractPz;

/**
 * The protection zone (PZ) of the example provider: transfers demand that endpoint and memory have
 * the same one.
 */
final class EnginePz extends AbstractPz {

  EnginePz(EngineIa ia) {
    super(ia);
  }

  @Override
  protected void implFree() {}
}
