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
  private final Map<Class<?>, CodeFindings> findings = new ConcurrentHashMap<>();

  public ProcedureAnalysis(Program program) {
    this.program = program;
  }

  /**
   * The findings about a procedure.
   *
   * @throws IllegalArgumentException if it is none of the program
   */
  public CodeFindings of(Class<? extends Record> procedure) {
    CodeFindings known = findings.get(procedure);
    return known == null ? findings.computeIfAbsent(procedure, _ -> analyze(procedure)) : known;
  }

  private CodeFindings analyze(Class<? extends Record> procedure) {
    Program.Body body = program.procedures().get(procedure);
    if (body == null) {
      throw new IllegalArgumentException(procedure.getSimpleName() + " is no procedure");
    }
    Classes classes = new Classes(procedure.getClassLoader());
    body.types().forEach(type -> classes.knows(requireNonNull(program.actors().get(type))));
    CodeEffect effect;
    int before;
    do {
      // Which methods are overridden follows from all classes that are mentioned.
      before = classes.size();
      effect = effect(procedure, body, new CallSites(program, classes));
    } while (classes.size() > before);
    Class<?> unreadable = classes.unreadable();
    CodeEffect all =
        unreadable == null
            ? effect
            : effect.plus(
                CodeEffect.unbounded(
                    "uses " + unreadable.getName() + ", whose bytecode is missing"));
    return new CodeFindings(
        body.pure() ? all.declaredPure() : all,
        procedure,
        List.of(procedure.getRecordComponents()));
  }

  private static CodeEffect effect(
      Class<? extends Record> procedure, Program.Body body, CallSites sites) {
    String type = body.types().size() == 1 ? body.types().getFirst() : null;
    List<StackValue> components = new ArrayList<>();
    for (RecordComponent component : procedure.getRecordComponents()) {
      components.add(argument(component, components.size()));
    }
    StackValue.Made made = new StackValue.Made(procedure, List.copyOf(components));
    CodeEffect effect =
        sites.effect(made, body, new StackValue.OfActor(type, new StackValue.TargetKey()));
    for (Classes.Code code : sites.classes().calledBack()) {
      effect = effect.plus(sites.walk(code, unknown(code)).effect().repeated());
    }
    return effect;
  }

  private static StackValue argument(RecordComponent component, int number) {
    Class<?> type = component.getType();
    if (TEXTS.contains(type)) {
      return new StackValue.Part(number, type == long.class);
    }
    Type generic = component.getGenericType();
    return generic instanceof ParameterizedType many
            && (many.getRawType() == List.class || many.getRawType() == Set.class)
            && many.getActualTypeArguments()[0] == String.class
        ? new StackValue.Parts(number)
        : InstructionFrame.unknown(type.describeConstable().orElseThrow());
  }

  private static List<StackValue> unknown(Classes.Code code) {
    List<StackValue> arguments = new ArrayList<>();
    if (!code.is(AccessFlag.STATIC)) {
      arguments.add(StackValue.Unknown.NARROW);
    }
    for (ClassDesc parameter : code.method().methodTypeSymbol().parameterList()) {
      arguments.add(InstructionFrame.unknown(parameter));
    }
    return arguments;
  }
}
