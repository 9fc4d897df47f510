package tutti.rebel.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tutti.rebel.check.Diagnostic.Severity;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.Span;

/**
 * Collects what is found. The same thing said twice — an event that two specifications bind is
 * checked for each — is kept once.
 */
final class Diagnostics {

  private final Set<Diagnostic> found = new LinkedHashSet<>();

  void error(Span span, String code, String message, String help) {
    found.add(new Diagnostic(Severity.ERROR, code, message, help, span));
  }

  void warning(Span span, String code, String message, String help) {
    found.add(new Diagnostic(Severity.WARNING, code, message, help, span));
  }

  /** A name that nothing has. */
  void unknown(
      Span span, String code, String what, String name, Collection<String> known, String help) {
    String near = NearNames.suggestion(name, known);
    String list =
        known.isEmpty() || known.size() > 12 ? "" : "There are: " + String.join(", ", known) + ".";
    String hint = !near.isEmpty() ? near : !help.isEmpty() ? help : list;
    error(span, code, "There is no " + what + " `" + name + "`.", hint);
  }

  void problems(List<Problem> problems) {
    for (Problem problem : problems) {
      error(problem.span(), problem.code(), problem.message(), problem.help());
    }
  }

  boolean hasErrors() {
    return found.stream().anyMatch(d -> d.severity() == Severity.ERROR);
  }

  int size() {
    return found.size();
  }

  /** All of them, by file and place. */
  List<Diagnostic> sorted() {
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparing((Diagnostic d) -> d.span().file().name())
            .thenComparingInt(d -> d.span().start())
            .thenComparing(Diagnostic::severity)
            .thenComparing(Diagnostic::message));
    return sorted;
  }
}
