package org.dat4j.conformance.dat.mutant.occasion;

import org.dat4j.conformance.dat.mutant.occasion.PostedTransfers.Posted;
import org.dat4j.conformance.mutant.OutstandingCounts;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only while a least number of transfers or software
 * events of one queue are outstanding: posted and not yet taken.
 */
final class OutstandingOccasion extends Occasion {
  private record Queue(Object object, boolean requests) {}

  private final int least;
  private final PostedTransfers posted = new PostedTransfers();
  private final OutstandingCounts<Queue> counts = new OutstandingCounts<>();

  OutstandingOccasion(int least) {
    this.least = least;
  }

  private static Queue queue(Posted post) {
    return new Queue(post.queue(), post.op().request());
  }

  private static Queue queue(Call call) {
    PostCall post = PostCall.of(call);
    if (post != null) {
      return (post.flags() & CompletionFlags.SUPPRESS) == 0 ? queue(Posted.of(post)) : null;
    }
    return call.name().equals("Evd.postSe") ? new Queue(call.object(), false) : null;
  }

  private Queue queue(Evd evd, DatEvent event) {
    Posted post = posted.of(evd, event);
    if (post != null) {
      return queue(post);
    }
    return event.number() == EventNumber.SOFTWARE_EVENT ? new Queue(evd, false) : null;
  }

  private int count(Object object) {
    return counts.of(new Queue(object, true)) + counts.of(new Queue(object, false));
  }

  @Override
  public void begin(Call call) {
    posted.posted(PostCall.of(call));
    counts.add(queue(call), 1);
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (!succeeded) {
      counts.add(queue(call), -1);
    } else if (takes(call)) {
      counts.add(queue((Evd) call.object(), taken(call)), -1);
    }
  }

  @Override
  public boolean isMet(Call call) {
    Queue queue = queue(call);
    if (queue != null) {
      return counts.of(queue) >= least;
    }
    Object subject = call.object();
    for (Object argument : call.arguments()) {
      subject = argument instanceof Ep ? argument : subject;
    }
    return count(subject) >= least;
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    Queue queue = queue(evd, event);
    return queue != null
        ? counts.of(queue) >= least
        : event.ep() != null && count(event.ep()) >= least;
  }
}
