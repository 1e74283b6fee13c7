package org.dat4j.conformance.kernel;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * JUnit extension around each test method of the suite: skips it if its clauses do not apply, and
 * afterwards reports leaks and unexecuted checks. It connects the method with its record.
 * Stateless.
 */
public final class ClauseExtension
    implements ExecutionCondition, BeforeEachCallback, InvocationInterceptor, AfterEachCallback {

  /** For the test engine. */
  public ClauseExtension() {}

  private static RunContext run(ExtensionContext context) {
    Object run =
        context
            .getStore(
                StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.create(RunContext.NAME))
            .get(RunContext.KEY);
    if (run instanceof RunContext found) {
      return found;
    }
    throw new IllegalStateException(
        "tests of the suite run through org.dat4j.conformance.SuiteRunner only");
  }

  private static TestIndex.Entry entry(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    if (method.isAnnotationPresent(Clauses.class) == method.isAnnotationPresent(Refuses.class)) {
      throw new IllegalStateException(
          method + " has to carry exactly one of @Clauses and @Refuses");
    }
    return TestIndex.Entry.of(method);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      return ConditionEvaluationResult.enabled("decided per method");
    }
    Optional<String> reason = run(context).skip(entry(context));
    return reason
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("gate open"));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    RunContext run = run(context);
    Method method = context.getRequiredTestMethod();
    NoOtherCalls alone = method.getAnnotation(NoOtherCalls.class);
    ((ClauseTest) context.getRequiredTestInstance())
        .begin(
            run,
            run.open(entry(context)),
            alone != null
                ? alone
                : context.getRequiredTestClass().getAnnotation(NoOtherCalls.class));
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    TestRecord record = run(context).record(entry(context).name()).orElseThrow();
    ClauseTest test = (ClauseTest) context.getRequiredTestInstance();
    Method body = context.getRequiredTestMethod();
    try {
      test.inSurroundings(
          body.getAnnotation(OtherSide.class),
          invocation::proceed,
          () -> ReflectionSupport.invokeMethod(body, test));
    } catch (CheckFailure recorded) {
      record.unreached(recorded.getMessage());
      throw recorded;
    } catch (Throwable unexpected) {
      record.brokeOff(
          CheckFailure.describe(unexpected) + aside(context),
          unexpected instanceof TimeLimitFailure);
      throw new CheckFailure(record.failureText());
    }
    record.agree();
    String failures = record.failureText();
    if (!failures.isEmpty()) {
      throw new CheckFailure(failures);
    }
  }

  private static String aside(ExtensionContext context) {
    try {
      return ((ClauseTest) context.getRequiredTestInstance()).aside();
    } catch (RuntimeException | AssertionError e) {
      return "; more cannot be told: " + e.getMessage();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    ((ClauseTest) context.getRequiredTestInstance()).end();
    List<String> leaks = run(context).takeLeaks();
    if (!leaks.isEmpty()) {
      throw new LeakFailure("left behind: " + String.join(", ", leaks));
    }
  }
}
