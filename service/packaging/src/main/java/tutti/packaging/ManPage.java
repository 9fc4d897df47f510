package tutti.packaging;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command, made from the command's own help. It is roff as man(7) describes
 * it, since picocli writes only AsciiDoc, which another tool would have to turn into roff.
 */
final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  /**
   * Returns the page of a command and those of its subcommands, by their files.
   *
   * @param seconds the date of the pages, in seconds since 1970
   */
  static SortedMap<String, String> all(CommandLine command, String version, long seconds) {
    SortedMap<String, String> pages = new TreeMap<>();
    CommandSpec spec = command.getCommandSpec();
    LocalDate date = LocalDate.ofInstant(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
    pages.put(name(spec) + ".1", of(command, "Tutti " + version, date.toString()));
    for (CommandLine each : shown(command)) {
      pages.putAll(all(each, version, seconds));
    }
    return pages;
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  /** Returns the subcommands that help tells of. */
  static List<CommandLine> shown(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(each -> !each.getCommandSpec().usageMessage().hidden())
        .toList();
  }

  private static String of(CommandLine command, String source, String date) {
    ManPage made = new ManPage();
    CommandSpec spec = command.getCommandSpec();
    made.line(
        ".TH \""
            + name(spec).toUpperCase(Locale.ROOT)
            + "\" 1 \""
            + date
            + "\" \""
            + source
            + "\"");
    made.line(".SH NAME");
    made.line(escaped(name(spec)) + " \\- " + escaped(summary(spec)));
    made.line(".SH SYNOPSIS");
    made.line(".B " + escaped(command.getHelp().synopsis(0).strip().replaceAll("\\s+", " ")));
    made.line(".SH DESCRIPTION");
    made.text(description(spec));
    made.arguments("ARGUMENTS", spec.positionalParameters());
    made.arguments("OPTIONS", spec.options());
    made.commands(command);
    if (spec.usageMessage().footer().length > 0) {
      made.line(".SH NOTES");
      made.text(Stream.of(spec.usageMessage().footer()).map(ManPage::formatted).toList());
    }
    made.line(".SH SEE ALSO");
    made.line(spec.parent() == null ? ".BR tutti-run (1)" : ".BR tutti (1)");
    return made.page.toString();
  }

  private static List<String> description(CommandSpec spec) {
    String[] description = spec.usageMessage().description();
    return Stream.of(description.length == 0 ? spec.usageMessage().header() : description)
        .map(ManPage::formatted)
        .toList();
  }

  private static String summary(CommandSpec spec) {
    return description(spec).stream()
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(line -> line.replaceFirst("\\.?$", ""))
        .orElse("a command of Tutti");
  }

  private void arguments(String heading, List<? extends ArgSpec> arguments) {
    List<? extends ArgSpec> shown = arguments.stream().filter(each -> !each.hidden()).toList();
    if (!shown.isEmpty()) {
      line(".SH " + heading);
    }
    for (ArgSpec each : shown) {
      line(".TP");
      line(".B " + escaped(names(each)));
      text(Stream.of(each.description()).map(ManPage::formatted).toList());
    }
  }

  private static String names(ArgSpec argument) {
    return switch (argument) {
      case OptionSpec option ->
          String.join(", ", option.names())
              + (option.arity().max() == 0 ? "" : "=" + option.paramLabel());
      case PositionalParamSpec parameter -> parameter.paramLabel();
      default ->
          throw new IllegalArgumentException("neither an option nor a parameter: " + argument);
    };
  }

  private void commands(CommandLine command) {
    List<CommandLine> shown = shown(command);
    if (!shown.isEmpty()) {
      line(".SH COMMANDS");
    }
    for (CommandLine each : shown) {
      line(".TP");
      line(".BR " + escaped(name(each.getCommandSpec())) + " (1)");
      text(description(each.getCommandSpec()));
    }
  }

  /** Adds lines; those that begin with blanks, as examples do, stay as they are. */
  private void text(List<String> lines) {
    boolean asItIs = false;
    for (String each : lines) {
      boolean example = each.startsWith(" ");
      if (example != asItIs) {
        line(example ? ".nf" : ".fi");
        asItIs = example;
      }
      line(each.isBlank() ? ".sp" : escaped(each));
    }
    if (asItIs) {
      line(".fi");
    }
  }

  /** Formats a text of the help as picocli does: percent signs and line ends. */
  private static String formatted(String text) {
    return Ansi.OFF.string(String.format(text)).replace('\n', ' ');
  }

  /** Escapes what roff would read otherwise; characters beyond ASCII by their numbers. */
  private static String escaped(String text) {
    StringBuilder escaped =
        new StringBuilder(text.startsWith(".") || text.startsWith("'") ? "\\&" : "");
    text.codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                default ->
                    escaped.append(
                        each < 128 ? Character.toString(each) : "\\[u%04X]".formatted(each));
              }
            });
    return escaped.toString();
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
