package org.dat4j.conformance.dat.mutant.fault;

import java.util.function.Supplier;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.forward.Call;

/**
 * The one known fault of a DAT mutant: gets each call on its way to the provider and changes what
 * it does or answers. One instance serves one run; it may be called by several threads.
 */
public interface DatFault {
  /**
   * Makes a call of an object, changed or not.
   *
   * @param call the call, with the provider's objects
   * @return its answer, null for none
   */
  default Object call(Call call) {
    return call.proceed();
  }

  /**
   * Makes a call unchanged, and notes what the fault has to know of it.
   *
   * @param call the call, with the provider's objects
   * @return its answer, null for none
   */
  default Object pass(Call call) {
    return call.proceed();
  }

  /**
   * Opens an adapter, changed or not.
   *
   * @param opening the arguments, with the provider's objects
   * @return the adapter
   */
  default Ia open(OpenCall opening) {
    return opening.proceed();
  }

  /**
   * Makes a call of a registry, changed or not.
   *
   * @param page the page of the call
   * @param call makes it; gives its result, null for none
   * @return the result, null for none
   */
  default Object registry(String page, Supplier<Object> call) {
    return call.get();
  }

  /**
   * Calls the consumer's agent, or not.
   *
   * @param agent the consumer's agent
   * @param evd the consumer's wrapper of the EVD
   */
  default void trigger(ProxyAgent agent, Evd evd) {
    agent.trigger(evd);
  }
}
