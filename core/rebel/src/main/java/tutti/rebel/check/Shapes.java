package tutti.rebel.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.check.SpecificationShape.FieldShape;
import tutti.rebel.check.SpecificationShape.InvariantShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Annotation;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.FieldDecl;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.value.Type;

/** Gives every specification its fields, events, invariants and states, inherited ones included. */
final class Shapes {

  private final Modules modules;
  private final Types types;
  private final Diagnostics diagnostics;
  private final Set<SpecificationShape> filled = new HashSet<>();

  Shapes(Modules modules, Types types, Diagnostics diagnostics) {
    this.modules = modules;
    this.types = types;
    this.diagnostics = diagnostics;
  }

  /** Fills all shapes; shapes that are not abstract are numbered by name. */
  void build() {
    unique();
    modules.shapes.forEach(this::findParent);
    modules.shapes.forEach(this::cutCycle);
    List<SpecificationShape> concrete = new ArrayList<>(modules.shapes);
    concrete.removeIf(SpecificationShape::isAbstract);
    concrete.sort(Comparator.comparing(SpecificationShape::name));
    for (int i = 0; i < concrete.size(); i++) {
      concrete.get(i).index(i);
    }
    modules.shapes.forEach(this::fill);
    modules.shapes.forEach(this::checkReferences);
  }

  private void unique() {
    Map<String, SpecificationShape> seen = new LinkedHashMap<>();
    for (SpecificationShape shape : modules.shapes) {
      String module = shape.home.module().name().text();
      if (!module.equals(shape.name())) {
        diagnostics.warning(shape.text().name().span(), "specification-name", shape.name(), module);
      }
      SpecificationShape first = seen.putIfAbsent(shape.name(), shape);
      if (first != null) {
        diagnostics.error(
            shape.text().name().span(),
            "duplicate-specification",
            shape.name(),
            first.text().name().span());
      }
    }
  }

  private void findParent(SpecificationShape shape) {
    shape.text().parent().ifPresent(name -> shape.parent(modules.specification(shape.home, name)));
  }

  private void cutCycle(SpecificationShape shape) {
    Set<SpecificationShape> seen = new LinkedHashSet<>();
    SpecificationShape at = shape;
    while (at != null && seen.add(at)) {
      at = at.parent();
    }
    if (at == shape) {
      List<String> names = new ArrayList<>();
      seen.forEach(s -> names.add(s.name()));
      names.add(shape.name());
      diagnostics.error(
          shape.text().parent().orElse(shape.text().name()).span(),
          "cyclic-extends",
          String.join(" → ", names));
      shape.parent(null);
    }
  }

  private void fill(SpecificationShape shape) {
    if (!filled.add(shape)) {
      return;
    }
    SpecificationShape parent = shape.parent();
    if (parent != null) {
      fill(parent);
      shape.fields.putAll(parent.fields);
      shape.events.putAll(parent.events);
      shape.missing.addAll(parent.missing);
      shape.invariants.putAll(parent.invariants);
    }
    shape.text().fields().forEach(field -> addField(shape, field));
    Set<String> own = new HashSet<>();
    for (EventRef ref : shape.text().events()) {
      if (!own.add(ref.name().text())) {
        duplicate(ref.name(), "event");
      } else {
        addEvent(shape, ref);
      }
    }
    shape.text().invariants().forEach(name -> addInvariant(shape, name));
    checkKey(shape);
    new LifeCycles(modules, diagnostics).build(shape);
  }

  private void duplicate(Name name, String what) {
    diagnostics.error(name.span(), "duplicate-name", what, name.text());
  }

  private void addField(SpecificationShape shape, FieldDecl field) {
    String name = field.name().text();
    FieldShape known = shape.fields.get(name);
    if (known != null) {
      duplicate(field.name(), "field");
      return;
    }
    Type type = types.of(field.type(), shape.home);
    boolean key = false;
    SpecificationShape reference = null;
    for (Annotation annotation : field.annotations()) {
      switch (annotation) {
        case Annotation.Key _ -> key = true;
        case Annotation.Ref ref ->
            reference = modules.specification(shape.home, ref.specification());
        case Annotation.Text _ -> {}
      }
    }
    String documentation = StatementTyper.documentation(field.annotations());
    shape.fields.put(
        name,
        new FieldShape(shape.fields.size(), field.name(), type, key, reference, documentation));
  }

