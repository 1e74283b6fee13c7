package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmReturn;

/**
 * A known fault that makes an RSM provider a mutant: news of a peer's abort or death is wrong,
 * early, doubled, or missing.
 */
final class AbortFault implements RsmFault {
  private final String method;
  private final String change;

  /**
   * @param method such as {@code ImportSegment.aborted}
   * @param change what is wrong
   */
  AbortFault(String method, String change) {
    this.method = method;
    this.change = change;
  }

  @Override
  public Object call(Invocation call) {
    if (!call.name().equals(method)) {
      return call.proceed();
    }
    return switch (change) {
      case "never" -> replacedCode(call.proceed(), RsmReturn.CONN_ABORTED, RsmReturn.TIMEOUT);
      case "always" -> replacedCode(call.proceed(), RsmReturn.TIMEOUT, RsmReturn.CONN_ABORTED);
      case "interrupted-flag" -> {
        Object code = call.proceed();
        Thread.interrupted();
        yield code;
      }
      case "early" -> CompletableFuture.completedFuture(null);
      case "nothing" -> new CompletableFuture<Void>();
      case "none" -> List.of();
      case "ignored" -> null;
      case "twice" -> {
        call.proceed();
        yield call.proceed();
      }
      case "another" -> {
        call.arguments()[0] = another(call.arguments()[0]);
        yield call.proceed();
      }
      default -> throw new IllegalArgumentException("change '" + change + "'");
    };
  }

  private static Object replacedCode(Object code, int from, int to) {
    return code.equals(from) ? to : code;
  }

  @SuppressWarnings("unchecked")
  private static Consumer<ImporterInfo> another(Object listener) {
    Consumer<ImporterInfo> to = (Consumer<ImporterInfo>) listener;
    return i -> to.accept(new ImporterInfo(i.nodeId(), i.pid(), i.number() + 1));
  }
}
