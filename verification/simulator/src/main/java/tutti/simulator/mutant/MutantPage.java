package tutti.simulator.mutant;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The list of all mutants as a page, made from their files. Its links are those of a page in {@code
 * docs}.
 */
public final class MutantPage {
  private static final String HEAD =
      """
      # The list of mutants

      *Expected* are the rules of which one at least was to be broken, written down before the mutant was tried; *caught by* is the rule
      that was broken when it was. Many are caught by an invariant that is looked at in every step, before the end of a run judges what
      came of it.
      """;

  private static final Pattern RULING = Pattern.compile("docs/(rulings\\.md#([\\w-]+))");

  private MutantPage() {}

  /** Returns the page's text. */
  public static String of(List<Mutant> mutants) {
    return HEAD
        + "\n"
        + mutants.size()
        + " mutants:\n"
        + Arrays.stream(Mechanism.values())
            .map(each -> section(each, mutants))
            .collect(Collectors.joining());
  }

  private static String section(Mechanism mechanism, List<Mutant> mutants) {
    return "\n## "
        + mechanism.label()
        + "\n\n"
        + "| mutant | what is broken | taken from | expected | caught by |\n"
        + "|---|---|---|---|---|\n"
        + mutants.stream()
            .filter(mutant -> mutant.mechanism() == mechanism)
            .map(MutantPage::row)
            .collect(Collectors.joining());
  }

  private static String row(Mutant mutant) {
    return "| [`%s`](../%s) | %s | %s | %s | `%s` |\n"
        .formatted(
            mutant.name(),
            Mutants.file(mutant.mechanism(), mutant.name()),
            cell(mutant.breaks()),
            cell(withLinks(mutant.idea())),
            mutant.expected().stream()
                .map(rule -> "`" + rule + "`")
                .collect(Collectors.joining(", ")),
            mutant.caughtBy());
  }

  private static String withLinks(String text) {
    return RULING
        .matcher(text)
        .replaceAll(link -> "[" + link.group(2).replace('-', ' ') + "](" + link.group(1) + ")");
  }

  private static String cell(String text) {
    return text.replaceFirst("\\.$", "").replace("|", "\\|");
  }
}
