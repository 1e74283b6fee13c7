package org.dat4j.conformance.dat.stepper.program;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.dat4j.conformance.stepper.program.CallRecorder;
import org.dat4j.conformance.stepper.program.Literals;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Call;
import org.dat4j.dat.spi.forward.InterceptingForwarding;

/**
 * Records the calls of a DAT stepper's session as a Java program that repeats them, from a layer in
 * front of the adapters.
 */
public final class DatRecorder extends CallRecorder {
  /** The calls that only tell a value, which may be another one in each run. */
  private static final Set<String> VALUES =
      Set.of(
          "name",
          "address",
          "lmrContext",
          "rmrContext",
          "registeredAddress",
          "registeredSize",
          "connQual");

  /** The arguments that are values of this run: an LMR's or RMR's context, an address, a qual. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "postSend/5", "LA",
          "postRecv/5", "LA",
          "postRdmaWrite/6", "..RA",
          "postRdmaRead/6", "..RA",
          "bind/7", "LA",
          "connect/6", ".Q",
          "createPsp/3", "Q",
          "createRsp/3", "Q",
          "handoff/1", "Q");

  /** An address may lie this far behind the begin of its registration. */
  private static final long REACH = 1L << 28;

  private static final String PATIENT = "5_000_000L";

  private final InterceptingForwarding layer = new InterceptingForwarding(this::call);
  private final Map<String, String> sources = new HashMap<>();
  private final TreeMap<Long, String> addresses = new TreeMap<>();
  private int pointers;
  private EpParam param;
  private String paramName;

  /** Makes a recorder of nothing. */
  public DatRecorder() {}

  /** Puts the recorder in front of the adapters of a source. */
  public Supplier<Ia> before(Supplier<Ia> opener) {
    return () -> {
      Ia ia = opener.get();
      flush();
      text.declare(Ia.class, ia, "open(name)");
      return layer.wrap(Ia.class, ia);
    };
  }

  /**
   * Notes memory that the program allocates.
   *
   * @param region its description, or null
   */
  public void buffer(ByteBuffer buffer, RegionDescription region) {
    flush();
    String size = "ByteBuffer.allocateDirect(" + buffer.capacity() + ")";
    String variable = text.declare(ByteBuffer.class, buffer, size);
    if (region != null) {
      text.name(region.buffer(), "RegionDescription.virtual(" + variable + ")");
    }
  }

  /** Notes that the program writes the data of a transfer. */
  public void fill(ByteBuffer buffer, int index, int length, long cookie, int place) {
    statement(
        "fill("
            + text.name(buffer)
            + ", "
            + index
            + ", "
            + length
            + ", "
            + cookie
            + "L, "
            + place
            + ");");
  }

  private Object call(Call call) {
    Object answer = call(call.object(), call.method(), call.arguments(), call::proceed);
    String method = call.method().getName();
    if (VALUES.contains(method)) {
      told(method, text.name(call.object()), answer);
    } else if (method.equals("free")) {
      addresses.values().remove(text.name(call.object()) + ".registeredAddress()");
    }
    return answer;
  }

  private void told(String method, String object, Object value) {
    String expression = object + "." + method + "()";
    switch (method) {
      case "lmrContext" -> sources.put("L" + value, expression);
      case "rmrContext" -> sources.put("R" + value, expression);
      case "address" -> sources.put("I" + value, expression);
      case "registeredAddress" -> addresses.put((long) value, expression);
      case "connQual" ->
          sources.computeIfAbsent("Q" + value, key -> text.declare(long.class, null, expression));
      default -> {}
    }
  }

  @Override
  protected String argument(Method method, int position, Object value) {
    String kinds = SOURCES.getOrDefault(method.getName() + "/" + method.getParameterCount(), "");
    if (position < kinds.length() && kinds.charAt(position) != '.') {
      return source(kinds.charAt(position), value);
    } else if (value instanceof DatEvent event) {
      return method.getName().equals("postSe") ? posted(event) : "event";
    }
    return plain(value);
  }

  private String source(char kind, Object value) {
    return kind == 'A'
        ? address((long) value)
        : sources.getOrDefault(kind + "" + value, Literals.of(value));
  }

  private String address(long address) {
    Map.Entry<Long, String> base = addresses.floorEntry(address);
    return base == null || address - base.getKey() > REACH
        ? Literals.of(address)
        : base.getValue() + " + " + (address - base.getKey());
  }

  private String plain(Object value) {
    String name = value == null ? null : text.name(inner(value));
    if (name != null) {
      return name;
    } else if (value instanceof LmrIov iov) {
      return segments(iov);
    } else if (value instanceof CnoTrigger) {
      return "trigger";
    } else if (value instanceof ProxyAgent) {
      return "evd -> {}";
    } else if (value instanceof RegionDescription region) {
      return region.buffer() == null
          ? "RegionDescription.lmr(" + plain(region.lmr()) + ")"
          : text.name(region.buffer());
    } else if (value instanceof EpAttr attr) {
      return Literals.rebuilt("EpAttr.DEFAULT", EpAttr.DEFAULT, attr, this::plain);
    } else if (value instanceof EpParam changed) {
      return Literals.rebuilt(paramName, unwrapped(param), unwrapped(changed), this::plain);
    } else if (value instanceof Record record) {
      return Literals.record(record, this::plain);
    } else if (value instanceof InetAddress) {
      return sources.getOrDefault("I" + value, "null");
    } else if (value instanceof DatObject) {
      return unprintable(value);
    }
    return Literals.of(value);
  }

