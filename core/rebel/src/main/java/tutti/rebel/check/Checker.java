package tutti.rebel.check;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.check.SpecificationShape.FieldShape;
import tutti.rebel.check.SpecificationShape.InvariantShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.FolderTree;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.load.Loader;
import tutti.rebel.load.MemoryTree;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Name;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedField;
import tutti.rebel.typed.CheckedFunction;
import tutti.rebel.typed.CheckedInvariant;
import tutti.rebel.typed.CheckedSpecification;

/** Reads and checks applications. The contents of a file never cause an exception. Thread-safe. */
public final class Checker {

  private final Diagnostics diagnostics = new Diagnostics();

  private Checker() {}

  private static final ApplicationSchema NO_ACTORS = new ApplicationSchema(List.of());

  /** Checks a file or all files of a folder, with the files that they import. */
  public static CheckResult check(Path path) {
    return check(path, NO_ACTORS);
  }

  /**
   * Checks a file or all files of a folder, with the files that they import.
   *
   * @param actors in Java, whose procedures events may sync with
   */
  public static CheckResult check(Path path, ApplicationSchema actors) {
    return check(List.of(path), actors, Map.of());
  }

  /**
   * Checks a file or all files of a folder as {@link #check(Path, ApplicationSchema)} does, with
   * the texts of an editor in the place of files.
   *
   * @param unsaved the texts by the absolute paths of their files, which need not be there yet
   */
  public static CheckResult check(Path path, ApplicationSchema actors, Map<Path, String> unsaved) {
    return check(List.of(path), actors, unsaved);
  }

  /** Checks some files and folders as one application, with the files that they import. */
  public static CheckResult check(List<Path> paths) {
    return check(paths, NO_ACTORS, Map.of());
  }

  private static CheckResult check(
      List<Path> paths, ApplicationSchema actors, Map<Path, String> unsaved) {
    Checker checker = new Checker();
    Map<String, String> texts = new HashMap<>();
    unsaved.forEach((file, text) -> texts.put(FolderTree.slashes(file), text));
    FolderTree tree = new FolderTree(texts);
    Loader loader = new Loader(tree, checker.diagnostics);
    Set<String> files = new LinkedHashSet<>();
    for (Path path : paths) {
      String absolute = FolderTree.slashes(path.toAbsolutePath().normalize());
      if (!Files.isDirectory(path)) {
        files.add(absolute);
        continue;
      }
      try {
        List<String> found = tree.below(absolute);
        files.addAll(found);
        if (found.isEmpty()) {
          loader.missing(absolute, "There is no Rebel file, *.ebl, in this folder.");
        }
      } catch (UncheckedIOException e) {
        loader.missing(absolute, "This folder cannot be read: " + e.getMessage() + ".");
      }
    }
    return checker.run(loader, List.copyOf(files), actors);
  }

  /**
   * Checks an application in memory.
   *
   * @param texts file names, such as {@code bank/Account.ebl}, and the files' contents
   */
  public static CheckResult check(Map<String, String> texts) {
    return check(texts, NO_ACTORS);
  }

  /**
   * Checks an application in memory.
   *
   * @param texts file names, such as {@code bank/Account.ebl}, and the files' contents
   * @param actors in Java, whose procedures events may sync with
   */
  public static CheckResult check(Map<String, String> texts, ApplicationSchema actors) {
    Checker checker = new Checker();
    MemoryTree tree = new MemoryTree(texts);
    return checker.run(new Loader(tree, checker.diagnostics), tree.below(""), actors);
  }

  private CheckResult run(Loader loader, List<String> files, ApplicationSchema actors) {
    Modules modules = new Modules(loader.load(files), actors, diagnostics);
    Types types = new Types(modules, diagnostics);
    checkDeclarations(modules);
    new Shapes(modules, types, diagnostics).build();
    CheckedFunctions functions = new CheckedFunctions(modules, types, diagnostics);
    List<CheckedFunction> checked = functions.all();
    EventChecker events = new EventChecker(modules, types, functions.typer, diagnostics);
    List<CheckedSpecification> specifications = new ArrayList<>();
    for (SpecificationShape shape : modules.shapes) {
      specification(shape, events, functions, modules).ifPresent(specifications::add);
    }
    checkUnbound(modules);
    modules.keys.report(diagnostics);
    if (modules.shapes.isEmpty() && !diagnostics.hasErrors() && !files.isEmpty()) {
      loader.missing(files.getFirst(), "There is no specification here to run.");
    }
    specifications.sort(java.util.Comparator.comparingInt(CheckedSpecification::index));
    if (!diagnostics.hasErrors()) {
      new NegatedCalls(specifications, diagnostics).check();
      new NeverPossible(diagnostics).check(specifications);
      new LargeQuantifiers(diagnostics).check(specifications);
      new PublicPartners(diagnostics).check(specifications, modules.shapes);
    }
    Optional<CheckedApplication> application =
        diagnostics.hasErrors()
            ? Optional.empty()
            : Optional.of(
                new CheckedApplication(specifications, checked, List.copyOf(modules.callers)));
    application.ifPresent(it -> new ConstantValues(it, diagnostics).check(specifications));
    return new CheckResult(
        application,
        diagnostics.sorted(),
        loader.files(),
        modules.all().stream().map(LoadedModule::module).toList(),
        modules.resolved);
  }

