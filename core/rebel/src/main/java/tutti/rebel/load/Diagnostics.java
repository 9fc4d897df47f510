package tutti.rebel.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tutti.model.text.NearestName;
import tutti.rebel.load.Diagnostic.Severity;
import tutti.rebel.syntax.Fix;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.Span;

/**
 * Collects the diagnostics of a check. Equal diagnostics — an event that two specifications bind is
 * checked for each — are kept once.
 */
public final class Diagnostics {

  /**
   * The codes of diagnostics about missing or unused declarations: in a file that sees a file of
   * which a part was not read, the missing declaration may be in that part.
   */
  private static final Set<String> OF_ABSENCE =
      Set.of(
          """
          unknown-event unknown-function unknown-invariant unknown-specification unknown-type
          unknown-config unknown-state unused-event unbound-event undetermined unset-field
          unreachable-state missing-key missing-initial missing-life-cycle dead-end
          key-missing config-missing invariant-open invariant-broken specification-name
          nothing-to-read never-possible\
          """
              .split("\\s+"));

  private final Set<Diagnostic> found = new LinkedHashSet<>();

  /** The diagnostics of parts that could not be read; other diagnostics may follow from them. */
  private final Set<Diagnostic> causes = new HashSet<>();

  /** The files that see a file of which a part was not read, that file itself among them. */
  private final Set<String> unsure = new HashSet<>();

  /** The files that see a specification of which a part was not read. */
  private final Set<String> unsureOfFields = new HashSet<>();

  /** Adds the error of that key, in the table of {@link Problem#of}. */
  public void error(Span span, String key, Object... arguments) {
    add(Severity.ERROR, Problem.of(span, key, arguments));
  }

  /** Adds the warning of that key. */
  public void warning(Span span, String key, Object... arguments) {
    add(Severity.WARNING, Problem.of(span, key, arguments));
  }

  private Diagnostic add(Severity severity, Problem problem) {
    Diagnostic diagnostic =
        new Diagnostic(
            severity,
            problem.code(),
            problem.message(),
            problem.help(),
            problem.span(),
            problem.fix());
    found.add(diagnostic);
    return diagnostic;
  }

  /** Reports an unknown name of a kind of thing. */
  public void unknown(Name name, String code, String what, Collection<String> known, String help) {
    unknown(name.span(), code, what, name.text(), known, help, Optional.empty());
  }

  /**
   * Reports an unknown name.
   *
   * @param fix the change that {@code help} speaks of
   */
  public void unknown(
      Span span,
      String code,
      String what,
      String name,
      Collection<String> known,
      String help,
      Optional<Fix> fix) {
    Optional<String> near = NearestName.among(known, name);
    String list =
        known.isEmpty() || known.size() > 12 ? "" : "There are: " + String.join(", ", known) + ".";
    String hint =
        near.map(each -> "Did you mean `" + each + "`?").orElse(help.isEmpty() ? list : help);
    String message = "There is no " + what + " `" + name + "`.";
    // A name that is written with a qualifier would lose it.
    Optional<Fix> renamed =
        near.filter(_ -> span.text().equals(name)).map(each -> new Fix(span, each));
    add(Severity.ERROR, new Problem(code, message, hint, span, near.isPresent() ? renamed : fix));
  }

  void problems(List<Problem> problems) {
    problems.forEach(problem -> causes.add(add(Severity.ERROR, problem)));
  }

  /** Reports an error because of which a part was not read; such errors come before all others. */
  void cause(Span span, String key, Object... arguments) {
    causes.add(add(Severity.ERROR, Problem.of(span, key, arguments)));
  }

  /** Whether a part of this file was not read, or not found. */
  boolean causedBy(String file) {
    return causes.stream().anyMatch(cause -> cause.span().file().name().equals(file));
  }

  /**
   * Marks a file whose messages about missing things may follow from a cause in another file.
   *
   * @param fields whether fields of a specification may be missing, too
   */
  void unsure(String file, boolean fields) {
    unsure.add(file);
    if (fields) {
      unsureOfFields.add(file);
    }
  }

  /** Whether a cause that is reported, too, explains the diagnostic. */
  private boolean follows(Diagnostic diagnostic) {
    String file = diagnostic.span().file().name();
    return !causes.contains(diagnostic)
        && (OF_ABSENCE.contains(diagnostic.code())
                && unsure.contains(file)
                && !diagnostic.help().startsWith("Did you mean")
            || diagnostic.code().equals("unknown-field") && unsureOfFields.contains(file)
            || diagnostic.code().equals("unbound-event") && !causes.isEmpty());
  }

  public boolean hasErrors() {
    return found.stream().anyMatch(d -> d.severity() == Severity.ERROR);
  }

  /**
   * Returns the diagnostics except those that a cause explains: first those of parts that could not
   * be read, then by file and place.
   */
  public List<Diagnostic> sorted() {
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.removeIf(this::follows);
    sorted.sort(
        Comparator.comparing((Diagnostic d) -> !causes.contains(d))
            .thenComparing(d -> d.span().file().name())
            .thenComparingInt(d -> d.span().start())
            .thenComparing(Diagnostic::severity)
            .thenComparing(Diagnostic::message));
    return sorted;
  }
}
