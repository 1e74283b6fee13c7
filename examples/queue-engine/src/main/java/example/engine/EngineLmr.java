package example.engine;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.dat4j.dat.MemType;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;

/**
 * The local memory region (LMR) of the example provider: a registered buffer and the address that
 * peers use for it.
 */
final class EngineLmr extends AbstractLmr {

  private static final long PAGE_MASK = 0x0000_7FFF_FFFF_F000L;

  private final EngineIa ia;
  private final ByteBuffer memory;

  private EngineLmr(EngineIa ia, LmrSpec spec, int context, ByteBuffer memory, long address) {
    super(spec, context, context, memory.capacity(), address);
    this.ia = ia;
    this.memory = memory;
  }

  /**
   * Makes a registration.
   *
   * @param context under which the adapter enters it
   * @param seed of the address, where the memory is new to the adapter
   */
  static EngineLmr of(EngineIa ia, LmrSpec spec, int context, long seed) {
    if (spec.memType() == MemType.LMR) {
      EngineLmr source = (EngineLmr) spec.region().lmr();
      return new EngineLmr(ia, spec, context, source.memory, source.registeredAddress());
    }
    ByteBuffer buffer = spec.region().buffer();
    if (buffer == null) {
      throw Errors.parameter(
          ia.where("createLmr"), 3, "region", spec.region(), "give a direct buffer");
    }
    ByteBuffer memory = buffer.slice(0, (int) spec.length());
    return new EngineLmr(ia, spec, context, memory, seed & PAGE_MASK);
  }

  /** Whether an endpoint of a PZ may use a range with these privileges. */
  boolean permits(AbstractPz zone, int privileges, long address, long length) {
    return spec().pz() == zone
        && (spec().privileges() & privileges) == privileges
        && covers(address, length);
  }

  /** Copies from another region; both ranges are permitted, and not empty. */
  void copyFrom(long to, EngineLmr source, long from, int count) {
    int target = (int) (to - registeredAddress());
    int origin = (int) (from - source.registeredAddress());
    memory.put(target, source.memory, origin, count - 1);
    // A program may poll the last byte.
    VarHandle.releaseFence();
    memory.put(target + count - 1, source.memory, origin + count - 1, 1);
  }

  @Override
  protected void implFree() {
    // Under the lock, so that no copy is under way when the memory is the program's again.
    QueueEngine.locked(() -> ia.forget(this));
  }
}
