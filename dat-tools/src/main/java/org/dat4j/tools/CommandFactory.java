package org.dat4j.tools;

import com.google.inject.Guice;
import com.google.inject.Injector;
import org.dat4j.guice.DatModule;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes the command objects of {@code dat4j} by Guice, which injects into them what they need, such
 * as the DAT registry. For one run.
 */
final class CommandFactory implements IFactory {

  static {
    // Guice's default way to define classes is one that JDK 24 and later warn about.
    System.getProperties().putIfAbsent("guice_custom_class_loading", "CHILD");
  }

  private final Injector injector = Guice.createInjector(new DatModule());
  private final IFactory others = CommandLine.defaultFactory();

  @Override
  public <K> K create(Class<K> type) throws Exception {
    boolean own = type.getPackageName().startsWith(CommandFactory.class.getPackageName());
    return own ? injector.getInstance(type) : others.create(type);
  }
}
