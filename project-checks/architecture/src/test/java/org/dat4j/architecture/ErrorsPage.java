package org.dat4j.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.rsm.RsmReturn;

/** The page with the meaning of each code and the remedy; a code without advice is an error. */
final class ErrorsPage {

  private static final int LAST_TYPE = DatReturn.TYPE_MASK >>> 16;
  private static final String LIMITS =
      "free objects of the kind, or ask for less; see `dat4j info -v`";

  /** What the comments say of the codes of RSM that no call of Java gives. */
  private static final Pattern UNUSED =
      Pattern.compile("^of the driver interface|never returned|not met in Java");

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
              "do without, or use a backend that declares it; see `dat4j info -v`"),
          Map.entry(
              DatReturn.PROVIDER_NOT_FOUND,
              "run `dat4j why NAME`: it lists all candidates and why each was refused"),
          Map.entry(
              DatReturn.PRIVILEGES_VIOLATION,
              "register the memory with the privilege, and use a context of a live LMR"),
          Map.entry(DatReturn.PROTECTION_VIOLATION, "use memory and endpoint of one PZ"),
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
                  "a local segment is outside its LMR, or the LMR is gone, of another PZ or"
                      + " without the privilege",
                  "keep the registration until the completion; check range and privileges")),
          Map.entry(
              DtoStatus.ERR_BAD_RESPONSE,
              List.of("the other side's answer was malformed", "check the other side's software")),
          Map.entry(
              DtoStatus.ERR_REMOTE_ACCESS,
              List.of(
                  "the other side refused access to its memory",
                  "check context, range, remote privilege and PZ with the other side")),
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
                  "check that LMR, RMR and endpoint are of one PZ, and the privileges")));

  private static final String GET_AGAIN = "get the controller again, or stop";
  private static final String IN_BOUNDS = "keep the range inside the segment, or the mapped part";
  private static final String SIZES = "see `RsmController.getAttr()` for pages and limits";

  private static final Map<String, String> RSM_ADVICE =
      Map.ofEntries(
          Map.entry("SUCCESS", "go on"),
          Map.entry("BAD_LIBRARY_VERSION", "use a provider built for this version of dat4j"),
          Map.entry("BAD_CTLR_HNDL", GET_AGAIN),
          Map.entry(
              "CTLR_NOT_PRESENT",
              "run `dat4j rsm why NAME`: it lists all candidates and why each was refused"),
          Map.entry("BAD_SEG_HNDL", "create or connect the segment anew"),
          Map.entry("SEG_ALREADY_PUBLISHED", "`republish` changes the access list"),
          Map.entry(
              "SEG_NOT_PUBLISHED",
              "start the exporter first, or connect again later; check node and id"),
          Map.entry("SEG_NOT_PUBLISHED_TO_NODE", "let the exporter's access list name your node"),
          Map.entry("SEG_ALREADY_MAPPED", "unmap first"),
          Map.entry("SEG_STILL_MAPPED", "unmap first, or `close()`"),
          Map.entry("SEG_NOT_MAPPED", "map first"),
          Map.entry("BAD_BARRIER_PTR", "give a barrier of this import"),
          Map.entry("BAD_SGIO", "give 1 to 16 entries with live memory"),
          Map.entry("BAD_LOCALMEM_HNDL", "create the handle anew"),
          Map.entry("BAD_ADDR", "give memory as the message says"),
          Map.entry("BAD_MEM_ALIGNMENT", "align address, offset and length; " + SIZES),
          Map.entry("BAD_OFFSET", IN_BOUNDS),
          Map.entry("BAD_LENGTH", IN_BOUNDS + "; " + SIZES),
          Map.entry("BAD_ACL", "give at most 64 entries with octal digits up to 0666"),
          Map.entry("RESERVED_SEGID", "take an id from 0x400000 to 0x7FFFFFFF, or 0"),
          Map.entry("SEGID_IN_USE", "take another id, or 0 to have one picked"),
          Map.entry("BAD_MODE", "give a mode that is not null"),
          Map.entry("BAD_PERMS", "give READ, WRITE or RDWR within the rights of the import"),
          Map.entry("PERM_DENIED", "ask for fewer rights, or change the exporter's access list"),
          Map.entry("REBIND_NOT_ALLOWED", "create the segment with `ExportFlags.ALLOW_REBIND`"),
          Map.entry("INSUFFICIENT_RESOURCES", "end segments or processes; " + SIZES),
          Map.entry("INSUFFICIENT_MEM", "free memory, or enlarge /dev/shm or the heap"),
          Map.entry("MAP_FAILED", "use put and get: the controller may be unable to map"),
          Map.entry("POLLFD_IN_USE", "call `releasePollfd` once for each `getPollfd`"),
          Map.entry("BARRIER_UNINITIALIZED", "call `initBarrier` first, for gets as well"),
          Map.entry("BARRIER_OPEN_FAILED", "make a new barrier"),
          Map.entry("BARRIER_NOT_OPENED", "open the barrier first"),
          Map.entry("BARRIER_FAILURE", "repeat all transfers since the barrier was opened"),
          Map.entry("REMOTE_NODE_UNREACHABLE", "start the other node; the message says why"),
          Map.entry("CONN_ABORTED", "disconnect, and connect anew when the exporter is back"),
          Map.entry("INTERRUPTED", "end what the thread does, or clear its flag and wait again"),
          Map.entry("TIMEOUT", "an outcome: wait again, or give up"),
          Map.entry("BAD_APPID", "add the application to /etc/rsm/rsm.segmentid"),
          Map.entry("BAD_CONF", "correct the file or setting that the message names"),
          Map.entry("INTERNAL_ERROR", "read the message and the log, and report it"),
          Map.entry("BAD_ARGS_ERRORS", "give a count of at most the array's length"),
          Map.entry("UNSUPPORTED_OPERATION", "use a controller that has it: `Hosting.notices`"));

  private ErrorsPage() {}

  static String text() {
    Markdown page =
        new Markdown("Errors", "the codes of `DatReturn`, `DatSubtype`, `DtoStatus`, `RsmReturn`");
    page.paragraph(
        "Misuse throws `DatException`: its message names the object, the argument, the value and"
            + " what to do.\nOutcomes of posts, polls and waits are values, the bare type."
            + " `DatReturn.name(code)` and `Dat.strerror(code)` turn\na code into its name and"
            + " its texts.\n\nCompare the type: `e.type() == DatReturn.CONN_QUAL_IN_USE`, or"
            + " `DatReturn.type(code)`. `e.code()` has the class bit\nand the subtype as in C"
            + " (0x80020000), so it never equals a constant.\n\nThe exception of the helper `Dats`"
            + " for an event that was not expected, `UnexpectedEventException`, has the"
            + " type\n`DAT_INVALID_STATE`, as the contract has no code for it. Look at its"
            + " `number()`, `status()` and `isConnectionLost()`.");
    page.heading("Types").table(types());
    page.heading("Subtypes")
        .paragraph("A subtype says more about its type; the type's advice holds.")
        .table(subtypes());
    page.heading("Completions").table(completions());
    page.heading("RSM")
        .paragraph(
            "Misuse throws `RsmException`. Transfers, barriers, posts and waits return"
                + " a code. Both are the same numbers, so\n`e.code() =="
                + " RsmReturn.SEGID_IN_USE` works. Codes of `RsmReturn` that are not here belong"
                + " to the driver interface or are never returned.")
        .table(rsm());
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

  private static List<List<String>> rsm() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("code", "number", "meaning", "what to do"));
    Path source = Reactor.ROOT.resolve("rsm-spi/src/main/java/org/dat4j/rsm/RsmReturn.java");
    for (CConstantsPage.Constant code : CConstantsPage.constants(source)) {
      String advice = RSM_ADVICE.get(code.java());
      if (advice == null && !UNUSED.matcher(code.meaning()).find()) {
        throw new IllegalStateException("no advice for " + code.c());
      }
      if (advice != null) {
        rows.add(List.of("`" + code.c() + "`", rsmNumber(code.java()), code.meaning(), advice));
      }
    }
    return rows;
  }

  private static String rsmNumber(String name) {
    try {
      return RsmReturn.class.getField(name).get(null).toString();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name + " cannot be read", e);
    }
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
