package tutti.lsp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.FieldDecl;
import tutti.rebel.syntax.Specification.StateFrom;

/** A declaration, with the tree that it is in. */
sealed interface Declared {

  /** The name where it is declared. */
  Name name();

  record OfModule(Module module) implements Declared {
    @Override
    public Name name() {
      return module.name();
    }
  }

  record OfSpecification(Specification specification) implements Declared {
    @Override
    public Name name() {
      return specification.name();
    }
  }

  record OfField(Specification specification, FieldDecl field) implements Declared {
    @Override
    public Name name() {
      return field.name();
    }
  }

  record OfState(Specification specification, StateFrom state) implements Declared {
    @Override
    public Name name() {
      return state.state();
    }
  }

  /** An event of which a specification has only the signature. */
  record OfInterface(Specification specification, EventRef.Interface event) implements Declared {
    @Override
    public Name name() {
      return event.name();
    }
  }

  /** An event, a function or an invariant. */
  record OfLibrary(Declaration declaration) implements Declared {
    @Override
    public Name name() {
      return declaration.name();
    }
  }

  /** A parameter, or a configuration parameter. */
  record OfParameter(Name owner, Parameter parameter, boolean configuration) implements Declared {
    @Override
    public Name name() {
      return parameter.name();
    }
  }

  /** All declarations of some modules, except the variables of quantifiers, by their names. */
  static Map<Span, Declared> in(List<Module> modules) {
    List<Declared> all = new ArrayList<>();
    for (Module module : modules) {
      all.add(new OfModule(module));
      module.specification().ifPresent(specification -> add(specification, all));
      module.declarations().forEach(declaration -> add(declaration, all));
    }
    Map<Span, Declared> byName = new HashMap<>();
    all.forEach(each -> byName.putIfAbsent(each.name().span(), each));
    return byName;
  }

  private static void add(Specification specification, List<Declared> all) {
    all.add(new OfSpecification(specification));
    specification.fields().forEach(field -> all.add(new OfField(specification, field)));
    for (EventRef event : specification.events()) {
      if (event instanceof EventRef.Interface signature) {
        all.add(new OfInterface(specification, signature));
        add(signature.name(), signature.parameters(), false, all);
      }
    }
    specification.lifeCycle().forEach(state -> all.add(new OfState(specification, state)));
  }

  private static void add(Declaration declaration, List<Declared> all) {
    all.add(new OfLibrary(declaration));
    switch (declaration) {
      case Declaration.Event event -> {
        add(event.name(), event.configuration(), true, all);
        add(event.name(), event.parameters(), false, all);
      }
      case Declaration.Function function -> add(function.name(), function.parameters(), false, all);
      case Declaration.Invariant _ -> {}
    }
  }

  private static void add(
      Name owner, List<Parameter> parameters, boolean configuration, List<Declared> all) {
    parameters.forEach(each -> all.add(new OfParameter(owner, each, configuration)));
  }
}
