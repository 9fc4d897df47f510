package tutti.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.StateFrom;
import tutti.rebel.syntax.Specification.StateTo;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.syntax.Statement;
import tutti.rebel.value.Type;

/** Tells what stands at a place: signatures, documentation, life cycles. */
record Hovers(ApplicationDiagnosis application) {
  private static final String NO_CLIENT = "no client may call it.";

  Optional<Hover> at(Path file, int offset) {
    return application
        .at(file, offset)
        .map(
            mention -> {
              String text =
                  mention.declarations().stream()
                      .map(this::describe)
                      .collect(Collectors.joining("\n\n---\n\n"));
              return hover(text, mention.place());
            })
        .or(() -> visibility(file, offset))
        .or(() -> caller(file, offset))
        .or(() -> builtIn(file, offset));
  }

  private static Hover hover(String markdown, Span place) {
    return new Hover(new MarkupContent(MarkupKind.MARKDOWN, markdown), Lines.range(place));
  }

  /** The meaning of the word before an event in the list of a specification. */
  private Optional<Hover> visibility(Path file, int offset) {
    return application
        .module(file)
        .flatMap(Module::specification)
        .flatMap(
            specification ->
                specification.events().stream()
                    .filter(
                        event ->
                            event.span().start() <= offset && offset < event.name().span().start())
                    .findFirst())
        .map(
            event ->
                hover(
                    event.visibility() == Visibility.INTERNAL
                        ? "The event happens only together with others: " + NO_CLIENT
                        : "Clients may call the event, although it happens with others, too.",
                    word(event.span())));
  }

  /** The caller of the request, where nothing of the text is called so. */
  private Optional<Hover> caller(Path file, int offset) {
    return application
        .module(file)
        .map(module -> word(new Span(module.file(), offset, offset)))
        .filter(word -> word.text().equals("caller"))
        .map(
            word ->
                hover(
                    code("caller")
                        + "\n\nThe caller of the request, as the service knows it: `subject` and"
                        + " `tenant`, each a String, and `roles`, a set of String. A request"
                        + " without identity has no subject and no tenant, which refuses the rule,"
                        + " and no role.",
                    word));
  }

  /** The form of the values of a built-in type. */
  private Optional<Hover> builtIn(Path file, int offset) {
    return application
        .module(file)
        .map(module -> word(new Span(module.file(), offset, offset)))
        .flatMap(
            word ->
                Stream.of(Type.Simple.values())
                    .filter(type -> type.toString().equals(word.text()))
                    .map(
                        type ->
                            hover(
                                code(type.toString())
                                    + "\n\nIn a request: "
                                    + type.expected()
                                    + ".",
                                word))
                    .findFirst());
  }

