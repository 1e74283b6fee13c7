package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison with a release does not pass where it compares nothing. */
class CompatibilityScriptTest {
  @TempDir Path folder;
  private ScriptClone clone;

  @BeforeEach
  void copyTheScript() throws IOException {
    clone = ScriptClone.of(folder, "project-checks/compatibility");
    clone.write("config/last-release", "# no release yet\n");
  }

  @Test
  void aReleaseThatTheCloneLacksFails() throws Exception {
    clone.commit();
    clone.write("config/last-release", "# why\nv0.1.0 0123abcd\n");
    ScriptClone.Ended ended = clone.run(Map.of());
    assertEquals(1, ended.status(), ended.text());
    assertTrue(ended.text().contains("nothing is compared: this clone has neither"), ended.text());
  }

  @Test
  void aFolderWithoutHistoryFails() throws Exception {
    ScriptClone.Ended ended = clone.run(Map.of());
    assertEquals(1, ended.status(), ended.text());
    assertTrue(ended.text().contains("no clone of git"), ended.text());
  }

  @Test
  void aProjectWithoutReleaseHasAStatusOfItsOwn() throws Exception {
    clone.commit();
    ScriptClone.Ended ended = clone.run(Map.of());
    assertEquals(3, ended.status(), ended.text());
    assertTrue(ended.text().contains("there is no release to compare with"), ended.text());
  }
}
