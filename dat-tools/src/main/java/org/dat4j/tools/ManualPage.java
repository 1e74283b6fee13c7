package org.dat4j.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of one command of {@code dat4j}, in the form that the program {@code man} reads.
 * It has the same words as the help of the command. The generator of picocli-codegen writes
 * AsciiDoc instead, which needs another program to become a manual page.
 */
final class ManualPage {
  /** So wide that help breaks no line: man breaks them. */
  private static final int WIDTH = 10_000;

  private final CommandSpec command;
  private final Help help;
  private final StringBuilder text = new StringBuilder();

  private ManualPage(CommandSpec command) {
    this.command = command;
    int width = command.usageMessage().width();
    command.usageMessage().width(WIDTH);
    this.help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
    try {
      write();
    } finally {
      command.usageMessage().width(width);
    }
  }

  /** Gives the page of each command that help lists, the command itself first. */
  static List<CommandSpec> commands(CommandSpec all) {
    List<CommandSpec> commands = new ArrayList<>(List.of(all));
    for (CommandLine each : all.subcommands().values()) {
      CommandSpec below = each.getCommandSpec();
      if (!below.usageMessage().hidden() && !below.helpCommand()) {
        commands.addAll(commands(below));
      }
    }
    return commands;
  }

  /** Names the page: the words of the command with dashes between them. */
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  /** Writes the page of a command. */
  static String of(CommandSpec command) {
    return new ManualPage(command).text.toString();
  }

  private void write() {
    String title = name(command);
    String version = String.join("", command.root().version()).split("Java", 2)[0];
    text.append(".TH \"").append(title.toUpperCase(Locale.ROOT)).append("\" 1 \"\" \"");
    text.append(escaped(version)).append("\" \"dat4j\"\n");
    List<String> description = help.description().lines().toList();
    section("NAME");
    line(title + " - " + description.get(0));
    section("SYNOPSIS");
    line(help.synopsis(0).strip());
    section("DESCRIPTION");
    description.forEach(this::paragraph);
    arguments();
    if (commands(command).size() > 1) {
      section("COMMANDS");
      for (CommandSpec each : commands(command)) {
        if (each.parent() == command) {
          item(each.qualifiedName(), List.of(each.usageMessage().description()));
        }
      }
    }
    List<String> footer = help.footer().lines().dropWhile(String::isBlank).toList();
    if (!footer.isEmpty()) {
      section("NOTES");
      text.append(".nf\n");
      footer.forEach(this::line);
      text.append(".fi\n");
    }
    if (command.parent() != null) {
      section("SEE ALSO");
      line(name(command.parent()) + "(1)");
    }
  }

  private void arguments() {
    section("OPTIONS");
    for (PositionalParamSpec each : command.positionalParameters()) {
      if (!each.hidden()) {
        item(each.paramLabel(), List.of(each.description()));
      }
    }
    for (OptionSpec each : command.options()) {
      if (!each.hidden()) {
        item(String.join(", ", each.names()) + value(each), List.of(each.description()));
      }
    }
  }

  private String value(ArgSpec argument) {
    return help.createDefaultParamLabelRenderer()
        .renderParameterLabel(argument, Ansi.OFF, List.of())
        .toString();
  }

  private void section(String title) {
    text.append(".SH ").append(title).append('\n');
  }

  private void item(String title, List<String> description) {
    text.append(".TP\n.B ").append(escaped(title)).append('\n');
    line(String.join(" ", description));
  }

  private void paragraph(String line) {
    text.append(".PP\n");
    line(line);
  }

  private void line(String line) {
    text.append("\\&").append(escaped(line)).append('\n');
  }

  /** Escapes what the program {@code man} would take for its own commands. */
  private static String escaped(String words) {
    return words.replace("\\", "\\e").replace("-", "\\-");
  }
}
