package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManualCommandTest {
  private static final int COLUMNS = 80;

  /** Such as StepHistory.SEED: a constant of Java in place of its value. */
  private static final Pattern CONSTANT =
      Pattern.compile("\\b[A-Z]\\w*[a-z]\\w*\\.[A-Z][A-Z_]+\\b");

  private final List<CommandSpec> commands =
      ManualPage.commands(new CommandLine(new Dat4j(), new CommandFactory()).getCommandSpec());

  @Test
  void eachCommandHasAPageWithItsOptions(@TempDir Path folder) throws IOException {
    CommandRun run = CommandRun.of("manual", "--to", folder.toString());
    assertEquals(0, run.code(), run::err);
    assertTrue(commands.size() > 15, commands::toString);
    for (CommandSpec each : commands) {
      Path file = folder.resolve("man1").resolve(each.qualifiedName("-") + ".1");
      String page = Files.readString(file);
      assertTrue(page.contains(".SH NAME\n"), page);
      assertTrue(page.contains(".SH SYNOPSIS\n\\&" + each.qualifiedName()), page);
      for (OptionSpec option : each.options()) {
        String name = option.longestName().replace("-", "\\-");
        assertTrue(page.contains(name), () -> file + " lacks " + name);
      }
    }
  }

  @Test
  void aPageIsPrintedByTheWordsOfItsCommand() {
    CommandRun run = CommandRun.of("manual", "rsm", "perf");
    assertTrue(run.out().startsWith(".TH \"DAT4J-RSM-PERF\" 1"), run::out);
    assertTrue(CommandRun.of("manual").out().contains("dat4j why"));
    assertEquals(2, CommandRun.of("manual", "prf").code());
    assertEquals(2, CommandRun.of("manual", "perf", "--to", "nowhere").code());
  }

  @Test
  void theHelpOfEachCommandFitsIntoEightyColumns() {
    for (CommandSpec each : commands) {
      String[] words = (each.qualifiedName().substring("dat4j".length()) + " --help").split(" ");
      CommandRun run =
          CommandRun.of(List.of(words).stream().filter(w -> !w.isEmpty()).toArray(String[]::new));
      assertEquals(0, run.code(), run::err);
      run.out().lines().forEach(line -> assertTrue(line.length() <= COLUMNS, line));
    }
  }

  @Test
  void noPageHasTheNameOfAConstantInPlaceOfItsValue() {
    for (CommandSpec each : commands) {
      String[] words = ("manual" + each.qualifiedName().substring("dat4j".length())).split(" ");
      Matcher found = CONSTANT.matcher(CommandRun.of(words).out());
      assertFalse(found.find(), () -> each.qualifiedName() + ": " + found.group());
    }
  }
}
