package tutti.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The footers of help texts as paragraphs, which picocli then wraps to the terminal's width; in the
 * source each paragraph is several lines. Lines that begin with a blank are not changed.
 */
final class Paragraphs {
  private Paragraphs() {}

  /** Joins the lines of a command's footer, and of its subcommands' footers. */
  static void join(CommandLine command) {
    UsageMessageSpec message = command.getCommandSpec().usageMessage();
    message.footer(
        join(String.join("\n", message.footer()).lines().toList()).toArray(String[]::new));
    command.getSubcommands().values().forEach(Paragraphs::join);
  }

  static List<String> join(List<String> lines) {
    List<String> paragraphs = new ArrayList<>();
    boolean open = false;
    for (String line : lines) {
      boolean text = !line.isEmpty() && !line.startsWith(" ");
      if (text && open) {
        paragraphs.add(paragraphs.removeLast() + " " + line);
      } else {
        paragraphs.add(line);
      }
      open = text;
    }
    return paragraphs;
  }
}
