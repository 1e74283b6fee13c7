package org.dat4j.rsm.util;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RsmsTest {

  /** An object of the contract whose calls must not be reached. */
  private static <T> T untouched(Class<T> type) {
    Class<?>[] types = {type};
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            types,
            (proxy, method, args) -> {
              throw new AssertionError(method.getName());
            }));
  }

  private static void refused(int code, String argument, Executable call) {
    RsmException e = assertThrows(RsmException.class, call);
    assertEquals(code, e.code());
    assertEquals(argument, e.argument());
  }

  @Test
  void aNullIsRefusedByTheNameOfItsArgument() {
    RsmController controller = untouched(RsmController.class);
    ImportSegment segment = untouched(ImportSegment.class);
    Duration limit = Duration.ofSeconds(1);
    refused(
        RsmReturn.BAD_CTLR_HNDL, "controller", () -> Rsms.connectUntil(null, 1, 1, 0600, limit));
    refused(RsmReturn.BAD_ADDR, "limit", () -> Rsms.connectUntil(controller, 1, 1, 0600, null));
    refused(RsmReturn.BAD_SEG_HNDL, "segment", () -> Rsms.awaitSignal(null, limit));
    refused(RsmReturn.BAD_ADDR, "limit", () -> Rsms.awaitSignal(segment, null));
    refused(RsmReturn.BAD_ADDR, "call", () -> Rsms.codeOf(null));
    refused(RsmReturn.BAD_SEG_HNDL, "segment", () -> new ImportedWords(null));
  }
}
