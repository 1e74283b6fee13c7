package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {

  @ParameterizedTest
  @CsvSource({
    "0600,true,false,true,true,true",
    "0400,true,true,true,false,false",
    "0200,true,true,false,true,false",
    "0066,true,true,false,false,false",
    "0624,false,true,false,true,false",
    "0624,false,false,true,false,false",
    "0000,false,false,false,false,false"
  })
  void oneDigitCounts(
      String mode, boolean owner, boolean member, boolean read, boolean write, boolean both) {
    int bits = Integer.parseInt(mode, 8);
    assertEquals(read, Access.granted(bits, owner, member, 0400));
    assertEquals(write, Access.granted(bits, owner, member, 0200));
    assertEquals(both, Access.granted(bits, owner, member, 0600));
  }

  @Test
  void theFirstEntryOfANodeCounts() {
    List<AccessEntry> list =
        List.of(new AccessEntry(2, 0600), new AccessEntry(1, 0751 & 0666), new AccessEntry(1, 0));
    assertEquals(0640, Access.mode(list, 1, 0));
    assertEquals(Access.NOT_LISTED, Access.mode(list, 3, 0666));
    assertEquals(0644, Access.mode(List.of(), 3, Access.defaultMode(022)));
  }
}
