package org.dat4j.conformance.rsm.stepper.sides;

import java.util.List;
import java.util.Map;
import org.dat4j.conformance.rsm.RsmKit;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.pairs.FarSides;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/**
 * The side that the second JVM has in the RSM stepper's pairs, two calls made at once: the one that
 * exports.
 */
public final class RsmFarSides implements FarSides {
  private final String name;
  private final RsmSource source;
  private final RsmRegistryUnderTest registry;
  private RsmController controller;

  /**
   * Makes the registry as the first JVM does.
   *
   * @param arguments name of the controller, the node, and the id of the layer before the provider,
   *     if there is one
   */
  public RsmFarSides(List<String> arguments) {
    name = arguments.get(0);
    source = source(arguments.size() > 2 ? arguments.get(2) : null, name);
    registry = source.registry(RsmRegistry.builder().setting("node", arguments.get(1)));
  }

  /**
   * Returns what makes registries.
   *
   * @param mutant the layer before the provider, or null
   */
  public static RsmSource source(String mutant, String controller) {
    // The catalogue and the index are read only for a mutant.
    return mutant == null ? RsmSource.PLAIN : new RsmKit().source(mutant, controller);
  }

  private RsmController controller() {
    if (controller == null) {
      controller = registry.getController(name);
    }
    return controller;
  }

  @Override
  public Map<Class<?>, Object> sides() {
    return Map.of(ExportSide.class, new LocalExportSide(this::controller));
  }

  @Override
  public void close() {
    if (controller != null) {
      controller.close();
    }
    source.close();
  }
}
