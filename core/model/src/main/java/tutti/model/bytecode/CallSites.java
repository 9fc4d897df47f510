package tutti.model.bytecode;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.bytecode.Classes.Code;
import tutti.model.bytecode.MethodWalk.End;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Source;

/**
 * The calls that code makes: of methods, which are walked through in their turn with what is known
 * of the arguments, and of actors. Not thread-safe.
 */
final class CallSites {
  /** A program that needs more walks than this has no bound. */
  private static final int MOST_WALKS = 20_000;

  private static final String OUTSIDE_ACTION = "Ltutti/model/outside/OutsideAction;";

  /**
   * A method as an instruction names it.
   *
   * @param exact whether no subclass's method is meant
   */
  record Method(String owner, String name, MethodTypeDesc type, boolean isStatic, boolean exact) {
    String signature() {
      return name + type.descriptorString();
    }

    Method at(Class<?> other) {
      return new Method(internal(other), name, type, isStatic, exact);
    }
  }

  private record Walk(Code code, List<StackValue> arguments) {}

  private final Program program;
  private final Classes classes;
  private final StringsAndLists known = new StringsAndLists();
  private final Map<Walk, End> walked = new HashMap<>();
  private final Set<Code> open = new HashSet<>();

  CallSites(Program program, Classes classes) {
    this.program = program;
    this.classes = classes;
  }

  Classes classes() {
    return classes;
  }

  private static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static End end(CodeEffect effect) {
    return new End(effect, StackValue.Unknown.NARROW);
  }

  /** Walks through a method, unless it is being walked through. */
  End walk(Code code, List<StackValue> arguments) {
    Walk walk = new Walk(code, arguments);
    End done = walked.get(walk);
    if (done != null) {
      return done;
    }
    if (walked.size() >= MOST_WALKS) {
      return end(CodeEffect.unbounded("is too long to be read"));
    }
    if (!open.add(code)) {
      return end(CodeEffect.endless("comes round to " + code));
    }
    try {
      done = MethodWalk.through(this, code, arguments);
      walked.put(walk, done);
      return done;
    } finally {
      open.remove(code);
    }
  }

  /**
   * Returns the end of a method's call.
   *
   * @param from the class whose code calls the method
   * @param arguments the arguments, the receiver first
   */
  End invoke(Class<?> from, Method method, List<StackValue> arguments) {
    Class<?> owner = method.owner().startsWith("[") ? Object[].class : classes.load(method.owner());
    if (owner == null) {
      return end(
          CodeEffect.unbounded("uses " + Library.readable(method.owner()) + ", which is missing"));
    }
    Class<?> receiver = method.isStatic() ? owner : receiver(owner, arguments.getFirst());
    Class<?> start = receiver == null ? owner : receiver;
    Class<?> has = declaring(start, method);
    if (!classes.knows(has)) {
      return library(method.at(has), arguments);
    }
    Code code = classes.declared(has, method.signature());
    boolean exact = method.isStatic() || method.exact() || receiver != null;
    if (code == null
        || code.is(AccessFlag.ABSTRACT)
        || !exact && (start.isInterface() || classes.isOverridden(start, code))) {
      return end(
          CodeEffect.unbounded(
              "calls %s.%s, whose code is only known when it runs"
                  .formatted(has.getSimpleName(), method.name())));
    }
    End end = walk(code, cleaned(method, arguments));
    CodeEffect first =
        method.isStatic() || method.name().equals("<init>")
            ? initialised(from, has)
            : CodeEffect.NONE;
    return new End(first.plus(end.effect()), end.value());
  }

  /** The class of the receiver, if it is known exactly. */
  private @Nullable Class<?> receiver(Class<?> owner, StackValue receiver) {
    Class<?> exact =
        switch (receiver) {
          case StackValue.Made(var type, _) -> type;
          case StackValue.OfActor(var type, _) when type != null -> program.actors().get(type);
          default -> null;
        };
    return exact != null && owner.isAssignableFrom(exact) ? exact : null;
  }

