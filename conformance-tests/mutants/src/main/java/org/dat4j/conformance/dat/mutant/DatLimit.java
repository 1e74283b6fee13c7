package org.dat4j.conformance.dat.mutant;

import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.BoundSide;
import org.dat4j.conformance.mutant.BoundedValue;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.spi.forward.Call;

/**
 * One row of {@code bounds.tsv}: a value in a DAT call and its limit, which mutants move.
 *
 * @param page the page of the call
 * @param valueOf {@code argN}, {@code dataN} (length of a private data array), {@code attr.X} (an
 *     EP attribute), {@code srq.X} (an SRQ attribute), {@code open.X}, {@code segments}, {@code
 *     length}, {@code missing} (bytes the other side lacks), {@code outstanding}
 * @param limitOf a number, or the attribute of {@code ia}, {@code provider}, {@code ep}, {@code
 *     evd} or {@code srq}
 * @param side which side of the limit is forbidden
 */
record DatLimit(String page, String valueOf, String limitOf, BoundSide side)
    implements BoundedValue<DatFault> {
  /** The sides that {@link DatBoundFault} can move. */
  private static final Set<BoundSide> SIDES =
      EnumSet.of(
          BoundSide.MOST,
          BoundSide.LEAST,
          BoundSide.MASK,
          BoundSide.CAPACITY,
          BoundSide.SHORTER,
          BoundSide.FEWER);

  /** Reads the fields of a row. */
  static DatLimit of(List<String> field) {
    return new DatLimit(
        field.get(0), field.get(2), field.get(3), BoundSide.parse(field.get(4), SIDES));
  }

  @Override
  public DatFault fault(boolean accepts) {
    return new DatBoundFault(this, accepts);
  }

  /** Returns the index of the limited argument. */
  int position() {
    return valueOf.charAt(valueOf.length() - 1) - '0';
  }

  Long value(OpenCall opening) {
    String name = opening.name();
    return valueOf.equals("open.minQlen")
        ? opening.minQlen()
        : Long.valueOf(name == null ? 0 : name.length());
  }

  /** Reads the limited value of a call; null if it has none. */
  Long value(Call call, long outstanding) {
    Object[] arguments = call.arguments();
    if (arguments.length > 0 && arguments[0] instanceof ByteBuffer buffer) {
      // The short form of dat_lmr_create; its length is that of the buffer.
      return Long.valueOf(buffer.remaining());
    }
    if (valueOf.startsWith("arg")) {
      return position() < arguments.length && arguments[position()] instanceof Number number
          ? Long.valueOf(number.longValue())
          : null;
    }
    if (valueOf.startsWith("data")) {
      return arguments[position()] instanceof byte[] data ? Long.valueOf(data.length) : null;
    }
    PostCall post = PostCall.of(call);
    return switch (valueOf) {
      case "segments" -> post == null ? null : Long.valueOf(post.count());
      case "length" -> post == null ? null : Long.valueOf(post.length());
      case "missing" -> post == null ? null : missing(post);
      case "outstanding" -> outstanding;
      default -> attribute(arguments);
    };
  }

  private static Long missing(PostCall post) {
    long missing = post.length() - post.remoteLength();
    return post.op() == PostCall.Op.WRITE ? missing : -missing;
  }

  private Long attribute(Object[] arguments) {
    String name = valueOf.substring(valueOf.indexOf('.') + 1);
    return Arrays.stream(arguments)
        .map(argument -> argument instanceof EpParam param ? param.attr() : argument)
        .filter(argument -> argument instanceof EpAttr || argument instanceof SrqAttr)
        .map(argument -> read(argument, name))
        .findFirst()
        .orElse(null);
  }

  /** Reads the limit for a call; null if it is unknown. */
  Long most(Call call) {
    int dot = limitOf.indexOf('.');
    if (dot < 0) {
      return limitOf.isEmpty() ? null : Long.decode(limitOf);
    }
    String name = limitOf.substring(dot + 1);
    try {
      DatObject object = call.object();
      Ia adapter = limitOf.startsWith("ep.") ? null : adapter(call);
      if (adapter == null && (limitOf.startsWith("ia.") || limitOf.startsWith("provider."))) {
        return null;
      }
      return read(
          switch (limitOf.substring(0, dot)) {
            case "ia" -> adapter.query().iaAttr();
            case "provider" -> adapter.query().providerAttr();
            case "ep" -> endpoint(call).query().attr();
            case "evd" -> ((Evd) object).query();
            case "srq" -> ((Srq) object).query(SrqField.ALL);
            default -> throw new IllegalArgumentException("limit '" + limitOf + "'");
          },
          name);
    } catch (DatException freed) {
      return null;
    }
  }

  private static Ep endpoint(Call call) {
    return call.object() instanceof Rmr ? (Ep) call.arguments()[4] : (Ep) call.object();
  }

  private static Ia adapter(Call call) {
    DatObject object = call.object();
    if (object instanceof Ia ia) {
      return ia;
    } else if (object instanceof Evd evd) {
      return evd.query().ia();
    } else if (object instanceof Ep ep) {
      return ep.query().ia();
    } else if (object instanceof Srq srq) {
      return srq.query(SrqField.ALL).ia();
    }
    return call.arguments().length > 0 && call.arguments()[0] instanceof Ep ep
        ? ep.query().ia()
        : null;
  }

  private static Long read(Object attributes, String name) {
    try {
      Object value = attributes.getClass().getMethod(name).invoke(attributes);
      return Long.valueOf(((Number) value).longValue());
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(name + " of " + attributes.getClass(), e);
    }
  }
}
