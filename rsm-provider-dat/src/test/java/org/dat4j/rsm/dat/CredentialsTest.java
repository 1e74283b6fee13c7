package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.dat4j.rsm.dat.message.Message;
import org.junit.jupiter.api.Test;

/** Tests of the user and groups by which RSM over DAT decides on access. */
class CredentialsTest {

  @Test
  void usesEffectiveIds() {
    Credentials identity =
        Credentials.of(
            List.of("Name:\tjava", "Uid:\t1\t2\t3\t4", "Gid:\t5\t6\t7\t8", "Groups:\t9 10 "));
    assertEquals(new Credentials(2, 6, List.of(9, 10)), identity);
  }

  @Test
  void withoutAnAnswerItIsNobody() {
    assertEquals(new Credentials(65534, 65534, List.of()), Credentials.of(List.of()));
  }

  @Test
  void aMemberHasTheGroupAsPrimaryOrSupplementaryOne() {
    Credentials own = new Credentials(1, 20, List.of(30));
    assertTrue(own.counts(new Message.Hello(2, 20, 0, List.of())));
    assertTrue(own.counts(new Message.Hello(2, 5, 0, List.of(4, 20))));
    assertFalse(own.counts(new Message.Hello(2, 30, 0, List.of(30))));
  }
}
