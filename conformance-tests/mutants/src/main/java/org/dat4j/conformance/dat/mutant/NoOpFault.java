package org.dat4j.conformance.dat.mutant;

import java.util.function.Predicate;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a call returns success and does nothing.
 *
 * @param which the calls
 */
record NoOpFault(Predicate<Call> which) implements DatFault {
  @Override
  public Object call(Call call) {
    if (!which.test(call)) {
      return call.proceed();
    }
    return call.method().getReturnType() == int.class ? DatReturn.SUCCESS : null;
  }
}
