package org.dat4j.conformance.rsm.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.ScatGath;

/**
 * A known fault that makes an RSM provider a mutant: one rule of controllers, topologies or segment
 * id ranges does not hold.
 */
final class RegistryFault implements RsmFault {
  private static final int USES = 3;

  /** The application of the page's example. */
  private static final String NAME = "SUNWfoo";

  private final String rule;
  private final Map<Object, Integer> held = Collections.synchronizedMap(new IdentityHashMap<>());
  private final Map<Object, AtomicInteger> uses = new ConcurrentHashMap<>();

  RegistryFault(String rule) {
    this.rule = rule;
  }

  @Override
  public Object call(Invocation call) {
    return switch (call.page()) {
      case "rsm_get_controller" -> get(call);
      case "rsm_release_controller" -> release(call);
      case "rsm_get_segmentid_range" -> range(call);
      case "rsm_free_interconnect_topology" -> free(call);
      case "rsm_memseg_import_putv", "rsm_memseg_import_getv" -> vector(call);
      default -> call.proceed();
    };
  }

  private Object get(Invocation call) {
    String name = (String) call.arguments()[0];
    boolean refuses =
        switch (rule) {
          case "no-null" -> name == null;
          case "no-unit" -> name != null && name.equals("loopback0");
          case "no-second" -> held.values().stream().anyMatch(n -> n > 0);
          case "not-again" -> held.values().stream().anyMatch(n -> n == 0);
          default -> false;
        };
    if (refuses) {
      return RsmReturnFault.refused(call);
    }
    if (rule.equals("another")) {
      return RsmRegistry.builder().build().getController(name);
    }
    Object controller = call.proceed();
    held.merge(controller, 1, Integer::sum);
    return controller;
  }

  private Object release(Invocation call) {
    Object answer = call.proceed();
    int left = held.merge(call.object(), -1, Integer::sum);
    if (rule.equals("ends-at-once") && left > 0) {
      ((RsmController) call.object()).release();
      held.put(call.object(), left - 1);
    }
    return answer;
  }

  private Object range(Invocation call) {
    String name = (String) call.arguments()[0];
    boolean known = NAME.equalsIgnoreCase(name) && !NAME.equals(name);
    return rule.equals("exact-case") && known ? RsmReturnFault.refused(call) : call.proceed();
  }

  private Object free(Invocation call) {
    return rule.equals("free-needs-one") && call.arguments()[0] == null
        ? RsmReturnFault.refused(call)
        : call.proceed();
  }

  /** A local memory handle that serves a few vectors only. */
  private Object vector(Invocation call) {
    if (rule.equals("handle-wears") && call.arguments()[0] != null) {
      int used = uses.computeIfAbsent(call.object(), o -> new AtomicInteger()).incrementAndGet();
      ScatGath vector = (ScatGath) call.arguments()[0];
      if (used > USES && vector.count() > 1 && vector.isHandle(1)) {
        return RsmReturnFault.refused(call);
      }
    }
    return call.proceed();
  }
}
