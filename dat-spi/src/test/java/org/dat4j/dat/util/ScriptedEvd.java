package org.dat4j.dat.util;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;

/** An EVD whose waits are answered by the test, and that remembers their time limits. */
final class ScriptedEvd {

  /** Time limits of the waits so far, in microseconds. */
  final List<Long> timeouts = new ArrayList<>();

  final Evd evd;

  /** Every wait is answered by {@code answer}, which may fill the event. */
  ScriptedEvd(ToIntFunction<DatEvent> answer) {
    evd =
        (Evd)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Evd.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "toString" -> "Evd[7]";
                      case "await" -> {
                        timeouts.add((Long) args[0]);
                        yield answer.applyAsInt((DatEvent) args[2]);
                      }
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
  }
}