  /** The class that has the method which a receiver of that class finds. */
  private Class<?> declaring(Class<?> start, Method method) {
    if (!classes.knows(start) || classes.declared(start, method.signature()) != null) {
      return start;
    }
    for (Class<?> above : Classes.above(start, new ArrayList<>())) {
      if (classes.knows(above)
          ? classes.declared(above, method.signature()) != null
          : declares(above, method)) {
        return above;
      }
    }
    return start.isInterface() ? Object.class : start;
  }

  private static boolean declares(Class<?> library, Method method) {
    for (var each : library.getDeclaredMethods()) {
      if (each.getName().equals(method.name())
          && each.getParameterCount() == method.type().parameterCount()) {
        return true;
      }
    }
    return false;
  }

  /** The arguments as the method sees them: what is under construction elsewhere is unknown. */
  private static List<StackValue> cleaned(Method method, List<StackValue> arguments) {
    List<StackValue> cleaned = new ArrayList<>(arguments);
    cleaned.replaceAll(
        value -> value instanceof StackValue.Fresh ? StackValue.Unknown.NARROW : value);
    if (method.name().equals("<init>")
        && arguments.getFirst() instanceof StackValue.Fresh(_, var type)) {
      cleaned.set(0, new StackValue.Fresh(-1, type));
    }
    return List.copyOf(cleaned);
  }

  private End library(Method method, List<StackValue> arguments) {
    String name = method.name();
    switch (method.owner()) {
      case "tutti/model/actor/Actor" -> {
        switch (name) {
          case "actor" -> {
            return new End(CodeEffect.NONE, reference(arguments.get(1), arguments.get(2)));
          }
          case "key" -> {
            boolean tells =
                arguments.getFirst() instanceof StackValue.OfActor(_, var key) && key != null;
            return new End(
                CodeEffect.NONE, tells ? key(arguments.getFirst()) : StackValue.Unknown.NARROW);
          }
          case "event" -> {
            return end(event(arguments));
          }
          case "irrevocable" -> {
            return end(CodeEffect.of(new Site.Acts(), Bound.ONCE));
          }
          default -> {}
        }
      }
      case "tutti/model/actor/Ref" -> {
        if (name.equals("call")) {
          return end(call(arguments.get(0), arguments.get(1)));
        }
      }
      case "tutti/model/actor/Procedure", "tutti/model/actor/Query" -> {
        return runs(arguments);
      }
      default -> {}
    }
    StackValue value = known.result(method, arguments);
    return new End(
        value == null ? Library.effect(method.owner(), name) : CodeEffect.NONE,
        value == null ? StackValue.Unknown.NARROW : value);
  }

  private static StackValue key(StackValue actor) {
    return actor instanceof StackValue.OfActor(_, var key) && key != null
        ? key
        : StackValue.Unknown.NARROW;
  }

  private StackValue reference(StackValue type, StackValue key) {
    Class<?> actor = type instanceof StackValue.ClassOf(var name) ? classes.load(name) : null;
    return new StackValue.OfActor(
        actor == null ? null : program.typeOf(actor), key.isText() ? key : null);
  }

  private static CodeEffect event(List<StackValue> arguments) {
    StackValue key = arguments.get(2);
    return arguments.get(1) instanceof StackValue.Text(var specification)
            && arguments.get(3) instanceof StackValue.Text(var event)
        ? CodeEffect.of(
                new Site.Happens(specification, key.isText() ? key : null, event), Bound.ONCE)
            .plus(CodeEffect.of(new Site.CallsEvent(specification, event), Bound.ONCE))
        : CodeEffect.unbounded("calls an event that is only known when it runs");
  }