  private EpParam unwrapped(EpParam outer) {
    return outer.toBuilder()
        .ia(inner(Ia.class, outer.ia()))
        .pz(inner(Pz.class, outer.pz()))
        .recvEvd(inner(Evd.class, outer.recvEvd()))
        .requestEvd(inner(Evd.class, outer.requestEvd()))
        .connectEvd(inner(Evd.class, outer.connectEvd()))
        .srq(inner(Srq.class, outer.srq()))
        .build();
  }

  private <T extends DatObject> T inner(Class<T> kind, T object) {
    return layer.unwrap(kind, object);
  }

  @Override
  protected Object inner(Object object) {
    return object instanceof DatObject own ? layer.unwrap(DatObject.class, own) : object;
  }

  @Override
  protected String expected(String accessor, Object value) {
    return switch (accessor) {
      case "lmrContext()" -> source('L', value);
      case "rmrContext()" -> source('R', value);
      case "connQual()" -> source('Q', value);
      case "address()" -> "(" + address((long) value) + ")";
      default -> value instanceof Long ? value.toString() : Literals.of(value);
    };
  }

  private String segments(LmrIov iov) {
    StringBuilder list = new StringBuilder("new LmrIov(" + Math.max(1, iov.count()) + ")");
    for (int i = 0; i < iov.count(); i++) {
      list.append(".add(").append(source('L', iov.lmrContext(i))).append(", ");
      list.append(address(iov.address(i))).append(", ").append(iov.length(i)).append(')');
    }
    return list.toString();
  }

  private String posted(DatEvent event) {
    if (event.pointer() == null) {
      return "new DatEvent().setEvd(" + plain(event.evd()) + ")";
    }
    // A pointer is an object of the stepper; the program has a text in its place.
    text.name(event.pointer(), Literals.quoted("pointer " + ++pointers));
    return "new DatEvent().setSoftware(" + text.name(event.pointer()) + ")";
  }

  @Override
  protected void follow(Made made) {
    Object answer = made.answer();
    if (VALUES.contains(made.name())) {
      return;
    } else if (takes(made)) {
      if (made.gave(DatReturn.SUCCESS)) {
        taken(made, made.arguments()[made.arguments().length - 1]);
      } else if (!made.gave(DatReturn.QUEUE_EMPTY) && !made.gave(DatReturn.TIMEOUT_EXPIRED)) {
        text.add(made.expression() + ";");
      }
    } else if (answer instanceof DatObject) {
      text.declare(made.method().getReturnType(), answer, made.expression());
    } else if (answer instanceof EpParam value) {
      param = value;
      paramName = text.declare(EpParam.class, null, made.expression());
    } else {
      text.add(made.expression() + ";");
    }
  }

  /** Writes the take of an event, which other threads may have queued in another order. */
  private void taken(Made made, Object taken) {
    if (!(taken instanceof DatEvent event)) {
      text.add(again(made) + ";");
      return;
    }
    String what = Literals.of(event.number()) + ", " + Literals.of(event.cookie());
    text.add("take(" + text.name(made.object()) + ", event, " + what + ");");
    if (event.cr() != null) {
      text.declare(Cr.class, inner(event.cr()), "event.cr()");
    }
  }

  private static boolean takes(Made made) {
    return made.name().equals("dequeue") || made.name().equals("await");
  }

  @Override
  protected String again(Made made) {
    if (made.name().equals("dequeue") && made.arguments()[0] != null) {
      return "take(" + text.name(made.object()) + ", event)";
    } else if (made.name().equals("await")
        && made.gave(DatReturn.SUCCESS)
        && (long) made.arguments()[0] >= 0) {
      String expression = made.expression();
      int begin = expression.indexOf('(') + 1;
      return expression.substring(0, begin)
          + PATIENT
          + expression.substring(expression.indexOf(','));
    }
    return made.expression();
  }

  @Override
  protected List<Look> looks(Made made) {
    List<Look> looks = new ArrayList<>();
    Object last =
        made.arguments().length == 0 ? null : made.arguments()[made.arguments().length - 1];
    if (takes(made) && made.gave(DatReturn.SUCCESS) && last instanceof DatEvent event) {
      looks.add(look("event.number()", event.number()));
      looks.add(look("event.evd()", inner(event.evd())));
      looks.add(look("event.ep()", inner(event.ep())));
      looks.add(look("event.rmr()", inner(event.rmr())));
      looks.add(look("event.cookie()", event.cookie()));
      looks.add(look("event.status()", event.status()));
      looks.add(look("event.transferredLength()", event.transferredLength()));
      looks.add(look("event.servicePoint()", inner(event.servicePoint())));
      looks.add(look("event.privateData()", event.privateData()));
      looks.add(look("event.pointer()", event.pointer()));
      if (made.name().equals("await")) {
        looks.add(look("event.more()", event.more()));
      }
    } else if (last instanceof CnoTrigger trigger) {
      looks.add(look("trigger.evd()", inner(trigger.evd())));
    }
    return looks;
  }

  @Override
  protected boolean isCode(Method method) {
    return method.getReturnType() == int.class && !VALUES.contains(method.getName());
  }

  @Override
  protected String codeName(int code) {
    return DatReturn.name(code);
  }

  @Override
  protected Integer codeOf(RuntimeException thrown) {
    return thrown instanceof DatException refusal ? refusal.type() : null;
  }

  @Override
  protected String waitFor(String evd) {
    return "take(" + evd + ", event) == DatReturn.SUCCESS ? \"an event\" : \"none\"";
  }
}
