package org.dat4j.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;

/** What each code means and what to do about it; a code without advice is an error. */
final class ErrorsPage {

  private static final int LAST_TYPE = DatReturn.TYPE_MASK >>> 16;
  private static final String LIMITS =
      "free objects of the kind, or ask for less; see `dat4j info`";

  private static final Map<Integer, String> ADVICE =
      Map.ofEntries(
          Map.entry(DatReturn.SUCCESS, "go on"),
          Map.entry(DatReturn.ABORT, "stop waiting: the object or its IA is gone"),
          Map.entry(DatReturn.CONN_QUAL_IN_USE, "use another qualifier, or `createPspAny`"),
          Map.entry(
              DatReturn.INSUFFICIENT_RESOURCES,
              "a post returns it: take completions, then post again; elsewhere " + LIMITS),
          Map.entry(DatReturn.INTERNAL_ERROR, "read the message and the log, and report it"),
          Map.entry(
              DatReturn.INVALID_HANDLE,
              "give a live object of the kind, made by the same IA instance"),
          Map.entry(DatReturn.INVALID_PARAMETER, "give what the message names as right"),
          Map.entry(
              DatReturn.INVALID_STATE,
              "bring the object into a state that permits the call; the message names its state"),
          Map.entry(DatReturn.LENGTH_ERROR, "make both lengths fit, within the endpoint's maximum"),
          Map.entry(
              DatReturn.MODEL_NOT_SUPPORTED,
              "do without, or use a backend that declares it; see `dat4j info`"),
          Map.entry(
              DatReturn.PROVIDER_NOT_FOUND,
              "run `dat4j why NAME`: it lists all candidates and why each was refused"),
          Map.entry(
              DatReturn.PRIVILEGES_VIOLATION,
              "register the memory with the privilege, and use a context of a live LMR"),
          Map.entry(
              DatReturn.PROTECTION_VIOLATION, "use memory and endpoint of one protection zone"),
          Map.entry(DatReturn.QUEUE_EMPTY, "an outcome: try again later, or wait"),
          Map.entry(DatReturn.QUEUE_FULL, "take events out, then post the software event again"),
          Map.entry(DatReturn.TIMEOUT_EXPIRED, "an outcome: wait again, or give up"),
          Map.entry(
              DatReturn.PROVIDER_ALREADY_REGISTERED, "remove the earlier provider of the name"),
          Map.entry(DatReturn.PROVIDER_IN_USE, "close the provider's IAs first"),
          Map.entry(DatReturn.INVALID_ADDRESS, "give an address that the adapter can reach"),
          Map.entry(
              DatReturn.INTERRUPTED_CALL,
              "somebody interrupted the waiting thread: end what it does, or wait again"),
          Map.entry(DatReturn.CONN_QUAL_UNAVAILABLE, "free service points, or name a qualifier"),
          Map.entry(DatReturn.NOT_IMPLEMENTED, "use another backend: this one lacks the call"));

  private static final Map<DtoStatus, List<String>> COMPLETIONS =
      Map.ofEntries(
          Map.entry(DtoStatus.SUCCESS, List.of("the operation did what was asked", "go on")),
          Map.entry(
              DtoStatus.ERR_FLUSHED,
              List.of(
                  "the connection ended before the operation was carried out",
                  "look at the first completion that is not flushed, and at the connection event")),
          Map.entry(
              DtoStatus.ERR_LOCAL_LENGTH,
              List.of(
                  "the message is longer than the local buffers or a limit of the endpoint",
                  "post longer receives, or send shorter messages")),
          Map.entry(
              DtoStatus.ERR_LOCAL_EP,
              List.of("the local endpoint met an internal error", "connect anew, and report it")),
          Map.entry(
              DtoStatus.ERR_LOCAL_PROTECTION,
              List.of(
                  "a local segment is outside its LMR, or the LMR is gone, of another zone or"
                      + " without the privilege",
                  "keep the registration until the completion; check range and privileges")),
          Map.entry(
              DtoStatus.ERR_BAD_RESPONSE,
              List.of("the other side's answer was malformed", "check the other side's software")),
          Map.entry(
              DtoStatus.ERR_REMOTE_ACCESS,
              List.of(
                  "the other side refused access to its memory",
                  "check context, range, remote privilege and zone with the other side")),
          Map.entry(
              DtoStatus.ERR_REMOTE_RESPONDER,
              List.of(
                  "the other side could not carry out its part",
                  "look at the other side's completions: its receive was too small or unusable")),
          Map.entry(
              DtoStatus.ERR_TRANSPORT,
              List.of("the link or the other side was lost", "connect anew")),
          Map.entry(
              DtoStatus.ERR_RECEIVER_NOT_READY,
              List.of(
                  "the other side had no receive posted in time",
                  "post receives before the messages come, or count credits")),
          Map.entry(
              DtoStatus.ERR_PARTIAL_PACKET,
              List.of("a part of the message was lost", "connect anew")),
          Map.entry(
              DtoStatus.RMR_OPERATION_FAILED,
              List.of(
                  "the bind failed after it was posted",
                  "check that LMR, RMR and endpoint are of one zone, and the privileges")));

  private ErrorsPage() {}

  static String text() {
    Markdown page = new Markdown("Errors", "the codes of `DatReturn`, `DatSubtype`, `DtoStatus`");
    page.paragraph(
        "Misuse throws `DatException`: its message names the object, the argument, the value and"
            + " what to do.\nOutcomes of posts, polls and waits are values, the bare type."
            + " `DatReturn.name(code)` and `Dat.strerror(code)` turn\na code into its name and"
            + " its texts.");
    page.heading("Types").table(types());
    page.heading("Subtypes")
        .paragraph("A subtype says more about its type; the type's advice holds.")
        .table(subtypes());
    page.heading("Completions").table(completions());
    return page.toString();
  }

  private static List<List<String>> types() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type", "number", "meaning", "what to do"));
    for (int type : defined()) {
      String advice = ADVICE.get(type);
      if (advice == null) {
        throw new IllegalStateException("no advice for " + DatReturn.name(type));
      }
      rows.add(
          List.of(
              "`" + DatReturn.name(type) + "`",
              String.format(Locale.ROOT, "0x%08X", type),
              Dat.strerror(type).major(),
              advice));
    }
    return rows;
  }

  private static List<Integer> defined() {
    List<Integer> types = new ArrayList<>();
    for (int i = 0; i <= LAST_TYPE; i++) {
      try {
        Dat.strerror(i << 16);
        types.add(i << 16);
      } catch (DatException undefined) {
        // Most numbers are.
      }
    }
    return types;
  }

  private static List<List<String>> subtypes() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("subtype", "number", "meaning", "of type"));
    List<Integer> types = defined();
    for (int i = 1; i <= DatSubtype.INVALID_RO_COOKIE; i++) {
      int subtype = i;
      int type =
          types.stream().filter(t -> DatSubtype.belongsTo(t, subtype)).findFirst().orElseThrow();
      rows.add(
          List.of(
              "`" + DatSubtype.name(i) + "`",
              Integer.toString(i),
              Dat.strerror(type | i).minor(),
              "`" + DatReturn.name(type) + "`"));
    }
    return rows;
  }

  private static List<List<String>> completions() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("status", "number", "meaning", "what to do"));
    for (DtoStatus status : DtoStatus.values()) {
      List<String> words = COMPLETIONS.get(status);
      if (words == null) {
        throw new IllegalStateException("no advice for " + status);
      }
      rows.add(
          List.of(
              "`" + status + "`", Integer.toString(status.value()), words.get(0), words.get(1)));
    }
    return rows;
  }
}