  /** Runs a procedure as a method, not as a call of an actor. */
  private End runs(List<StackValue> arguments) {
    Code run = arguments.getFirst() instanceof StackValue.Made(var type, _) ? run(type) : null;
    return run == null
        ? end(CodeEffect.unbounded("runs a procedure that is only known when it runs"))
        : walk(run, List.of(arguments.getFirst(), arguments.get(1)));
  }

  /** The method that does the work of a procedure. */
  private @Nullable Code run(Class<?> procedure) {
    for (Code code : classes.methods(procedure)) {
      if (code.name().equals("run")
          && !code.is(AccessFlag.BRIDGE)
          && !code.is(AccessFlag.STATIC)
          && code.method().methodTypeSymbol().parameterCount() == 1
          && isActor(code.method().methodTypeSymbol().parameterType(0))) {
        return code;
      }
    }
    return null;
  }

  private boolean isActor(ClassDesc type) {
    Class<?> loaded = type.isClassOrInterface() ? classes.load(MethodWalk.internal(type)) : null;
    for (Class<?> above = loaded; above != null; above = above.getSuperclass()) {
      if (above.getName().equals("tutti.model.actor.Actor")) {
        return true;
      }
    }
    return false;
  }

  private CodeEffect call(StackValue on, StackValue procedure) {
    Program.Body body =
        procedure instanceof StackValue.Made(var type, _) ? program.procedures().get(type) : null;
    if (!(procedure instanceof StackValue.Made made) || body == null) {
      return CodeEffect.unbounded("calls a procedure that is only known when it runs");
    }
    String known = on instanceof StackValue.OfActor(var type, _) ? type : null;
    StackValue key = on instanceof StackValue.OfActor(_, var its) ? its : null;
    CodeEffect all = null;
    for (String type : known == null ? body.types() : List.of(known)) {
      CodeEffect one =
          CodeEffect.of(new Site.Called(type, key, body.mode(), Source.BYTECODE), Bound.ONCE)
              .plus(effect(made, body, new StackValue.OfActor(type, key)));
      all = all == null ? one : all.or(one);
    }
    return CodeEffect.of(new Site.Calls(made.type()), Bound.ONCE)
        .plus(all == null ? CodeEffect.NONE : all);
  }

  /** The effect of a procedure on an actor: what it declares, or what its code does. */
  CodeEffect effect(StackValue.Made procedure, Program.Body body, StackValue.OfActor on) {
    List<Program.Declared> declared = body.declared();
    Code run = run(procedure.type());
    if (run == null) {
      return CodeEffect.unbounded("has no bytecode that is read");
    }
    CodeEffect walked = walk(run, List.of(procedure, on)).effect();
    CodeEffect code = body.pure() ? walked.declaredPure() : walked;
    if (declared == null) {
      return code;
    }
    CodeEffect all = new CodeEffect(Map.of(), code.impure(), null);
    for (Program.Declared each : declared) {
      all = all.plus(declared(procedure, each));
    }
    for (Map.Entry<Site, Bound> each : code.sites().entrySet()) {
      if (each.getKey().isOfCode()) {
        all = all.plus(CodeEffect.of(each.getKey(), each.getValue()));
      }
    }
    String unread = code.unbounded();
    return unread == null
        ? all
        : all.plus(CodeEffect.of(new Site.Unread(procedure.type(), unread), Bound.ONCE));
  }

  private static CodeEffect declared(StackValue.Made procedure, Program.Declared declared) {
    int component = declared.component();
    StackValue key = component < 0 ? null : procedure.components().get(component);
    Bound bound = declared.bound();
    if (key instanceof StackValue.Parts(var number)) {
      key = new StackValue.Element(number);
    } else if (key != null && !key.isText()) {
      key = null;
      // There may be any number of keys.
      bound =
          procedure.type().getRecordComponents()[component].getType() == String.class
              ? bound
              : Bound.UNKNOWN;
    }
    return CodeEffect.of(
        new Site.Called(declared.type(), key, declared.mode(), Source.DECLARED), bound);
  }

