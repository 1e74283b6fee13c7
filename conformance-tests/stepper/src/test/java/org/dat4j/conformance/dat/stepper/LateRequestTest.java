package org.dat4j.conformance.dat.stepper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.spi.forward.Call;
import org.dat4j.dat.spi.forward.InterceptingForwarding;
import org.junit.jupiter.api.Test;

/** The stepper says which service point a request was for, and which one got it. */
class LateRequestTest {
  private static final long SEED = 7;
  private static final long CALLS = 200_000;

  private final List<Psp> made = new ArrayList<>();

  @Test
  void aRequestThatReachesAnotherServicePointNamesBoth() {
    InterceptingForwarding layer = new InterceptingForwarding(this::latest);
    StepOptions options = StepOptions.of("loopback0", CALLS, 1, SEED);
    StepResult result =
        RareAttributesTest.run(options, () -> layer.wrap(Ia.class, Dat.openIa("loopback0")));
    assertFalse(result.agrees(), "not met");
    assertTrue(
        result
            .difference()
            .matches(
                "(?s).*connection \\d+ \\[.*\\] was for psp\\d+( \\(freed\\))? of evd\\d+, but came"
                    + " to psp\\d+( \\(freed\\))? of evd\\d+ \\(one that was made later on the"
                    + " qualifier must not get it\\): .*"),
        result::difference);
  }

  /** Lets the event of a request name the service point that was made last. */
  private Object latest(Call call) {
    Object answer = call.proceed();
    if (answer instanceof Psp psp) {
      made.add(psp);
    }
    for (Object argument : call.arguments()) {
      if (argument instanceof DatEvent event && event.servicePoint() instanceof Psp) {
        event.setConnectionRequest(
            (Evd) call.object(),
            made.get(made.size() - 1),
            event.localAddress(),
            event.connQual(),
            event.cr());
      }
    }
    return answer;
  }
}
