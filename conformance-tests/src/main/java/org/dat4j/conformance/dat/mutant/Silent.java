package org.dat4j.conformance.dat.mutant;

import java.util.function.Predicate;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.forward.Call;

/**
 * A call that answers success and does nothing.
 *
 * @param which the calls
 */
record Silent(Predicate<Call> which) implements Fault {
  @Override
  public Object call(Call call) {
    if (!which.test(call)) {
      return call.proceed();
    }
    return call.method().getReturnType() == int.class ? DatReturn.SUCCESS : null;
  }
}