  /** The effect of the first use of a class. */
  CodeEffect initialised(Class<?> from, @Nullable Class<?> type) {
    if (type == null || type == from || !classes.knows(type)) {
      return CodeEffect.NONE;
    }
    Code code = classes.declared(type, "<clinit>()V");
    return code == null || open.contains(code) ? CodeEffect.NONE : walk(code, List.of()).effect();
  }

  CodeEffect readsStatic(Class<?> from, String owner, String field) {
    if (Library.has(owner)) {
      return Library.effect(owner, field);
    }
    Class<?> type = classes.load(owner);
    return Statics.isConstant(type, field)
        ? initialised(from, type)
        : CodeEffect.unbounded(
            "reads the static field "
                + Library.readable(owner)
                + "."
                + field
                + ", which may change");
  }

  /** The value that a constructor makes. */
  StackValue made(Class<?> type, Map<String, StackValue> fields) {
    if (!type.isRecord()) {
      return StackValue.Unknown.NARROW;
    }
    List<StackValue> components = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      ClassDesc of = component.getType().describeConstable().orElseThrow();
      components.add(fields.getOrDefault(component.getName(), InstructionFrame.unknown(of)));
    }
    return new StackValue.Made(type, List.copyOf(components));
  }

  /** Makes a lambda, a text, or what else Java leaves to the run time. */
  End dynamic(Class<?> from, InvokeDynamicInstruction dynamic, List<StackValue> captured) {
    String bootstrap =
        dynamic.bootstrapMethod().owner().displayName()
            + "."
            + dynamic.bootstrapMethod().methodName();
    return switch (bootstrap) {
      case "LambdaMetafactory.metafactory", "LambdaMetafactory.altMetafactory" ->
          // An irrevocable operation runs after the procedure, and touches no actor.
          dynamic.typeSymbol().returnType().descriptorString().equals(OUTSIDE_ACTION)
              ? end(CodeEffect.NONE)
              : end(lambda(from, dynamic.bootstrapArgs(), captured).repeated());
      case "StringConcatFactory.makeConcatWithConstants" ->
          new End(CodeEffect.NONE, StringsAndLists.joined(dynamic.bootstrapArgs(), captured));
      case "ObjectMethods.bootstrap",
          "SwitchBootstraps.typeSwitch",
          "SwitchBootstraps.enumSwitch" ->
          end(CodeEffect.NONE);
      default -> end(CodeEffect.unbounded("uses " + bootstrap));
    };
  }

  private CodeEffect lambda(
      Class<?> from, List<ConstantDesc> arguments, List<StackValue> captured) {
    if (!(arguments.get(1) instanceof DirectMethodHandleDesc body)) {
      return CodeEffect.unbounded("makes a lambda of no method");
    }
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
    String owner = MethodWalk.internal(body.owner());
    boolean isStatic = false;
    List<StackValue> all = new ArrayList<>(captured);
    switch (body.kind()) {
      case STATIC, INTERFACE_STATIC -> isStatic = true;
      case VIRTUAL, SPECIAL, INTERFACE_VIRTUAL, INTERFACE_SPECIAL -> {
        if (all.isEmpty()) {
          all.add(StackValue.Unknown.NARROW);
        }
      }
      case CONSTRUCTOR -> {
        Class<?> made = classes.load(owner);
        all.addFirst(made == null ? StackValue.Unknown.NARROW : new StackValue.Fresh(-1, made));
      }
      default -> {
        return CodeEffect.unbounded("makes a lambda of a field");
      }
    }
    for (int i = all.size() - (isStatic ? 0 : 1); i < type.parameterCount(); i++) {
      all.add(InstructionFrame.unknown(type.parameterType(i)));
    }
    boolean special = body.kind() == DirectMethodHandleDesc.Kind.SPECIAL;
    return invoke(
            from,
            new Method(
                owner,
                body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR
                    ? "<init>"
                    : body.methodName(),
                type,
                isStatic,
                special || body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR),
            all)
        .effect();
  }
}
