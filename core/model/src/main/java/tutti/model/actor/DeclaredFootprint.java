package tutti.model.actor;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.bytecode.CodeFindings;
import tutti.model.bytecode.Program;
import tutti.model.bytecode.Program.Declared;
import tutti.model.codec.RecordCodec;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;

/**
 * The footprint that a procedure declares by {@link Accesses}, or else the one that follows from
 * its code.
 */
final class DeclaredFootprint {

  private final RecordCodec<? extends Record> parameters;
  private final Mode mode;
  private final boolean pure;
  private final @Nullable List<Declared> declared;
  private final Supplier<CodeFindings> code;

  private DeclaredFootprint(
      ProcedureType procedure, @Nullable List<Declared> declared, Supplier<CodeFindings> code) {
    this.code = code;
    this.parameters = procedure.parameters();
    this.mode = procedure.query() ? Mode.READ : Mode.WRITE;
    this.pure = procedure.record().isAnnotationPresent(Pure.class);
    this.declared = declared;
  }

  /**
   * Reads the declarations of a procedure.
   *
   * @param code tells what a procedure that declares nothing does
   * @param mistakes gets the mistakes in them
   */
  static DeclaredFootprint of(
      ProcedureType procedure,
      Map<Class<?>, RelationalType> types,
      Supplier<CodeFindings> code,
      List<String> mistakes) {
    Class<? extends Record> record = procedure.record();
    if (!record.isAnnotationPresent(Accesses.class)
        && !record.isAnnotationPresent(Accesses.Only.class)) {
      return new DeclaredFootprint(procedure, null, code);
    }
    List<Declared> declared = new ArrayList<>();
    for (Accesses accesses : record.getAnnotationsByType(Accesses.class)) {
      String place = "procedure " + procedure.name() + ": @Accesses";
      String type = type(accesses, types);
      int component = component(accesses.key(), record);
      if (type == null) {
        mistakes.add(
            place
                + " names no actor type of the application: give either actor, one of "
                + types.values()
                + ", or a specification");
      } else if (component < 0 && !accesses.key().isEmpty()) {
        mistakes.add(
            place
                + (" has the key \"%s\": name a component that is a String, or a List or Set of"
                        + " String")
                    .formatted(accesses.key()));
      } else if (accesses.most() < 1) {
        mistakes.add(
            place + " allows " + accesses.most() + " calls: leave out what is never called");
      } else {
        boolean reads = accesses.readsOnly() || procedure.query();
        declared.add(
            new Declared(
                type, component, reads ? Mode.READ : Mode.WRITE, Bound.atMost(accesses.most())));
      }
    }
    return new DeclaredFootprint(procedure, List.copyOf(declared), code);
  }

  private static @Nullable String type(Accesses accesses, Map<Class<?>, RelationalType> types) {
    boolean named = !accesses.specification().isEmpty();
    if (accesses.actor() == Actor.class) {
      return named ? accesses.specification() : null;
    }
    RelationalType type = types.get(accesses.actor());
    return type == null || named ? null : type.name();
  }

  /**
   * Returns the position of the component {@code name}, if the component can contain keys; else -1.
   */
  private static int component(String name, Class<? extends Record> record) {
    RecordComponent[] components = record.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      if (components[i].getName().equals(name)) {
        return hasKeys(components[i].getGenericType()) ? i : -1;
      }
    }
    return -1;
  }

  private static boolean hasKeys(Type type) {
    return type == String.class
        || type instanceof ParameterizedType many
            && (many.getRawType() == List.class || many.getRawType() == Set.class)
            && many.getActualTypeArguments()[0] == String.class;
  }

  boolean isDeclared() {
    return declared != null;
  }

  /** Adds the footprint of one call, with the keys that its components have. */
  void of(ActorId target, Record call, FootprintBuilder into) {
    own(new Item.Known(target), into);
    if (declared == null) {
      code.get().footprint(target, mode, number -> value(parameters, call, number), into);
      return;
    }
    for (Declared each : declared) {
      Object keys = each.component() < 0 ? null : value(parameters, call, each.component());
      if (keys instanceof Collection<?> several) {
        for (Object key : several) {
          access(each, Item.named(each.type(), key.toString()), into);
        }
      } else {
        access(
            each,
            keys == null ? new Item.OfType(each.type()) : Item.named(each.type(), keys.toString()),
            into);
      }
    }
  }

  private static <R extends Record> Object value(RecordCodec<R> codec, Record call, int component) {
    return codec.column(component).get(codec.record().cast(call));
  }

  /** The footprint of all calls, whose items are the names of components. */
  Footprint told(String type) {
    FootprintBuilder into = new FootprintBuilder();
    own(new Item.Told(type, "key()"), into);
    if (declared == null) {
      code.get().footprint(mode, into);
      return into.build();
    }
    for (Declared each : declared) {
      access(
          each,
          each.component() < 0
              ? new Item.OfType(each.type())
              : new Item.Told(each.type(), parameters.column(each.component()).name()),
          into);
    }
    return into.build();
  }

  private void own(Item item, FootprintBuilder into) {
    into.access(item, mode, Bound.ONCE, Source.REQUEST);
    into.atLeast(Shape.KNOWN_KEYS);
  }

  private static void access(Declared declared, Item item, FootprintBuilder into) {
    into.access(item, declared.mode(), declared.bound(), Source.DECLARED);
  }

  /** The declarations as an analysis of callers takes them. */
  Program.Body body(List<String> types) {
    return new Program.Body(types, mode, declared, pure);
  }
}
