package org.dat4j.conformance.dat.adapter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatMessage;
import org.dat4j.dat.DatReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_strerror, which turns a DAT return code into a message. Numbers are those of
 * dat_error.h.
 */
class StrerrorClauses extends DatTest {
  private static final int ERROR = 0x80000000;
  private static final int TYPE_SHIFT = 16;
  private static final int LAST_TYPE = 0x14;
  private static final int NOT_IMPLEMENTED = 0xFFF;
  private static final int LAST_SUBTYPE = 102;

  private static int[] types() {
    int[] types = new int[LAST_TYPE + 1];
    for (int i = 1; i <= LAST_TYPE; i++) {
      types[i - 1] = i << TYPE_SHIFT;
    }
    types[LAST_TYPE] = NOT_IMPLEMENTED << TYPE_SHIFT;
    return types;
  }

  /** Returns the type that a subtype belongs to. */
  private static int typeOf(int subtype) {
    if (subtype == 102 || subtype >= 36 && subtype <= 45) {
      return DatReturn.INVALID_PARAMETER;
    }
    if (subtype <= 1) {
      return DatReturn.ABORT;
    }
    if (subtype <= 10) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    if (subtype <= 35) {
      return DatReturn.INVALID_HANDLE;
    }
    if (subtype <= 86) {
      return DatReturn.INVALID_STATE;
    }
    if (subtype <= 90) {
      return DatReturn.PRIVILEGES_VIOLATION;
    }
    if (subtype <= 94) {
      return DatReturn.PROTECTION_VIOLATION;
    }
    return subtype <= 97 ? DatReturn.INVALID_ADDRESS : DatReturn.PROVIDER_NOT_FOUND;
  }

  @Test
  @Clauses({"dat_strerror.01", "dat_strerror.03", "dat_strerror.06", "dat_strerror.07"})
  void everyTypeHasAMessageOfItsOwn() {
    Map<String, Integer> seen = new HashMap<>();
    for (int type : types()) {
      String name = "0x" + Integer.toHexString(ERROR | type);
      DatMessage[] message = new DatMessage[1];
      clause("dat_strerror.01").succeeds(name, () -> message[0] = Dat.strerror(ERROR | type));
      if (message[0] != null) {
        clause("dat_strerror.01")
            .that(!message[0].major().isBlank(), "major message of " + name + " is not empty");
        Integer other = seen.put(message[0].major(), type);
        clause("dat_strerror.06")
            .that(other == null, "message '" + message[0].major() + "' of " + name + " is its own");
        clause("dat_strerror.07").that(message[0].minor() != null, "minor message of " + name);
      }
    }
    clause("dat_strerror.03").succeeds("DAT_SUCCESS", () -> Dat.strerror(0));
  }

  @Test
  @Clauses("dat_strerror.02")
  void everySubtypeHasAMessage() {
    for (int i = 1; i <= LAST_SUBTYPE; i++) {
      int code = ERROR | typeOf(i) | i;
      DatMessage[] message = new DatMessage[1];
      clause("dat_strerror.02").succeeds("subtype " + i, () -> message[0] = Dat.strerror(code));
      clause("dat_strerror.02")
          .that(
              message[0] != null && !message[0].minor().isBlank(),
              "minor message of subtype " + i + " is not empty");
    }
  }

  @Test
  @Clauses({"dat_strerror.04", "dat_strerror.05"})
  void undefinedCodesAreRefused() {
    for (int type : new int[] {LAST_TYPE + 1, 0x100, NOT_IMPLEMENTED - 1, 0x1000, 0x3FFF}) {
      clause("dat_strerror.04")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> Dat.strerror(ERROR | type << TYPE_SHIFT));
    }
    for (int subtype : new int[] {LAST_SUBTYPE + 1, 0x100, 0x7FFF, 0xFFFF}) {
      clause("dat_strerror.05")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> Dat.strerror(ERROR | DatReturn.INVALID_STATE | subtype));
    }
  }

  @Test
  @Clauses("dat_strerror.08")
  void concurrentCallsAgree() throws Exception {
    List<List<DatMessage>> all =
        concurrently(
            4,
            () -> {
              List<DatMessage> mine = new ArrayList<>();
              for (int i = 1; i <= LAST_SUBTYPE; i++) {
                mine.add(Dat.strerror(ERROR | typeOf(i) | i));
              }
              return mine;
            });
    Set<List<DatMessage>> different = new HashSet<>(all);
    clause("dat_strerror.08").equal(1, different.size(), "number of different answers");
  }
}
