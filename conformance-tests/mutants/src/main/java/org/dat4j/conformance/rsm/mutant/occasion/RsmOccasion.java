package org.dat4j.conformance.rsm.mutant.occasion;

/**
 * The condition on which the fault of an RSM mutant acts, such as above a size, with two imports,
 * or beside a wait. It sees every call of handles and registries. Thread-safe.
 */
public abstract class RsmOccasion {
  /** For subclasses. */
  protected RsmOccasion() {}

  /**
   * Makes an occasion from its name in a table.
   *
   * @param name family and argument, separated by a dot
   * @return a new occasion
   * @throws IllegalArgumentException if the family or its argument is unknown
   */
  public static RsmOccasion parse(String name) {
    String argument = name.substring(name.indexOf('.') + 1);
    return switch (name.substring(0, name.indexOf('.'))) {
      case "later" -> new LaterCallOccasion(Integer.parseInt(argument));
      case "after" -> new AfterCallOccasion(argument);
      case "outstanding" -> new OutstandingCallOccasion(Integer.parseInt(argument));
      case "with" -> new AttributeCallOccasion(argument);
      case "beside" -> new BesideCallOccasion(argument);
      case "above" -> new TransferOccasion(call -> call.bytes() > Long.parseLong(argument));
      case "entries" ->
          new TransferOccasion(
              call -> call.vector() != null && call.vector().count() >= Integer.parseInt(argument));
      default -> throw new IllegalArgumentException("occasion '" + name + "'");
    };
  }

  /**
   * Notes a call that begins.
   *
   * @param call the call
   */
  public void begin(RsmCall call) {}

  /**
   * Notes a call that has ended.
   *
   * @param call the call
   * @param answer its answer; null for none and for an exception
   * @param succeeded whether it neither threw nor returned a code of a failure
   */
  public void end(RsmCall call, Object answer, boolean succeeded) {}

  /**
   * Tells whether the fault acts on a call that has begun.
   *
   * @param call the call
   * @return true to change the call
   */
  public abstract boolean isMet(RsmCall call);
}
