package tutti.rebel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Name;

/**
 * Finds the declaration that a name in a module means. A name may mean a declaration of the module
 * itself or of the modules that it imports. A specification may also be one that those modules
 * import in turn, if that is not ambiguous.
 */
final class Modules {

  private final List<LoadedModule> modules;
  private final Diagnostics diagnostics;
  final List<Shape> shapes = new ArrayList<>();
  private final ApplicationSchema actors;

  /**
   * @param actors the actors in Java beside the modules
   */
  Modules(List<LoadedModule> modules, ApplicationSchema actors, Diagnostics diagnostics) {
    this.actors = actors;
    this.modules = modules;
    this.diagnostics = diagnostics;
    for (LoadedModule module : modules) {
      module.module().specification().ifPresent(text -> shapes.add(new Shape(module, text)));
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
      diagnostics.unknown(name, "unknown-" + what, what, known, elsewhere(from, name, kind));
      return null;
    }
    boolean own = found.getFirst().module() == from;
    if (!own && found.getLast().module() != found.getFirst().module()) {
      ambiguous(name, what, found.stream().map(f -> f.module().name()).toList());
    }
    return found.getFirst();
  }

  private <D extends Declaration> String elsewhere(LoadedModule from, Name name, Class<D> kind) {
    for (LoadedModule module : modules) {
      for (Declaration declaration : module.module().declarations()) {
        if (kind.isInstance(declaration) && declaration.name().text().equals(name.text())) {
          return "`%s` declares it; add `import %s` to `%s`."
              .formatted(module.name(), module.name(), from.name());
        }
      }
    }
    return from.imports().isEmpty()
        ? "Import the module that declares it."
        : "Neither this module nor one that it imports declares it.";
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
  @Nullable Shape specification(LoadedModule from, Name name) {
    Shape shape = find(from, name);
    if (shape == null && actor(from, name) != null) {
      diagnostics.error(name.span(), "java-unseen", name);
    } else if (shape == null) {
      Set<String> known = new TreeSet<>();
      shapes.forEach(other -> known.add(other.name()));
      actors.types().forEach(actor -> known.add(actor.name()));
      String help =
          shapes.stream()
              .filter(other -> other.name().equals(name.text()))
              .findFirst()
              .map(other -> "Add `import " + other.home.name() + "` to `" + from.name() + "`.")
              .orElse("Import the module that has it.");
      known.remove(name.text());
      diagnostics.unknown(
          name.span(), "unknown-specification", "specification", name.full(), known, help);
    }
    return shape;
  }

  /** The specification that a name means, or null. */
  @Nullable Shape find(LoadedModule from, Name name) {
    if (!name.qualifier().isEmpty()) {
      return single(name, shape -> shape.home.name().equals(name.full()), modules);
    }
    List<LoadedModule> near = new ArrayList<>(List.of(from));
    near.addAll(from.imports());
    Shape direct = single(name, shape -> shape.name().equals(name.text()), near);
    if (direct != null) {
      return direct;
    }
    return single(name, shape -> shape.name().equals(name.text()), from.reachable());
  }

  private @Nullable Shape single(
      Name name, Function<Shape, Boolean> fits, Iterable<LoadedModule> among) {
    List<Shape> found = new ArrayList<>();
    for (LoadedModule module : among) {
      shapes.stream()
          .filter(shape -> shape.home == module && fits.apply(shape))
          .forEach(found::add);
    }
    if (found.size() > 1) {
      ambiguous(name, "specification", found.stream().map(shape -> shape.home.name()).toList());
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  private void ambiguous(Name name, String what, List<String> modules) {
    diagnostics.error(
        name.span(), "ambiguous-name", what, name.text(), String.join(" or ", modules));
  }
}
