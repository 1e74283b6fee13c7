package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The page of the JSON forms names each subcommand that has one, and each member. */
class JsonPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/reference/json.md");

  /** Members whose own members have the names of the manual pages. */
  private static final Set<String> ATTRIBUTES = Set.of("ia_attributes", "provider_attributes");

  /** Members whose own members are names of objects. */
  private static final Set<String> NAMES = Set.of("counts");

  @TempDir private Path folder;

  @Test
  void eachSubcommandWithJsonHasASection() throws IOException {
    CommandSpec all = new CommandLine(new Dat4j(), new CommandFactory()).getCommandSpec();
    for (CommandSpec each : ManualPage.commands(all)) {
      if (each.optionsMap().containsKey("--json")) {
        section(each.qualifiedName().substring("dat4j ".length()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "info, info loopback0 gone0",
    "why, why loopback0",
    "why, why nobody0",
    "why --connect, why tcp0 --connect 127.0.0.1:1",
    "perf, perf loopback0 --iterations 220",
    "rsm topology, rsm topology",
    "rsm attrs, rsm attrs loopback",
    "rsm why, rsm why shm0",
    "rsm perf, rsm perf loopback --turns 1 --warm-up 1",
    "mutants, mutants --list",
    "step, step loopback0 --calls 200",
    "step, step loopback0 --calls 20000 --seed 5 --mutant return.dat_evd_post_se.01",
    "step --pairs, step loopback0 --pairs --only evd/* --seconds 1",
    "soak, soak loopback0 --pairs 2 --settle 0 --operations 50 --idle 1 --cycles 2"
  })
  void eachMemberIsOnThePage(String title, String line) throws IOException {
    String section = section(title);
    CommandRun run = CommandRun.of((line + " --json").split(" "));
    Set<String> members = new TreeSet<>();
    collect(JSON.std.anyFrom(run.out()), members);
    assertTrue(members.size() > 1, run.out() + run.err());
    members.forEach(each -> assertTrue(section.contains("`" + each + "`"), each + ": " + section));
  }

  @Test
  void eachMemberOfASettingIsOnThePage() throws IOException {
    String section = section("info --settings");
    Map<String, Object> providers =
        JSON.std.mapFrom(CommandRun.of("info", "--settings", "--json").out());
    assertTrue(providers.containsKey("tcp"), providers::toString);
    Set<String> members = new TreeSet<>();
    providers.values().forEach(settings -> collect(settings, members));
    assertEquals(7, members.size(), members::toString);
    members.forEach(each -> assertTrue(section.contains("`" + each + "`"), each));
  }

  @Test
  void eachMemberOfAReportIsOnThePage() throws IOException {
    String report = folder.resolve("report").toString();
    CommandRun made =
        CommandRun.of("conform", "loopback0", "--clauses", "dat_pz_free.*", "--report", report);
    assertEquals(0, made.code(), made::err);
    for (String command : List.of("show", "verify", "merge")) {
      CommandRun run = CommandRun.of("report", command, report, "--json");
      assertEquals(0, run.code(), run::err);
      assertTrue(run.err().length() > 0, "texts are on standard error");
      Map<String, Object> result = JSON.std.mapFrom(run.out());
      String section = section("report " + command);
      result.keySet().forEach(each -> assertTrue(section.contains("`" + each + "`"), each));
    }
  }

  private static String section(String title) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("\n## " + title + "\n");
    assertTrue(begin >= 0, "no section '" + title + "' in " + PAGE);
    int end = page.indexOf("\n## ", begin + 1);
    return page.substring(begin, end < 0 ? page.length() : end);
  }

  private static void collect(Object value, Set<String> members) {
    if (value instanceof List<?> list) {
      list.forEach(each -> collect(each, members));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, member) -> {
            members.add(name.toString());
            if (!ATTRIBUTES.contains(name.toString()) && !NAMES.contains(name.toString())) {
              collect(member, members);
            }
          });
    }
  }
}
