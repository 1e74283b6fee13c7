package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ContextTableTest {

  @Test
  void behavesAsAMapUnderRandomChanges() {
    long seed = Long.getLong("dat4j.seed", System.nanoTime());
    System.out.println("ContextTableTest seed " + seed);
    Random random = new Random(seed);
    ContextTable<String> table = new ContextTable<>();
    Map<Integer, String> model = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      int context = random.nextInt(3000) * 0x10001;
      if (random.nextBoolean()) {
        String value = "v" + i;
        assertEquals(model.putIfAbsent(context, value) == null, table.putIfAbsent(context, value));
      } else {
        model.remove(context);
        table.remove(context);
      }
      assertEquals(model.get(context), table.get(context));
      assertEquals(model.size(), table.size());
    }
  }

  @Test
  void anEntryThatStaysIsFoundByReadersWhateverOthersChange() throws InterruptedException {
    ContextTable<String> table = new ContextTable<>();
    assertTrue(table.putIfAbsent(42, "stays"));
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger missed = new AtomicInteger();
    Thread reader =
        new Thread(
            () -> {
              while (!stop.get()) {
                if (table.get(42) == null) {
                  missed.incrementAndGet();
                }
              }
            });
    reader.start();
    for (int i = 0; i < 200_000; i++) {
      table.putIfAbsent(i * 31 + 100, "x");
      table.remove((i - 50) * 31 + 100);
    }
    stop.set(true);
    reader.join();
    assertEquals(0, missed.get());
    assertNull(table.get(43));
    assertFalse(table.putIfAbsent(42, "again"));
  }
}
