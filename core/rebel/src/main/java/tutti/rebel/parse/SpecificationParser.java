package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Specification;
import tutti.rebel.syntax.Specification.Configured;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.FieldDecl;
import tutti.rebel.syntax.Specification.Modifier;
import tutti.rebel.syntax.Specification.StateFrom;
import tutti.rebel.syntax.Specification.StateTo;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.syntax.TypeExpr;

/** Reads specifications. */
final class SpecificationParser {

  static final Set<String> SECTIONS = Set.of("fields", "events", "invariants", "lifeCycle");

  private final TokenStream in;
  private final NameParser names;
  private final DeclarationParser declarations;

  private final List<FieldDecl> fields = new ArrayList<>();
  private final List<EventRef> events = new ArrayList<>();
  private final List<Name> invariants = new ArrayList<>();
  private final List<StateFrom> lifeCycle = new ArrayList<>();

  SpecificationParser(DeclarationParser declarations) {
    this.in = declarations.in();
    this.names = declarations.names();
    this.declarations = declarations;
  }

  static boolean atSpecification(TokenStream in) {
    return in.atWord("specification")
        || in.peek(1).isWord("specification")
            && (in.atWord("abstract") || in.atWord("external") || in.atWord("singleton"));
  }

  /** Reads a specification, from its modifier on. */
  Specification specification(Token first, List<Annotation> annotations) {
    Modifier modifier =
        in.tryWord("abstract")
            ? Modifier.ABSTRACT
            : in.tryWord("external")
                ? Modifier.EXTERNAL
                : in.tryWord("singleton") ? Modifier.SINGLETON : Modifier.NONE;
    in.take();
    Name name = names.type("the name of the specification");
    Optional<Name> parent =
        in.tryWord("extends")
            ? Optional.of(names.type("the name of the specification that this one extends"))
            : Optional.empty();
    in.symbol("{", "to begin the specification");
    Set<String> seen = new HashSet<>();
    while (!in.atSymbol("}") && !in.atEnd()) {
      section(seen);
    }
    in.symbol("}", "to end the specification");
    return new Specification(
        annotations,
        modifier,
        name,
        parent,
        fields,
        events,
        invariants,
        lifeCycle,
        in.since(first));
  }

  private void section(Set<String> seen) {
    Token word = in.peek();
    if (word.kind() != Kind.WORD || !SECTIONS.contains(word.text())) {
      in.unexpected(
          "`fields`, `events`, `invariants`, `lifeCycle` or `}`",
          declarations.atDeclaration()
              ? "Events, functions and invariants are declared outside of the specification."
              : "");
      in.take();
      in.skipTo(token -> token.kind() == Kind.WORD && SECTIONS.contains(token.text()));
      return;
    }
    if (!seen.add(word.text())) {
      in.report(in.span(word), "duplicate-section", word.text());
    }
    in.take();
    in.symbol("{", "after `" + word.text() + "`");
    while (!in.atSymbol("}") && !in.atEnd()) {
      in.begin();
      int before = in.position();
      try {
        entry(word.text());
        comma(word.text());
      } catch (TokenStream.Panic panic) {
        recover(before);
      }
    }
    in.symbol("}", "to end the section `" + word.text() + "`");
  }

  /**
   * Reports a comma, which other languages have between entries, and goes on with the next entry.
   */
  private void comma(String section) {
    if (in.atSymbol(",") || in.atSymbol(";")) {
      in.report(
          in.span(in.take()),
          section.equals("events") ? "syntax/comma-events" : "syntax/comma",
          section.equals("lifeCycle") ? "states" : section);
    }
  }

  /** Skips to the next line that begins with a word. */
  private void recover(int before) {
    if (in.position() == before) {
      in.take();
    }
    int line = in.behind().line();
    in.skipTo(token -> token.kind() == Kind.WORD && in.span(token).line() > line);
  }

  private void entry(String section) {
    switch (section) {
      case "fields" -> fields.add(field());
      case "events" -> events.add(event());
      case "invariants" -> invariants.add(names.qualified("the name of an invariant"));
      default -> lifeCycle.add(stateFrom());
    }
  }

  private FieldDecl field() {
    Token first = in.peek();
    Name name = names.declared("the name of a field");
    in.symbol(":", "before the type of the field");
    TypeExpr type = declarations.types().type();
    List<Annotation> annotations = names.annotations();
    return new FieldDecl(name, type, annotations, in.since(first));
  }

  private EventRef event() {
    Token first = in.peek();
    Visibility visibility = visibility();
    Name name = names.qualified("the name of an event");
    if (in.atSymbol("(")) {
      List<Parameter> parameters = declarations.parameters("(", ")");
      return new EventRef.Interface(visibility, name, parameters, in.since(first));
    }
    if (!in.atSymbol("[")) {
      in.report(in.behind(), "syntax/bracket", name);
      return new EventRef.Bound(visibility, name, List.of(), in.since(first));
    }
    in.take();
    List<Configured> configuration =
        in.closed("]", "value of the configuration parameter", "configuration", this::configured);
    return new EventRef.Bound(visibility, name, configuration, in.since(first));
  }

  /** Reads the word before an event. It is one only before a name, and else itself the name. */
  private Visibility visibility() {
    boolean before = in.peek(1).kind() == Kind.WORD;
    return before && in.tryWord("internal")
        ? Visibility.INTERNAL
        : before && in.tryWord("public") ? Visibility.PUBLIC : Visibility.UNMARKED;
  }

  private Configured configured() {
    Token first = in.peek();
    Name parameter = names.variable("the name of a configuration parameter or `]`");
    in.symbol("=", "before the value of the configuration parameter");
    return new Configured(parameter, declarations.expressions().expression(), in.since(first));
  }

  private StateFrom stateFrom() {
    Token first = in.peek();
    boolean initial = in.tryWord("initial");
    boolean last = in.tryWord("final");
    Name state = names.variable("the name of a state");
    List<StateTo> destinations = new ArrayList<>();
    while (in.atSymbol("->")) {
      Token arrow = in.take();
      Name to = names.variable("the name of a state after `->`");
      in.symbol(":", "between the state and the events that lead to it");
      List<Name> via = in.separated(() -> names.variable("the name of an event"));
      destinations.add(new StateTo(to, via, in.since(arrow)));
    }
    return new StateFrom(initial, last, state, destinations, in.since(first));
  }
}
