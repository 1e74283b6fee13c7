package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatRegistry;
import org.junit.jupiter.api.Test;

/** The registry of the process where there is a provider. */
class ProcessDefaultTest {

  @Test
  void aThreadOfAForeignClassLoaderFindsTheProvidersBesideTheRegistry() throws Exception {
    AtomicReference<DatRegistry> found = new AtomicReference<>();
    Thread foreign = new Thread(() -> found.set(DatRegistry.builder().build()));
    foreign.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    foreign.start();
    foreign.join();
    assertNotNull(found.get().explain("tcp0").chosen(), found.get().explain("tcp0")::text);
  }

  @Test
  void theRegistryIsAlwaysTheSameOnceItHasAProvider() {
    assertSame(Dat.registry(), Dat.registry());
  }
}
