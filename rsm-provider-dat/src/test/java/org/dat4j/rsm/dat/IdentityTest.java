package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Users and groups. */
class IdentityTest {

  @Test
  void theEffectiveIdsCount() {
    Identity identity =
        Identity.of(
            List.of("Name:\tjava", "Uid:\t1\t2\t3\t4", "Gid:\t5\t6\t7\t8", "Groups:\t9 10 "));
    assertEquals(new Identity(2, 6, List.of(9, 10)), identity);
  }

  @Test
  void withoutAnAnswerItIsNobody() {
    assertEquals(new Identity(65534, 65534, List.of()), Identity.of(List.of()));
  }

  @Test
  void aMemberHasTheGroupAsPrimaryOrSupplementaryOne() {
    Identity own = new Identity(1, 20, List.of(30));
    assertTrue(own.counts(new Message.Hello(2, 20, 0, List.of())));
    assertTrue(own.counts(new Message.Hello(2, 5, 0, List.of(4, 20))));
    assertFalse(own.counts(new Message.Hello(2, 30, 0, List.of(30))));
  }
}
