package org.dat4j.conformance.dat.mutant;

import java.util.function.Supplier;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.forward.Call;

/**
 * The one known fault of a DAT mutant: gets each call on its way to the provider and changes what
 * it does or answers. One instance serves one run; it may be called by several threads.
 */
interface DatFault {
  /** Makes a call of an object, changed or not; it holds the provider's objects. */
  default Object call(Call call) {
    return call.proceed();
  }

  /** Makes a call unchanged, and notes what the fault has to know of it. */
  default Object pass(Call call) {
    return call.proceed();
  }

  /** Opens an adapter, changed or not; it holds the provider's objects. */
  default Ia open(OpenCall opening) {
    return opening.proceed();
  }

  /**
   * Makes a call of a registry, changed or not.
   *
   * @param page the page of the call
   * @param call makes it; gives its result, null for none
   */
  default Object registry(String page, Supplier<Object> call) {
    return call.get();
  }

  /** Calls the consumer's agent, or not; the EVD is the consumer's wrapper. */
  default void trigger(ProxyAgent agent, Evd evd) {
    agent.trigger(evd);
  }
}
