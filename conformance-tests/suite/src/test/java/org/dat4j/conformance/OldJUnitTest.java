package org.dat4j.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import org.dat4j.conformance.kernel.UsageException;
import org.junit.jupiter.api.Test;

class OldJUnitTest {
  /** Class of the JUnit platform that came with JUnit 5.13. */
  private static final String NEWEST = "org.junit.platform.engine.support.store.Namespace";

  /**
   * A loader that has the suite, and a JUnit without the class that 5.13 brought. The classes of
   * dat4j are its own, so that their names are looked up here.
   */
  private static final class LoaderWithOldJUnit extends ClassLoader {
    LoaderWithOldJUnit() {
      super(OldJUnitTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (name.equals(NEWEST)) {
          throw new ClassNotFoundException(name);
        }
        if (!name.startsWith("org.dat4j.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void aJUnitBefore513IsRefusedInWords() throws ReflectiveOperationException {
    ClassLoader loader = new LoaderWithOldJUnit();
    Object builder =
        loader
            .loadClass(SuiteOptions.class.getName())
            .getMethod("on", String.class)
            .invoke(null, "loopback0");
    Object options = builder.getClass().getMethod("build").invoke(builder);
    Class<?> runner = loader.loadClass(SuiteRunner.class.getName());
    InvocationTargetException thrown =
        assertThrows(
            InvocationTargetException.class,
            () -> runner.getMethod("run", options.getClass()).invoke(null, options));
    Throwable refusal = thrown.getCause();
    assertEquals(UsageException.class.getName(), refusal.getClass().getName(), refusal::toString);
    assertTrue(
        refusal.getMessage().startsWith("the conformance suite needs JUnit 5.13 or newer"),
        refusal.getMessage());
  }
}
