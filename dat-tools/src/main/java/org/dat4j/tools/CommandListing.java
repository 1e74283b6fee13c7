package org.dat4j.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/**
 * Renders the list of subcommands in the help of {@code dat4j}: those for everybody, then those for
 * authors of backends.
 */
final class CommandListing implements IHelpSectionRenderer {
  private static final Set<String> FOR_AUTHORS =
      Set.of("certify", "conform", "mutants", "report", "soak", "step");

  @Override
  public String render(Help help) {
    Map<String, Help> everybody = new LinkedHashMap<>(help.subcommands());
    Map<String, Help> authors = new LinkedHashMap<>(help.subcommands());
    everybody.keySet().removeAll(FOR_AUTHORS);
    authors.keySet().retainAll(FOR_AUTHORS);
    return help.commandList(everybody)
        + System.lineSeparator()
        + "For authors of backends:"
        + System.lineSeparator()
        + help.commandList(authors);
  }
}
