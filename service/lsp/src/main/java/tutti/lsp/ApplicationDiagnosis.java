package tutti.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tutti.rebel.check.CheckResult;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;
import tutti.rebel.typed.ResolvedName;

/** The result of one check of an application, by files. Immutable. */
final class ApplicationDiagnosis {
  /** The folder from which the checker names files. */
  private static final Path CURRENT = Path.of("").toAbsolutePath().normalize();

  private final CheckResult result;
  private final Map<Path, List<Diagnostic>> diagnostics = new LinkedHashMap<>();
  private final Map<SourceFile, List<ResolvedName>> names = new HashMap<>();
  private final Map<Span, Declared> declared;

  ApplicationDiagnosis(CheckResult result) {
    this.result = result;
    this.declared = Declared.in(result.modules());
    for (Diagnostic diagnostic : result.diagnostics()) {
      diagnostics.computeIfAbsent(path(diagnostic.span()), _ -> new ArrayList<>()).add(diagnostic);
    }
    for (ResolvedName name : result.names()) {
      names.computeIfAbsent(name.use().file(), _ -> new ArrayList<>()).add(name);
    }
  }

  /** The file in which a stretch of text stands. */
  static Path path(Span span) {
    return CURRENT.resolve(span.file().name()).normalize();
  }

  List<Module> modules() {
    return result.modules();
  }

  /** The module of a file, if the file is one of this application. */
  Optional<Module> module(Path file) {
    return modules().stream().filter(each -> file.equals(path(each.name().span()))).findFirst();
  }

  Stream<Specification> specifications() {
    return modules().stream().flatMap(module -> module.specification().stream());
  }

  /** The files that have a mistake, with their mistakes. */
  Map<Path, List<Diagnostic>> diagnostics() {
    return diagnostics;
  }

  /** A name in a text, and the names of the declarations that it means. */
  record Mention(Span place, List<Span> declarations) {}

  /** The name at a place, where it is used or declared; also directly behind the name. */
  Optional<Mention> at(Path file, int offset) {
    List<ResolvedName> there =
        module(file).map(module -> names.getOrDefault(module.file(), List.of())).stream()
            .flatMap(List::stream)
            .filter(name -> holds(name.use(), offset))
            .toList();
    if (!there.isEmpty()) {
      Span use = there.getFirst().use();
      return Optional.of(
          new Mention(
              use,
              there.stream()
                  .filter(name -> name.use().equals(use))
                  .map(ResolvedName::declaration)
                  .toList()));
    }
    return Stream.concat(
            declared.keySet().stream(), result.names().stream().map(ResolvedName::declaration))
        .filter(name -> holds(name, offset) && file.equals(path(name)))
        .findFirst()
        .map(name -> new Mention(name, List.of(name)));
  }

  private static boolean holds(Span span, int offset) {
    return span.start() <= offset && offset <= span.end();
  }

  /** The places that mean a declaration. */
  List<Span> uses(Span declaration) {
    return result.names().stream()
        .filter(name -> name.declaration().equals(declaration))
        .map(ResolvedName::use)
        .toList();
  }

  /** Returns the declaration of the name at {@code name}; empty for a variable of a quantifier. */
  Optional<Declared> declared(Span name) {
    return Optional.ofNullable(declared.get(name));
  }

  /** The name of the declaration that a name means. */
  Optional<Span> declaration(Name name) {
    return names.getOrDefault(name.span().file(), List.of()).stream()
        .filter(each -> each.use().equals(name.span()))
        .map(ResolvedName::declaration)
        .findFirst();
  }

  /** The specification and those that it extends, itself last. */
  List<Specification> line(Specification specification) {
    List<Specification> line = new ArrayList<>(List.of(specification));
    Optional<Specification> next = parent(specification);
    while (next.isPresent() && !line.contains(next.get())) {
      line.addFirst(next.get());
      next = parent(next.get());
    }
    return line;
  }

  private Optional<Specification> parent(Specification specification) {
    return specification
        .parent()
        .flatMap(this::declaration)
        .flatMap(this::declared)
        .flatMap(
            each ->
                each instanceof Declared.OfSpecification parent
                    ? Optional.of(parent.specification())
                    : Optional.empty());
  }
}