  private void checkDeclarations(Modules modules) {
    for (LoadedModule module : modules.all()) {
      Set<String> names = new HashSet<>();
      for (Declaration declaration : module.module().declarations()) {
        String kind = declaration.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        if (!names.add(kind + " " + declaration.name().text())) {
          diagnostics.error(
              declaration.name().span(),
              "duplicate-name/declaration",
              kind,
              declaration.name().text());
        }
      }
      Set<String> imports = new HashSet<>();
      for (Name imported : module.module().imports()) {
        if (!imports.add(imported.full())) {
          diagnostics.warning(imported.span(), "duplicate-import", imported);
        }
      }
    }
  }

  private Optional<CheckedSpecification> specification(
      SpecificationShape shape, EventChecker checker, CheckedFunctions functions, Modules modules) {
    List<EventChecker.Result> results = new ArrayList<>();
    for (EventShape event : shape.events.values()) {
      results.add(checker.check(shape, event));
    }
    List<CheckedInvariant> invariants = new ArrayList<>();
    for (InvariantShape invariant : shape.invariants.values()) {
      invariants.add(invariant(shape, invariant, functions));
    }
    if (shape.isAbstract() || shape.stages.isEmpty()) {
      return Optional.empty();
    }
    new LifeCycles(modules, diagnostics).check(shape);
    Map<Integer, Boolean> optional = new Determination(diagnostics).check(shape, results);
    List<CheckedEvent> events = results.stream().map(EventChecker.Result::event).toList();
    new InitialInvariants(diagnostics).check(shape, events, invariants);
    List<CheckedField> fields = new ArrayList<>();
    for (FieldShape field : shape.fields.values()) {
      SpecificationShape reference = field.reference();
      fields.add(
          new CheckedField(
              field.index(),
              field.name().text(),
              field.type(),
              field.key(),
              field.documentation(),
              reference == null ? -1 : reference.index(),
              optional.getOrDefault(field.index(), false),
              field.name().span()));
    }
    return Optional.of(
        new CheckedSpecification(
            shape.index(),
            shape.name(),
            StatementTyper.documentation(shape.text().annotations()),
            shape.text().modifier(),
            fields,
            shape.key().map(FieldShape::index).orElse(-1),
            events,
            invariants,
            shape.stages,
            shape.finals(),
            shape.text().name().span()));
  }

  private CheckedInvariant invariant(
      SpecificationShape shape, InvariantShape invariant, CheckedFunctions functions) {
    NameScope scope = new NameScope(invariant.library(), shape, NameScope.Place.INVARIANT, false);
    List<CheckedCondition> conditions =
        new StatementTyper(functions.typer, diagnostics)
            .conditions(invariant.definition().statements(), scope);
    return new CheckedInvariant(
        invariant.definition().name().text(),
        StatementTyper.documentation(invariant.definition().annotations()),
        conditions,
        scope.slots(),
        invariant.definition().name().span());
  }

  /** Events of the given libraries that no specification has; they are not checked further. */
  private void checkUnbound(Modules modules) {
    Set<Declaration> bound = new HashSet<>();
    for (SpecificationShape shape : modules.shapes) {
      shape.events.values().forEach(event -> bound.add(event.definition()));
    }
    for (LoadedModule module : modules.all()) {
      for (Declaration declaration : module.module().declarations()) {
        if (module.given()
            && declaration instanceof Declaration.Event event
            && !bound.contains(event)) {
          diagnostics.warning(event.name().span(), "unbound-event", event.name().text());
        }
      }
    }
  }
}
