package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.dat4j.dat.Explanation;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The places where the registry file is looked for, and files that cannot be read. */
class RegistryFileTest {
  private static final String REST = " u1.2 threadsafe default lib v.1.0 \"\" \"\"\n";

  @TempDir Path folder;
  private Path byProperty;
  private Path byVariable;
  private Path byDefault;

  @BeforeEach
  void writeFiles() throws IOException {
    byProperty = Files.writeString(folder.resolve("property.conf"), "property0" + REST);
    byVariable = Files.writeString(folder.resolve("variable.conf"), "variable0" + REST);
    byDefault = Files.writeString(folder.resolve("dat.conf"), "default0" + REST);
  }

  @Test
  void thePropertyComesBeforeTheVariableAndTheDefault() {
    RegistryFile config =
        RegistryFile.locate(
            byProperty.toString(), Map.of("DAT_OVERRIDE", byVariable.toString()), byDefault);

    assertEquals(List.of("property0"), names(config));
    assertEquals(List.of(true, false, false), used(config));
    assertEquals(byProperty + ":1", config.conf().lines().get(0).entry().origin());
  }

  @Test
  void theVariableComesBeforeTheDefault() {
    RegistryFile config =
        RegistryFile.locate(null, Map.of("DAT_OVERRIDE", byVariable.toString()), byDefault);

    assertEquals(List.of("variable0"), names(config));
    assertEquals(List.of(false, true, false), used(config));
  }

  @Test
  void theDefaultIsReadWhenNothingIsNamed() {
    RegistryFile config = RegistryFile.locate("", Map.of("DAT_OVERRIDE", ""), byDefault);

    assertEquals(List.of("default0"), names(config));
    assertEquals(
        List.of(
            new Explanation.Source("system property dat4j.conf", "", false, "empty"),
            new Explanation.Source("environment variable DAT_OVERRIDE", "", false, "empty"),
            new Explanation.Source("default", byDefault.toString(), true, "read, 1 entry")),
        config.sources());
  }

  @ParameterizedTest
  @CsvSource({"DAT_OVERIDE, true", "DAT_OVERRIDES, true", "TOX_OVERRIDE, false"})
  void onlyAVariableWithASimilarNameIsSuggested(String name, boolean asked) {
    RegistryFile config = RegistryFile.locate(null, Map.of(name, byVariable.toString()), byDefault);

    String finding = config.sources().get(1).finding();
    assertEquals(asked, finding.contains("did you mean DAT_OVERRIDE?"), finding);
  }

  @Test
  void aMissingDefaultIsNoFailure() {
    RegistryFile config = RegistryFile.locate(null, Map.of(), folder.resolve("none"));

    assertNull(config.failure());
    assertEquals(DatConf.EMPTY, config.conf());
    assertEquals("does not exist", config.sources().get(2).finding());
  }

  @Test
  void aNamedFileThatIsMissingFailsAndNothingElseIsRead() {
    String missing = folder.resolve("none").toString();
    RegistryFile config =
        RegistryFile.locate(missing, Map.of("DAT_OVERRIDE", byVariable.toString()), byDefault);

    assertFailure(config, "dat4j.conf", missing, "does not exist");
    assertFailure(
        RegistryFile.locate(null, Map.of("DAT_OVERRIDE", missing), byDefault),
        "DAT_OVERRIDE",
        missing,
        "does not exist");
    assertFailure(
        RegistryFile.ofFile(Path.of(missing)), "given by the program", missing, "does not exist");
  }

  @Test
  void aFolderIsNoFile() {
    assertFailure(RegistryFile.ofFile(folder), folder.toString(), "is a directory");
    assertFailure(RegistryFile.locate(null, Map.of(), folder), "default", "is a directory");
  }

  @Test
  void aFileInsideAFileCannotBeRead() {
    assertFailure(RegistryFile.ofFile(byDefault.resolve("x")), "cannot be read");
  }

  @Test
  void anUnreadableFileFailsEvenAsTheDefault() throws IOException {
    Files.setPosixFilePermissions(byDefault, PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(byDefault), "this user may read every file");

    assertFailure(RegistryFile.locate(null, Map.of(), byDefault), "default", "may not be read");
  }

  @Test
  void invalidFileNameFails() {
    assertFailure(
        RegistryFile.locate("a\0b", Map.of(), byDefault), "\"a\\u0000b\"", "no file name");
  }

  @Test
  void aFileThatIsTooLargeFails() throws IOException {
    Path file = folder.resolve("large");
    Files.writeString(file, "#".repeat(RegistryFile.MAX_FILE));
    assertNull(RegistryFile.ofFile(file).failure());

    Files.writeString(file, "#".repeat(RegistryFile.MAX_FILE + 1));
    assertFailure(RegistryFile.ofFile(file), "more than 1048576 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ü0", "\ufeffü0"})
  void utf8IsRead(String name) throws IOException {
    Files.writeString(byDefault, name + REST);

    assertEquals(List.of("ü0"), names(RegistryFile.ofFile(byDefault)));
  }

  @Test
  void otherBytesAreReadAsLatin1() throws IOException {
    Files.write(byDefault, ("\u00fc\u00ff" + REST).getBytes(StandardCharsets.ISO_8859_1));

    assertEquals(List.of("\u00fc\u00ff"), names(RegistryFile.ofFile(byDefault)));
  }

  @Test
  void malformedLinesAreCountedInTheFinding() throws IOException {
    Files.writeString(byDefault, "x\n" + "a" + REST + "y\n");

    assertEquals(
        "read, 1 entry, 2 malformed lines",
        RegistryFile.ofFile(byDefault).sources().get(0).finding());
  }

  private static List<String> names(RegistryFile config) {
    assertNull(config.failure());
    return config.conf().lines().stream().map(line -> line.entry().iaName()).toList();
  }

  private static List<Boolean> used(RegistryFile config) {
    return config.sources().stream().map(Explanation.Source::used).toList();
  }

  private static void assertFailure(RegistryFile config, String... parts) {
    for (String part : parts) {
      assertTrue(config.failure().contains(part), config::failure);
    }
    assertFalse(config.remedy().isEmpty());
    assertEquals(DatConf.EMPTY, config.conf());
    assertFalse(config.sources().stream().anyMatch(Explanation.Source::used));
  }
}
