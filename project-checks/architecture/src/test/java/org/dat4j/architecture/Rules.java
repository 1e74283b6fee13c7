package org.dat4j.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.dat4j.architecture.Layout.Upward;
import org.dat4j.architecture.Module.Right;

/** The rules of the design, each for the classes of one module of a layout. */
final class Rules {

  /** The raw binding of the uDAPL library. */
  private static final String BINDING = "org.dat4j.dat.udapl.abi";

  /**
   * What does not work in libdapl: docs/reference/native.md, "What is different from the other
   * backends".
   */
  private static final Set<String> ABSENT =
      Set.of(
          "dat_cr_handoff",
          "dat_ep_recv_query",
          "dat_ep_set_watermark",
          "dat_evd_resize",
          "dat_rmr_bind",
          "dat_rmr_create",
          "dat_rmr_free",
          "dat_rmr_query",
          "dat_srq_resize",
          "dat_srq_set_lw");

  /** The package that may write to private structures of libdapl and the C library's heap. */
  private static final String PATCH = "org.dat4j.dat.udapl.patch";

  /** Members of JNA that write to memory at any address, or use the C library's heap. */
  private static final String WRITES =
      "com\\.sun\\.jna\\.(Pointer\\.(set|write|clear|getByteBuffer).*"
          + "|Native\\.(malloc|free|getDirectByteBuffer))";

  /** Classes of JNA that marshal, or that have the library's threads run Java. */
  private static final Set<String> MARSHALLING =
      Set.of("com.sun.jna.Structure", "com.sun.jna.Callback");

  private Rules() {}

  /** All rules that the classes of {@code module} have to keep. */
  static List<ArchRule> all(Layout layout, Module module) {
    return List.of(
        staysInItsPackages(layout, module),
        followsTheArrows(layout, module),
        extendsTheSpi(layout),
        leavesToOthers(module, Right.JNA, "com.sun.jna"),
        leavesToOthers(module, Right.GUICE, "com.google.inject"),
        doesNotCall(BINDING, ABSENT),
        callsOnlyIn("org.dat4j.dat.udapl", PATCH, WRITES),
        doesNotUse(MARSHALLING),
        hasNoPackageCycles(layout));
  }

  /** Packages belong to one module: a split package does not work on the module path. */
  static ArchRule staysInItsPackages(Layout layout, Module module) {
    return forEachClass(
        "be in " + module.roots() + " and in no other module's package",
        (type, fault) -> {
          Optional<Module> owner = layout.owner(type.getPackageName());
          if (!owner.equals(Optional.of(module))) {
            fault.accept(
                type.getName()
                    + " is in a package of "
                    + owner.map(Module::name).orElse("no module")
                    + ", not of "
                    + module.name());
          }
        });
  }

  /** Arrows between modules point one way. */
  static ArchRule followsTheArrows(Layout layout, Module module) {
    return forEachDependency(
        "refer to modules " + module.uses() + " only",
        (dependency, fault) -> {
          String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
          if (Layout.within(target, layout.root())) {
            String owner = layout.owner(target).map(Module::name).orElse("(no module)");
            if (!owner.equals(module.name()) && !module.uses().contains(owner)) {
              fault.accept(
                  module.name() + " refers to " + owner + ": " + dependency.getDescription());
            }
          }
        });
  }

  /** Providers extend the abstract classes of the SPI, which check what the contract says. */
  static ArchRule extendsTheSpi(Layout layout) {
    return forEachClass(
        "implement no interface of " + layout.contracts() + " by themselves",
        (type, fault) -> {
          String own = type.getPackageName();
          boolean may = layout.contracts().contains(own) || layout.implementers().contains(own);
          for (JavaClass face : type.getRawInterfaces()) {
            if (layout.contracts().contains(face.getPackageName()) && !may) {
              fault.accept(
                  type.getName()
                      + " implements "
                      + face.getName()
                      + "; extend its abstract class of the SPI");
            }
          }
        });
  }

  /** A library that only modules with the right may refer to. */
  static ArchRule leavesToOthers(Module module, Right right, String library) {
    return forEachDependency(
        "not refer to " + library,
        (dependency, fault) -> {
          if (!module.may(right)
              && Layout.within(dependency.getTargetClass().getPackageName(), library)) {
            fault.accept(
                module.name() + " may not use " + right + ": " + dependency.getDescription());
          }
        });
  }

  /** Functions of a binding that nobody outside of it may call. */
  static ArchRule doesNotCall(String binding, Set<String> functions) {
    return forEachClass(
        "not call " + new TreeSet<>(functions),
        (type, fault) -> {
          if (type.getPackageName().equals(binding)) {
            return;
          }
          for (JavaAccess<?> call : type.getAccessesFromSelf()) {
            if (call.getTargetOwner().getPackageName().equals(binding)
                && functions.contains(call.getTarget().getName())) {
              fault.accept("a function that does not work is used: " + call.getDescription());
            }
          }
        });
  }

  /**
   * Members, by a pattern of their full names, that a part of the code calls in one package only.
   */
  static ArchRule callsOnlyIn(String part, String only, String members) {
    return forEachClass(
        "call " + members + " in " + only + " only",
        (type, fault) -> {
          String own = type.getPackageName();
          if (!Layout.within(own, part) || own.equals(only)) {
            return;
          }
          for (JavaAccess<?> call : type.getAccessesFromSelf()) {
            String member = call.getTargetOwner().getName() + "." + call.getTarget().getName();
            if (member.matches(members)) {
              fault.accept("this belongs into " + only + ": " + call.getDescription());
            }
          }
        });
  }

  /** Classes that nobody may refer to, nor to what is nested in them. */
  static ArchRule doesNotUse(Set<String> classes) {
    return forEachDependency(
        "not use " + new TreeSet<>(classes),
        (dependency, fault) -> {
          String target = dependency.getTargetClass().getBaseComponentType().getName();
          if (classes.contains(target.split("\\$")[0])) {
            fault.accept("longs alone cross the border: " + dependency.getDescription());
          }
        });
  }

  /** Packages of one module do not refer to each other in a circle. */
  static ArchRule hasNoPackageCycles(Layout layout) {
    SliceRule rule = slices().assignedFrom(new ByPackage()).should().beFreeOfCycles();
    for (Upward upward : layout.upward()) {
      rule = rule.ignoreDependency(resideInAPackage(upward.from()), resideInAPackage(upward.to()));
    }
    return rule.allowEmptyShould(true);
  }

  /** Each package is a slice of its own. */
  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  private static ArchRule forEachDependency(
      String description, BiConsumer<Dependency, Consumer<String>> check) {
    return forEachClass(
        description,
        (type, fault) -> type.getDirectDependenciesFromSelf().forEach(d -> check.accept(d, fault)));
  }

  private static ArchRule forEachClass(
      String description, BiConsumer<JavaClass, Consumer<String>> check) {
    return classes()
        .should(
            new ArchCondition<JavaClass>(description) {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                check.accept(
                    type, message -> events.add(SimpleConditionEvent.violated(type, message)));
              }
            })
        .allowEmptyShould(true);
  }
}
