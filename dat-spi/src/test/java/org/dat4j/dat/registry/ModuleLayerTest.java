package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.dat4j.dat.DatRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vendor's named module is found on the module path, in a layer and through its loader. */
class ModuleLayerTest {
  private static final String MODULE =
      """
      module vendor.fast {
        requires org.dat4j.dat.spi;
        provides org.dat4j.dat.spi.DatProvider with vendor.fast.FastProvider;
      }
      """;

  private static final String PROVIDER =
      """
      package vendor.fast;

      import java.util.List;
      import org.dat4j.dat.spi.AbstractIa;
      import org.dat4j.dat.spi.DatProvider;
      import org.dat4j.dat.spi.OpenRequest;
      import org.dat4j.dat.spi.ProbeResult;
      import org.dat4j.dat.spi.RegistryEntry;

      public final class FastProvider extends DatProvider {
        public String id() { return "fast"; }
        public int spiVersion() { return SPI_VERSION; }
        public String version() { return "1.0"; }
        public List<RegistryEntry> builtIns() {
          return List.of(RegistryEntry.builtIn("fast0", "fast", ""));
        }
        public ProbeResult probe(RegistryEntry entry) {
          return ProbeResult.available("card 0");
        }
        protected AbstractIa openIa(OpenRequest request) {
          throw new IllegalStateException();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aProviderInANamedModuleIsFound() throws Exception {
    Path spi =
        Path.of(DatRegistry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path vendor = compile(spi);
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration()
            .resolve(ModuleFinder.of(spi, vendor), ModuleFinder.of(), Set.of("vendor.fast"));
    ModuleLayer layer =
        boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    ClassLoader loader = layer.findLoader("vendor.fast");
    Class<?> registryType = loader.loadClass(DatRegistry.class.getName());
    Class<?> builderType = loader.loadClass(DatRegistry.Builder.class.getName());
    assertTrue(registryType.getModule().isNamed());

    Object byLayer = registryType.getMethod("builder").invoke(null);
    builderType.getMethod("layer", ModuleLayer.class).invoke(byLayer, layer);
    Object byLoader = registryType.getMethod("builder").invoke(null);
    builderType.getMethod("classLoader", ClassLoader.class).invoke(byLoader, loader);

    for (Object builder : List.of(byLayer, byLoader)) {
      builderType.getMethod("config", String.class, String.class).invoke(builder, "", "none");
      Object registry = builderType.getMethod("build").invoke(builder);
      Object explanation =
          registryType.getMethod("explain", String.class).invoke(registry, "fast0");
      assertEquals(
          "\"fast0\" opens built-in, lib_path \"fast\", provider fast: card 0",
          explanation.toString().lines().findFirst().orElseThrow());
    }
  }

  private Path compile(Path spi) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources/vendor/fast"));
    Path module = Files.writeString(folder.resolve("sources/module-info.java"), MODULE);
    Path provider = Files.writeString(sources.resolve("FastProvider.java"), PROVIDER);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                output,
                null,
                null,
                List.of("-d", classes.toString(), "--module-path", spi.toString()),
                null,
                compiler
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(module, provider))
            .call();
    assertTrue(compiled, output::toString);
    return classes;
  }
}