  private static Span word(Span place) {
    String text = place.file().text();
    int start = Math.min(place.start(), text.length());
    int end = start;
    while (start > 0 && Character.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return new Span(place.file(), start, end);
  }

  private String describe(Span name) {
    return application.declared(name).map(this::describe).orElseGet(() -> variable(name));
  }

  /** A variable of a quantifier or a comprehension, which the line that binds it tells about. */
  private static String variable(Span name) {
    return code(name.text())
        + "\n\nA variable, bound by\n\n"
        + code(name.file().lineText(name.line()).strip());
  }

  private String describe(Declared declared) {
    return switch (declared) {
      case Declared.OfModule(var module) -> code("module " + module.name());
      case Declared.OfSpecification(var specification) -> specification(specification);
      case Declared.OfField(var specification, var field) ->
          code(field.name() + ": " + field.type().span().oneLine() + marks(field.annotations()))
              + "\n\nA field of `"
              + specification.name()
              + "`."
              + documentation(field.annotations());
      case Declared.OfState(var specification, var state) ->
          "A state of `"
              + specification.name()
              + "`.\n\n"
              + code(lifeCycle(specification, name -> name.text().equals(state.state().text())));
      case Declared.OfInterface(var specification, var event) ->
          code("event " + event.name() + signature(event.parameters()))
              + "\n\nOnly its signature is known."
              + transitions(event.name().text(), Set.of(specification));
      case Declared.OfLibrary(var declaration) -> library(declaration);
      case Declared.OfParameter(var owner, var parameter, var configuration) ->
          code(parameter.span().oneLine())
              + "\n\nA "
              + (configuration ? "configuration parameter" : "parameter")
              + " of `"
              + owner
              + "`.";
    };
  }

  private String specification(Specification specification) {
    List<String> fields = new ArrayList<>();
    for (Specification each : application.line(specification)) {
      each.fields()
          .forEach(
              field ->
                  fields.add(
                      "  "
                          + field.name()
                          + ": "
                          + field.type().span().oneLine()
                          + marks(field.annotations())));
    }
    String life = lifeCycle(specification, _ -> true);
    return code(head(specification) + " {\n" + String.join("\n", fields) + "\n}")
        + documentation(specification.annotations())
        + (life.isEmpty() ? "" : "\n\nLife cycle:\n\n" + code(life));
  }

  private static String head(Specification specification) {
    int end = specification.parent().orElse(specification.name()).span().end();
    Span name = specification.name().span();
    String modifier =
        specification.modifier() == Specification.Modifier.NONE
            ? ""
            : specification.modifier().name().toLowerCase(Locale.ROOT) + " ";
    return modifier + "specification " + new Span(name.file(), name.start(), end).oneLine();
  }

  /** The transitions of a specification from or to the chosen states, one a line. */
  private String lifeCycle(Specification specification, Predicate<Name> chosen) {
    Set<String> lines = new LinkedHashSet<>();
    for (Specification each : application.line(specification)) {
      for (StateFrom from : each.lifeCycle()) {
        String state =
            (from.initial() ? "initial " : "") + (from.last() ? "final " : "") + from.state();
        if (from.destinations().isEmpty() && chosen.test(from.state())) {
          lines.add(state);
        }
        for (StateTo to : from.destinations()) {
          if (chosen.test(from.state()) || chosen.test(to.state())) {
            lines.add(state + " -> " + to.state() + ": " + names(to));
          }
        }
      }
    }
    return String.join("\n", lines);
  }

  private static String names(StateTo to) {
    return to.events().stream().map(Name::text).collect(Collectors.joining(", "));
  }

  private String library(Declaration declaration) {
    return switch (declaration) {
      case Declaration.Event event ->
          code(
                  "event "
                      + event.name()
                      + (event.configuration().isEmpty()
                          ? ""
                          : "[" + list(event.configuration()) + "]")
                      + signature(event.parameters()))
              + documentation(event.annotations())
              + conditions(event.preconditions())
              + transitions(event.name().text(), having(event));
      case Declaration.Function function ->
          code(
                  "function "
                      + function.name()
                      + signature(function.parameters())
                      + ": "
                      + function.returnType().span().oneLine())
              + documentation(function.annotations());
      case Declaration.Invariant invariant ->
          code("invariant " + invariant.name())
              + documentation(invariant.annotations())
              + conditions(invariant.statements());
    };
  }

  private static String conditions(List<Statement> statements) {
    return statements.isEmpty()
        ? ""
        : "\n\n"
            + code(statements.stream().map(each -> line(each)).collect(Collectors.joining("\n")));
  }

  /** A condition, below its documentation as a comment. */
  private static String line(Statement statement) {
    return switch (statement) {
      case Statement.Expression line ->
          documentation(line.annotations()).strip().replaceAll("(?m)^(.+)\\n*", "// $1\n")
              + line.expression().span().oneLine()
              + ";";
      case Statement.Case choice -> choice.span().oneLine();
    };
  }

  /** The specifications that have an event of a library. */
  private Set<Specification> having(Declaration.Event event) {
    List<Span> uses = application.uses(event.name().span());
    return application
        .specifications()
        .filter(
            specification ->
                application.line(specification).stream()
                    .flatMap(each -> each.events().stream())
                    .anyMatch(ref -> uses.contains(ref.name().span())))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private String transitions(String event, Set<Specification> specifications) {
    StringBuilder text = new StringBuilder();
    for (Specification specification : specifications) {
      Set<String> lines = new LinkedHashSet<>();
      for (Specification each : application.line(specification)) {
        for (StateFrom from : each.lifeCycle()) {
          for (StateTo to : from.destinations()) {
            if (to.events().stream().anyMatch(name -> name.text().equals(event))) {
              lines.add("`" + from.state() + " -> " + to.state() + "`");
            }
          }
        }
      }
      if (!lines.isEmpty()) {
        text.append("\n\n`")
            .append(specification.name())
            .append("`: ")
            .append(String.join(", ", lines))
            .append(isInternal(event, specification) ? "; internal: " + NO_CLIENT : "");
      }
    }
    return text.toString();
  }

  /** Whether the word nearest to a specification, in its own list or an inherited one, says so. */
  private boolean isInternal(String event, Specification specification) {
    return application.line(specification).stream()
            .flatMap(each -> each.events().stream())
            .filter(each -> each.name().text().equals(event))
            .map(EventRef::visibility)
            .filter(each -> each != Visibility.UNMARKED)
            .reduce((_, nearer) -> nearer)
            .orElse(Visibility.UNMARKED)
        == Visibility.INTERNAL;
  }

  private static String signature(List<Parameter> parameters) {
    return "(" + list(parameters) + ")";
  }

  private static String list(List<Parameter> parameters) {
    return parameters.stream().map(each -> each.span().oneLine()).collect(Collectors.joining(", "));
  }

  /** The annotations of a field that are no text. */
  private static String marks(List<Annotation> annotations) {
    return annotations.stream()
        .filter(each -> !(each instanceof Annotation.Text))
        .map(each -> " " + each.span().oneLine())
        .collect(Collectors.joining());
  }

  private static String documentation(List<Annotation> annotations) {
    return annotations.stream()
        .filter(each -> each instanceof Annotation.Text text && text.name().equals("doc"))
        .map(each -> "\n\n" + ((Annotation.Text) each).text().replaceAll("\\s+", " "))
        .collect(Collectors.joining());
  }

  private static String code(String text) {
    return "```rebel\n" + text + "\n```";
  }
}
