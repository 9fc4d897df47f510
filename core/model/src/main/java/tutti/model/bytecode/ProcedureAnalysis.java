package tutti.model.bytecode;

import static java.util.Objects.requireNonNull;

import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The analysis of a program's procedures. A procedure is read when it is asked for first, which
 * takes some milliseconds. Thread-safe.
 */
public final class ProcedureAnalysis {
  private static final Set<Class<?>> TEXTS =
      Set.of(String.class, int.class, long.class, short.class, byte.class);

  private final Program program;
  private final Map<Class<?>, Findings> findings = new ConcurrentHashMap<>();

  public ProcedureAnalysis(Program program) {
    this.program = program;
  }

  /**
   * The findings about a procedure.
   *
   * @throws IllegalArgumentException if it is none of the program
   */
  public Findings of(Class<? extends Record> procedure) {
    Findings known = findings.get(procedure);
    return known == null ? findings.computeIfAbsent(procedure, _ -> analyze(procedure)) : known;
  }

  private Findings analyze(Class<? extends Record> procedure) {
    Program.Body body = program.procedures().get(procedure);
    if (body == null) {
      throw new IllegalArgumentException(procedure.getSimpleName() + " is no procedure");
    }
    Classes classes = new Classes(procedure.getClassLoader());
    body.types().forEach(type -> classes.knows(requireNonNull(program.actors().get(type))));
    Effect effect;
    int before;
    do {
      // Which methods are overridden follows from all classes that are mentioned.
      before = classes.size();
      effect = effect(procedure, body, new CallSites(program, classes));
    } while (classes.size() > before);
    Class<?> unreadable = classes.unreadable();
    Effect all =
        unreadable == null
            ? effect
            : effect.plus(
                Effect.unbounded("uses " + unreadable.getName() + ", whose bytecode is missing"));
    return new Findings(
        body.pure() ? all.declaredPure() : all, List.of(procedure.getRecordComponents()));
  }

  private static Effect effect(
      Class<? extends Record> procedure, Program.Body body, CallSites sites) {
    String type = body.types().size() == 1 ? body.types().getFirst() : null;
    List<Value> components = new ArrayList<>();
    for (RecordComponent component : procedure.getRecordComponents()) {
      components.add(argument(component, components.size()));
    }
    Value.Made made = new Value.Made(procedure, List.copyOf(components));
    Effect effect = sites.effect(made, body, new Value.OfActor(type, new Value.TargetKey()));
    for (Classes.Code code : sites.classes().calledBack()) {
      effect = effect.plus(sites.walk(code, unknown(code)).effect().repeated());
    }
    return effect;
  }

  private static Value argument(RecordComponent component, int number) {
    Class<?> type = component.getType();
    if (TEXTS.contains(type)) {
      return new Value.Part(number, type == long.class);
    }
    Type generic = component.getGenericType();
    return generic instanceof ParameterizedType many
            && (many.getRawType() == List.class || many.getRawType() == Set.class)
            && many.getActualTypeArguments()[0] == String.class
        ? new Value.Parts(number)
        : Frame.unknown(type.describeConstable().orElseThrow());
  }

  private static List<Value> unknown(Classes.Code code) {
    List<Value> arguments = new ArrayList<>();
    if (!code.is(AccessFlag.STATIC)) {
      arguments.add(Value.Unknown.NARROW);
    }
    for (ClassDesc parameter : code.method().methodTypeSymbol().parameterList()) {
      arguments.add(Frame.unknown(parameter));
    }
    return arguments;
  }
}
