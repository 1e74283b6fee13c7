package org.dat4j.tools.info;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.tools.cli.HostPort;

/**
 * Tries to connect an adapter to the program that listens at an address, for {@code dat4j why
 * --connect}, and keeps the outcome. The connection carries no data and is ended at once.
 *
 * @param target the address and port
 * @param outcome {@code established}, or what ended the trial
 * @param reason what happened
 * @param remedy what to do about it, empty when there is nothing to do
 */
record TrialConnection(HostPort target, String outcome, String reason, String remedy) {
  private static final String ESTABLISHED = "established";

  /**
   * Tries to connect.
   *
   * @param ia the adapter
   * @param target the peer
   * @param limit the longest time the trial takes
   * @return what came of it
   */
  static TrialConnection of(Ia ia, HostPort target, Duration limit) {
    DatEvent event = new DatEvent();
    try (DatConnection connection = Dats.endpoint(ia)) {
      connection.startConnect(target.address(), target.port(), limit);
      // The provider ends the trial at its limit; a little more lets its event tell why.
      long micros = limit.plusSeconds(1).toNanos() / 1000;
      int code = connection.connectEvd().await(micros, 1, event);
      if (code != DatReturn.SUCCESS) {
        return new TrialConnection(
            target, "no event", DatReturn.name(code), "try again, with a longer --limit");
      }
      return ofEvent(target, event, limit);
    } catch (DatException e) {
      return new TrialConnection(target, DatReturn.name(e.type()), e.getMessage(), "");
    }
  }

  private static TrialConnection ofEvent(HostPort target, DatEvent event, Duration limit) {
    String outcome = name(event.number());
    String inTime = " from " + target + " within " + limit.toSeconds() + " s";
    return switch (event.number()) {
      case CONNECTION_EVENT_ESTABLISHED ->
          new TrialConnection(
              target, ESTABLISHED, "a program accepted the connection, which is ended again", "");
      case CONNECTION_EVENT_TIMED_OUT ->
          new TrialConnection(
              target,
              outcome,
              "the network connection was made, but no answer came" + inTime,
              "check that a program of DAT accepts requests on this port, and see its log");
      case CONNECTION_EVENT_UNREACHABLE ->
          event.detail().startsWith("no answer")
              ? new TrialConnection(
                  target,
                  outcome,
                  "no answer" + inTime,
                  "check address and port, the route, and firewalls that drop packets")
              : told(target, outcome, event.detail());
      default -> told(target, outcome, event.detail());
    };
  }

  /** Parts what a provider tells into the reason and what to do. */
  private static TrialConnection told(HostPort target, String outcome, String detail) {
    int end = detail.indexOf("; ");
    if (end < 0) {
      String remedy = "see the log of the program there";
      return new TrialConnection(target, outcome, detail.isEmpty() ? outcome : detail, remedy);
    }
    return new TrialConnection(
        target, outcome, detail.substring(0, end), detail.substring(end + 2));
  }

  private static String name(EventNumber number) {
    String name = number.name().toLowerCase(Locale.ROOT);
    return name.replace("connection_event_", "").replace('_', ' ');
  }

  boolean isEstablished() {
    return outcome.equals(ESTABLISHED);
  }

  /** Returns the trial as text for people. */
  String text(String ia) {
    String head = ia + " to " + target + ": " + (isEstablished() ? "connects" : "does not connect");
    return head
        + (isEstablished() ? "" : " (" + outcome + ")")
        + "\n  "
        + reason
        + (remedy.isEmpty() ? "" : "\n  fix: " + remedy);
  }

  /** Returns the trial for JSON. */
  Map<String, Object> map(String ia) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", ia);
    map.put("target", target.toString());
    map.put("outcome", outcome);
    map.put("reason", reason);
    map.put("remedy", remedy);
    return map;
  }
}
