package example.engine;

import org.dat4j.dat.spi.AbstractPz;

/** A PZ of the queue engine: endpoints and memory compare it. */
final class EnginePz extends AbstractPz {

  EnginePz(EngineIa ia) {
    super(ia);
  }

  @Override
  protected void implFree() {}
}