  private void addEvent(SpecificationShape shape, EventRef ref) {
    String name = ref.name().text();
    EventShape inherited = shape.events.get(name);
    int index = inherited == null ? shape.events.size() : inherited.index();
    Visibility visibility =
        inherited == null || ref.visibility() != Visibility.UNMARKED
            ? ref.visibility()
            : inherited.visibility();
    EventShape event =
        switch (ref) {
          case EventRef.Interface declared ->
              new EventShape(
                  index,
                  ref,
                  visibility,
                  shape.home,
                  null,
                  shape.home,
                  signature(declared.parameters(), shape.home));
          case EventRef.Bound bound -> bind(shape, bound, visibility, index);
        };
    if (event == null) {
      shape.missing.add(name);
      return;
    }
    if (inherited != null && inherited.definition() == null) {
      checkSignature(shape, event, inherited);
    }
    shape.events.put(name, event);
  }

  private @Nullable EventShape bind(
      SpecificationShape shape, EventRef.Bound bound, Visibility visibility, int index) {
    Modules.Found<Declaration.Event> found =
        modules.declaration(shape.home, bound.name(), Declaration.Event.class, "event");
    if (found == null) {
      return null;
    }
    return new EventShape(
        index,
        bound,
        visibility,
        shape.home,
        found.declaration(),
        found.module(),
        signature(found.declaration().parameters(), found.module()));
  }

  private List<CheckedParameter> signature(List<Parameter> parameters, LoadedModule module) {
    List<CheckedParameter> signature = new ArrayList<>();
    for (Parameter parameter : parameters) {
      signature.add(
          new CheckedParameter(
              parameter.name().text(),
              types.of(parameter.type(), module),
              java.util.Optional.empty(),
              parameter.name().span()));
    }
    return signature;
  }

  private void checkSignature(SpecificationShape shape, EventShape event, EventShape declared) {
    List<String> wanted = declared.parameters().stream().map(p -> p.type().toString()).toList();
    List<String> given = event.parameters().stream().map(p -> p.type().toString()).toList();
    if (!wanted.equals(given)) {
      diagnostics.error(
          event.ref().name().span(),
          "interface-mismatch",
          event.ref().name().text(),
          String.join(", ", given),
          shape.name(),
          String.join(", ", wanted),
          declared.ref().span());
    }
  }

  private void addInvariant(SpecificationShape shape, Name name) {
    Modules.Found<Declaration.Invariant> found =
        modules.declaration(shape.home, name, Declaration.Invariant.class, "invariant");
    if (found != null) {
      InvariantShape old =
          shape.invariants.put(
              name.text(), new InvariantShape(name, found.declaration(), found.module()));
      if (old != null && old.use().span().file() == name.span().file()) {
        duplicate(name, "invariant");
      }
    }
  }

  private void checkKey(SpecificationShape shape) {
    List<FieldShape> keys = shape.fields.values().stream().filter(FieldShape::key).toList();
    if (keys.size() > 1) {
      diagnostics.error(keys.get(1).name().span(), "several-keys", keys.getFirst().name().text());
    }
    for (FieldShape key : keys) {
      if (shape.isSingleton()) {
        diagnostics.error(key.name().span(), "singleton-key", shape.name());
      } else if (!Types.canBeKey(key.type())) {
        diagnostics.error(key.name().span(), "key-type", key.type());
        // What names instances by it would be mistakes only because of this one.
        shape.fields.put(
            key.name().text(),
            new FieldShape(
                key.index(),
                key.name(),
                Type.Unknown.ANY,
                true,
                key.reference(),
                key.documentation()));
      }
    }
    if (keys.isEmpty() && !shape.isSingleton() && !shape.isAbstract()) {
      diagnostics.error(shape.text().name().span(), "missing-key", shape.name());
    }
  }

  private void checkReferences(SpecificationShape shape) {
    for (FieldShape field : shape.fields.values()) {
      SpecificationShape target = field.reference();
      if (target == null) {
        continue;
      }
      if (target.isAbstract()) {
        diagnostics.error(field.name().span(), "abstract-reference/type", target.name());
      } else if (Types.fits(target.keyType(), element(field.type()))) {
        modules.keys.right(target, element(field.type()));
      } else {
        modules.keys.wrong(
            target,
            element(field.type()),
            field.name().span(),
            "reference-type",
            field.name().text(),
            target.name(),
            target.keyType(),
            field.type());
      }
    }
  }

  /** Returns the element type of a set, since a set of keys refers to instances too. */
  private static Type element(Type type) {
    return type instanceof Type.SetOf(Type element) ? element : type;
  }
}
