package org.dat4j.conformance.dat.mutant;

import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: posts lose one of their completion flags.
 *
 * @param operation the kind of posts
 * @param flag the bit that is lost
 */
record FlagFault(PostCall.Op operation, int flag) implements DatFault {
  @Override
  public Object call(Call call) {
    PostCall post = PostCall.of(call);
    if (post != null && post.op() == operation) {
      post.flags(post.flags() & ~flag);
    }
    return call.proceed();
  }
}
