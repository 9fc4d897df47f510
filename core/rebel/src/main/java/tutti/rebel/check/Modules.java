package tutti.rebel.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Fix;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.ResolvedName;

/**
 * Finds the declaration that a name in a module means. A name may mean a declaration of the module
 * itself or of the modules that it imports. A specification may also be one that those modules
 * import in turn, if that is not ambiguous.
 */
final class Modules {

  private final List<LoadedModule> modules;
  private final Diagnostics diagnostics;
  final List<SpecificationShape> shapes = new ArrayList<>();
  private final ApplicationSchema actors;

  /** The keys of the wrong type by which texts name instances. */
  final WrongKeys keys = new WrongKeys();

  /** The places where texts read something of the caller. */
  final Set<Span> callers = new LinkedHashSet<>();

  /** The names of all texts whose declarations were found. */
  final Set<ResolvedName> resolved = new LinkedHashSet<>();

  /**
   * @param actors the actors in Java beside the modules
   */
  Modules(List<LoadedModule> modules, ApplicationSchema actors, Diagnostics diagnostics) {
    this.actors = actors;
    this.modules = modules;
    this.diagnostics = diagnostics;
    for (LoadedModule module : modules) {
      module
          .module()
          .specification()
          .ifPresent(text -> shapes.add(new SpecificationShape(module, text)));
      for (Name imported : module.module().imports()) {
        module.imports().stream()
            .filter(found -> found.name().equals(imported.full()))
            .forEach(found -> resolved(imported, found.module().name().span()));
      }
    }
  }

  /** Notes the declaration that a name means; null if there is none. */
  void resolved(Name name, @Nullable Span declaration) {
    if (declaration != null) {
      resolved.add(new ResolvedName(name.span(), declaration));
    }
  }

  List<LoadedModule> all() {
    return modules;
  }

  /** A declaration and the module that has it. */
  record Found<D extends Declaration>(D declaration, LoadedModule module) {}

  /** The declaration that a name means, or null after a diagnostic if there is none. */
  <D extends Declaration> @Nullable Found<D> declaration(
      LoadedModule from, Name name, Class<D> kind, String what) {
    List<Found<D>> found = new ArrayList<>();
    Set<String> known = new TreeSet<>();
    for (LoadedModule module : visible(from, name)) {
      for (Declaration declaration : module.module().declarations()) {
        if (kind.isInstance(declaration)) {
          known.add(declaration.name().text());
          if (declaration.name().text().equals(name.text())) {
            found.add(new Found<>(kind.cast(declaration), module));
          }
        }
      }
    }
    if (found.isEmpty()) {
      LoadedModule other = elsewhere(name, kind);
      String help =
          other != null
              ? "`%s` declares it; add `import %s` to `%s`."
                  .formatted(other.name(), other.name(), from.name())
              : from.imports().isEmpty()
                  ? "Import the module that declares it."
                  : "Neither this module nor one that it imports declares it.";
      diagnostics.unknown(
          name.span(), "unknown-" + what, what, name.text(), known, help, importing(from, other));
      return null;
    }
    boolean own = found.getFirst().module() == from;
    if (!own && found.getLast().module() != found.getFirst().module()) {
      ambiguous(name, what, found.stream().map(f -> f.module().name()).toList());
    }
    resolved(name, found.getFirst().declaration().name().span());
    return found.getFirst();
  }

  /** The first module that declares such a name, or null. */
  private @Nullable LoadedModule elsewhere(Name name, Class<? extends Declaration> kind) {
    for (LoadedModule module : modules) {
      for (Declaration declaration : module.module().declarations()) {
        if (kind.isInstance(declaration) && declaration.name().text().equals(name.text())) {
          return module;
        }
      }
    }
    return null;
  }

  /** The change that makes a module import another. */
  private static Optional<Fix> importing(LoadedModule from, @Nullable LoadedModule other) {
    if (other == null || from.imports().contains(other)) {
      return Optional.empty();
    }
    List<Name> imports = from.module().imports();
    Span last = (imports.isEmpty() ? from.module().name() : imports.getLast()).span();
    String gap = imports.isEmpty() ? "\n\n" : "\n";
    Span behind = new Span(last.file(), last.end(), last.end());
    return Optional.of(new Fix(behind, gap + "import " + other.name()));
  }

  private List<LoadedModule> visible(LoadedModule from, Name name) {
    List<LoadedModule> visible = new ArrayList<>();
    if (name.qualifier().isEmpty()) {
      visible.add(from);
      visible.addAll(from.imports());
    } else {
      String qualifier = String.join(".", name.qualifier());
      modules.stream().filter(module -> module.name().equals(qualifier)).forEach(visible::add);
    }
    return visible;
  }

  /** The type of actors in Java that a name means, or null. */
  @Nullable TypeSchema actor(LoadedModule from, Name name) {
    if (!name.qualifier().isEmpty()) {
      return null;
    }
    for (TypeSchema actor : actors.types()) {
      if (actor.name().equals(name.text()) && find(from, name) == null) {
        return actor;
      }
    }
    return null;
  }

  /** The specification that a name means, or null after a diagnostic if there is none. */
  @Nullable SpecificationShape specification(LoadedModule from, Name name) {
    SpecificationShape shape = find(from, name);
    if (shape == null && actor(from, name) != null) {
      diagnostics.error(name.span(), "java-unseen", name);
    } else if (shape == null) {
      Set<String> known = new TreeSet<>();
      shapes.forEach(other -> known.add(other.name()));
      actors.types().forEach(actor -> known.add(actor.name()));
      LoadedModule home =
          shapes.stream()
              .filter(other -> other.name().equals(name.text()))
              .findFirst()
              .map(other -> other.home)
              .orElse(null);
      String help =
          home == null
              ? "Import the module that has it."
              : "Add `import " + home.name() + "` to `" + from.name() + "`.";
      known.remove(name.text());
      diagnostics.unknown(
          name.span(),
          "unknown-specification",
          "specification",
          name.full(),
          known,
          help,
          importing(from, home));
    }
    return shape;
  }

  /** The specification that a name means, or null. */
  @Nullable SpecificationShape find(LoadedModule from, Name name) {
    if (!name.qualifier().isEmpty()) {
      return single(name, shape -> shape.home.name().equals(name.full()), modules);
    }
    List<LoadedModule> near = new ArrayList<>(List.of(from));
    near.addAll(from.imports());
    SpecificationShape direct = single(name, shape -> shape.name().equals(name.text()), near);
    if (direct != null) {
      return direct;
    }
    return single(name, shape -> shape.name().equals(name.text()), from.reachable());
  }

  private @Nullable SpecificationShape single(
      Name name, Function<SpecificationShape, Boolean> fits, Iterable<LoadedModule> among) {
    List<SpecificationShape> found = new ArrayList<>();
    for (LoadedModule module : among) {
      shapes.stream()
          .filter(shape -> shape.home == module && fits.apply(shape))
          .forEach(found::add);
    }
    if (found.size() > 1) {
      ambiguous(name, "specification", found.stream().map(shape -> shape.home.name()).toList());
    }
    found.stream().limit(1).forEach(shape -> resolved(name, shape.text().name().span()));
    return found.isEmpty() ? null : found.getFirst();
  }

  private void ambiguous(Name name, String what, List<String> modules) {
    diagnostics.error(
        name.span(), "ambiguous-name", what, name.text(), String.join(" or ", modules));
  }
}
