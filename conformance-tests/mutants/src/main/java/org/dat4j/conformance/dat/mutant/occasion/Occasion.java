package org.dat4j.conformance.dat.mutant.occasion;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * The condition on which the fault of a DAT mutant acts, such as above a size or during a wait. It
 * sees every call, and each event that the consumer takes. Thread-safe.
 */
public abstract class Occasion {
  /** The occasion of a fault that acts each time. */
  public static final Occasion ALWAYS =
      new Occasion() {
        @Override
        public boolean isMet(Call call) {
          return true;
        }

        @Override
        public boolean isMet(Evd evd, DatEvent event) {
          return true;
        }
      };

  /** For subclasses. */
  protected Occasion() {}

  /**
   * Makes an occasion from its name in a table.
   *
   * @param name family and argument, separated by a dot
   * @return a new occasion
   * @throws IllegalArgumentException if the family or its argument is unknown
   */
  public static Occasion parse(String name) {
    String argument = name.substring(name.indexOf('.') + 1);
    return switch (name.substring(0, name.indexOf('.'))) {
      case "later" -> new LaterOccasion(Integer.parseInt(argument));
      case "after" -> new AfterOccasion(argument);
      case "above" -> PostOccasion.above(Long.parseLong(argument));
      case "segments" -> PostOccasion.segments(Integer.parseInt(argument));
      case "outstanding" -> new OutstandingOccasion(Integer.parseInt(argument));
      case "with" -> new AttributeOccasion(argument);
      case "busy" -> new BusyOccasion();
      case "gone" -> new GoneOccasion(argument);
      case "beside" -> new ConcurrentCallOccasion(argument);
      default -> throw new IllegalArgumentException("occasion '" + name + "'");
    };
  }

  /**
   * Notes a call that begins.
   *
   * @param call the call, with the provider's objects
   */
  public void begin(Call call) {}

  /**
   * Notes a call that has ended.
   *
   * @param call the call
   * @param answer its answer; null for none and for an exception
   * @param succeeded whether it neither threw nor returned a code of a failure
   */
  public void end(Call call, Object answer, boolean succeeded) {}

  /**
   * Tells whether the fault acts on a call that has begun.
   *
   * @param call the call
   * @return true to change the call
   */
  public abstract boolean isMet(Call call);

  /**
   * Tells whether the fault acts on an event that is about to be taken.
   *
   * @param evd its EVD
   * @param event the event
   * @return true to change the event
   */
  public abstract boolean isMet(Evd evd, DatEvent event);

  /**
   * Tells whether an answer is a success.
   *
   * @param call the call
   * @param answer its answer, null for none
   * @return false for a code of a failure
   */
  public static boolean isSuccess(Call call, Object answer) {
    return call.method().getReturnType() != int.class
        || call.manPage() == null
        || Integer.valueOf(DatReturn.SUCCESS).equals(answer);
  }

  /**
   * Tells whether a call takes an event.
   *
   * @param call any call
   * @return true for dat_evd_dequeue and dat_evd_wait
   */
  public static boolean takes(Call call) {
    return call.object() instanceof Evd
        && (call.name().equals("Evd.dequeue") || call.name().equals("Evd.await"))
        && call.arguments()[call.arguments().length - 1] instanceof DatEvent;
  }

  /** Returns the event that a successful call has taken, null for other calls. */
  static DatEvent taken(Call call) {
    return takes(call) ? (DatEvent) call.arguments()[call.arguments().length - 1] : null;
  }
}
