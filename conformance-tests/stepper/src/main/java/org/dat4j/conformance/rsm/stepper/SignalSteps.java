package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;

/**
 * Carries out the random calls of the RSM stepper that post signals and wait for them, and checks
 * each against the model.
 */
final class SignalSteps {
  /** How long a posted signal may take to come, in milliseconds; much less than a hang. */
  static final int PATIENCE_MILLIS = 2_000;

  private final ControllerModel world;

  SignalSteps(ControllerModel world) {
    this.world = world;
  }

  boolean step(PlannedRsmCall step) {
    switch (step.call()) {
      case "post_import", "post_export", "wait", "get_pollfd", "release_pollfd" -> {
        List<? extends RsmModel.Segment> all =
            switch (step.call()) {
              case "post_import" -> world.imports;
              case "post_export" -> world.exports;
              default -> world.segments();
            };
        RsmModel.Segment segment = step.of(all);
        if (segment != null) {
          onSegment(step, segment);
        }
      }
      case "wait_pollfd" -> waitPollfd(step);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void onSegment(PlannedRsmCall step, RsmModel.Segment segment) {
    switch (step.call()) {
      case "wait" -> await(step, segment);
      case "get_pollfd" -> getPollfd(step, segment);
      case "release_pollfd" -> releasePollfd(step, segment);
      default -> post(step, segment);
    }
  }

  private int call(
      PlannedRsmCall step, RsmModel.Segment segment, ControllerModel.ProviderCall call) {
    return world.call(step, " of " + segment.object(), segment.condition(), call);
  }

  private boolean succeeds(PlannedRsmCall step, RsmModel.Segment segment, Runnable call) {
    return world.succeeds(step, " of " + segment.object(), segment.condition(), call);
  }

  private void post(PlannedRsmCall step, RsmModel.Segment segment) {
    int flags = step.choice().below(4);
    int code = call(step, segment, () -> segment.object().post(flags));
    if (code != RsmReturn.SUCCESS) {
      return;
    }
    if (segment instanceof RsmModel.Import own) {
      own.export.signal(flags);
    } else if (((RsmModel.Export) segment).published) {
      for (RsmModel.Import each : world.importsOf((RsmModel.Export) segment)) {
        if (!each.aborted) {
          each.signal(flags);
        }
      }
    }
  }

  private void await(PlannedRsmCall step, RsmModel.Segment segment) {
    int timeout = segment.pending > 0 && !segment.unsure ? PATIENCE_MILLIS : 0;
    took(segment, call(step, segment, () -> segment.object().await(timeout)) == RsmReturn.SUCCESS);
  }

  private static void took(RsmModel.Segment segment, boolean taken) {
    if (segment.gone) {
      return;
    }
    if (taken) {
      segment.pending--;
    } else {
      segment.pending = 0;
    }
    segment.unsure &= segment.pending > 0;
  }

  private void getPollfd(PlannedRsmCall step, RsmModel.Segment segment) {
    PollFd fd = step.isWrong("null") ? null : new PollFd();
    if (succeeds(step, segment, () -> segment.object().getPollfd(fd))) {
      world.holds("get_pollfd", fd.events() == PollFd.POLLRDNORM, "events " + fd.events());
      world.holds(
          "get_pollfd",
          segment.polls == 0 || fd.fd() == segment.entry.fd(),
          "another descriptor " + fd.fd());
      segment.entry = fd;
      segment.polls++;
    }
  }

  private void releasePollfd(PlannedRsmCall step, RsmModel.Segment segment) {
    if (succeeds(step, segment, segment.object()::releasePollfd) && segment.polls > 0) {
      segment.polls--;
    }
  }

  private void waitPollfd(PlannedRsmCall step) {
    List<RsmModel.Segment> waited = new ArrayList<>();
    for (RsmModel.Segment segment : world.segments()) {
      if (segment.polls > 0 && !segment.gone && !segment.unsure && !step.choice().oneIn(3)) {
        waited.add(segment);
      }
    }
    if (waited.isEmpty()) {
      return;
    }
    PollFd[] fds = waited.stream().map(each -> each.entry).toArray(PollFd[]::new);
    int count = step.isWrong("negative") ? -1 : step.isWrong("many") ? fds.length + 1 : fds.length;
    PollFd[] given = step.isWrong("null") ? null : fds;
    long ready = waited.stream().filter(each -> each.pending > 0).count();
    int timeout = ready > 0 ? PATIENCE_MILLIS : 0;
    int[] found = {-1};
    int code =
        world.call(
            step,
            " of " + fds.length,
            ready > 0 ? Set.of("pending") : Set.of(),
            () -> world.registry.awaitPollfd(given, count, timeout, found));
    if (!step.right()) {
      return;
    }
    world.holds("wait_pollfd", found[0] == ready, found[0] + " found, not " + ready);
    for (RsmModel.Segment each : waited) {
      int expected = each.pending > 0 ? PollFd.POLLRDNORM : 0;
      world.holds(
          "wait_pollfd", each.entry.revents() == expected, "revents " + each.entry.revents());
      if (code == RsmReturn.SUCCESS && each.pending > 0) {
        each.pending--;
      }
    }
  }
}
