package tutti.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tutti.model.text.NearestName;

/** Suggests the flag or command that was probably meant. */
final class Suggestions {
  private Suggestions() {}

  /** Returns a sentence for the end of a message about an unknown flag, or an empty text. */
  static String of(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    String word = unmatched.getUnmatched().getFirst();
    return word.startsWith("-")
        ? meant(word.replaceFirst("=.*", ""), flags(wrong.getCommandLine()))
        : command(word, wrong.getCommandLine());
  }

  /** Returns a sentence about a word that should have been a subcommand, or an empty text. */
  static String command(String word, CommandLine of) {
    return meant(word, commands(of));
  }

  private static String meant(String word, List<String> known) {
    return NearestName.among(known, word).map(name -> ". Did you mean " + name + "?").orElse("");
  }

  private static List<String> flags(CommandLine command) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        names.addAll(List.of(option.names()));
      }
    }
    return names;
  }

  private static List<String> commands(CommandLine command) {
    return command.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }
}
