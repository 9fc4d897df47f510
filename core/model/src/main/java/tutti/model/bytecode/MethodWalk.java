package tutti.model.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A walk through the bytecode of one method with what is known of its arguments: every instruction
 * is interpreted over {@link StackValue}s until no more is learnt. Used once.
 */
final class MethodWalk {

  /**
   * The end of a method.
   *
   * @param effect the effect of the method's code
   * @param value the value that the method returns; for a constructor of a record, the record
   */
  record End(CodeEffect effect, StackValue value) {}

  private final CallSites calls;
  private final Classes.Code code;
  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<Label, Integer> labels = new HashMap<>();
  private final List<int[]> next = new ArrayList<>();
  private final List<int[]> handlers = new ArrayList<>();
  private final @Nullable InstructionFrame[] frames;
  private final @Nullable CodeEffect[] effects;
  private final Map<String, StackValue> fields = new HashMap<>();
  private @Nullable StackValue returned;

  private MethodWalk(CallSites calls, Classes.Code code, CodeModel body) {
    this.calls = calls;
    this.code = code;
    for (CodeElement element : body) {
      switch (element) {
        case Instruction instruction -> instructions.add(instruction);
        case LabelTarget target -> labels.put(target.label(), instructions.size());
        default -> {}
      }
    }
    for (int i = 0; i < instructions.size(); i++) {
      next.add(followers(i));
      handlers.add(handlers(i, body.exceptionHandlers()));
    }
    this.frames = new InstructionFrame[instructions.size()];
    this.effects = new CodeEffect[instructions.size()];
  }

  /**
   * Walks through a method.
   *
   * @param arguments the receiver first
   */
  static End through(CallSites calls, Classes.Code code, List<StackValue> arguments) {
    CodeModel body = code.method().code().orElse(null);
    if (body == null) {
      return new End(
          CodeEffect.unbounded("calls " + code + ", which has no bytecode"),
          StackValue.Unknown.NARROW);
    }
    return new MethodWalk(calls, code, body).walk(arguments);
  }

  private End walk(List<StackValue> arguments) {
    InstructionFrame entry = new InstructionFrame();
    int slot = 0;
    for (StackValue argument : arguments) {
      entry.store(slot, argument);
      slot += argument.isWide() ? 2 : 1;
    }
    frames[0] = entry;
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int at = open.poll();
      InstructionFrame before = frames[at];
      if (before != null) {
        InstructionFrame after = before.copy();
        effects[at] = step(at, instructions.get(at), after);
        for (int follower : next.get(at)) {
          join(follower, after, open);
        }
        for (int handler : handlers.get(at)) {
          join(handler, before.caught(), open);
        }
      }
    }
    CodeEffect effect =
        new PathCounts(
                next, handlers, effects, i -> instructions.get(i) instanceof ReturnInstruction)
            .sum();
    StackValue value = returned;
    if (code.name().equals("<init>")) {
      value = calls.made(code.owner(), fields);
    }
    return new End(effect, value == null ? StackValue.Unknown.NARROW : value);
  }

  private void join(int at, InstructionFrame from, Deque<Integer> open) {
    InstructionFrame known = frames[at];
    if (known == null) {
      frames[at] = from.copy();
      open.add(at);
    } else if (known.join(from)) {
      open.add(at);
    }
  }

  private int at(Label label) {
    return labels.getOrDefault(label, 0);
  }

  private int[] followers(int at) {
    return switch (instructions.get(at)) {
      case ReturnInstruction _, ThrowInstruction _ -> new int[0];
      case BranchInstruction branch ->
          branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W
              ? new int[] {at(branch.target())}
              : new int[] {at + 1, at(branch.target())};
      case TableSwitchInstruction cases -> targets(cases.cases(), cases.defaultTarget());
      case LookupSwitchInstruction cases -> targets(cases.cases(), cases.defaultTarget());
      default -> new int[] {at + 1};
    };
  }

  private int[] targets(List<SwitchCase> cases, Label otherwise) {
    int[] targets = new int[cases.size() + 1];
    targets[0] = at(otherwise);
    for (int i = 0; i < cases.size(); i++) {
      targets[i + 1] = at(cases.get(i).target());
    }
    return targets;
  }

  private int[] handlers(int at, List<ExceptionCatch> catches) {
    return catches.stream()
        .filter(each -> at(each.tryStart()) <= at && at < at(each.tryEnd()))
        .mapToInt(each -> at(each.handler()))
        .distinct()
        .toArray();
  }

  /** Does what an instruction does to what is known; returns its effect. */
  private CodeEffect step(int at, Instruction instruction, InstructionFrame frame) {
    switch (instruction) {
      case LoadInstruction load -> frame.push(frame.load(load.slot(), load.typeKind()));
      case StoreInstruction store -> frame.store(store.slot(), frame.pop());
      case IncrementInstruction add -> frame.store(add.slot(), StackValue.Unknown.NARROW);
      case ConstantInstruction constant -> {
        return constant(constant, frame);
      }
      case FieldInstruction field -> {
        calls.classes().mention(field.typeSymbol().descriptorString());
        return field(field, frame);
      }
      case InvokeInstruction invoke -> {
        calls.classes().mention(invoke.typeSymbol().descriptorString());
        return invoke(invoke, frame);
      }
      case InvokeDynamicInstruction dynamic -> {
        calls.classes().mention(dynamic.typeSymbol().descriptorString());
        List<StackValue> captured = frame.pop(dynamic.typeSymbol().parameterList());
        End end = calls.dynamic(code.owner(), dynamic, captured);
        frame.push(end.value(), dynamic.typeSymbol().returnType());
        return end.effect();
      }
      case NewObjectInstruction made -> {
        Class<?> type = calls.classes().load(made.className().asInternalName());
        frame.push(type == null ? StackValue.Unknown.NARROW : new StackValue.Fresh(at, type));
        return calls.initialised(code.owner(), type);
      }
      case ReturnInstruction end -> {
        if (end.typeKind() != TypeKind.VOID) {
          StackValue value = frame.pop();
          returned = returned == null ? value : StackValue.join(returned, value);
        }
      }
      case MonitorInstruction _ -> {
        frame.pop();
        return CodeEffect.impure("takes a lock of its own in " + code);
      }
      default -> {
        return plain(instruction, frame);
      }
    }
    return CodeEffect.NONE;
  }

  /** The instructions that only compute, or that lead elsewhere. */
  private CodeEffect plain(Instruction instruction, InstructionFrame frame) {
    switch (instruction) {
      case OperatorInstruction operator -> operate(operator, frame);
      case ConvertInstruction convert -> {
        frame.pop();
        frame.push(convert.toType());
      }
      case ArrayLoadInstruction load -> {
        frame.drop(2);
        frame.push(load.typeKind());
      }
      case ArrayStoreInstruction _ -> frame.drop(3);
      case NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _ -> {
        frame.pop();
        frame.push(StackValue.Unknown.NARROW);
      }
      case NewMultiArrayInstruction array -> {
        frame.drop(array.dimensions());
        frame.push(StackValue.Unknown.NARROW);
      }
      case TypeCheckInstruction check -> {
        calls.classes().mention(check.type().asSymbol().descriptorString());
        if (check.opcode() == Opcode.INSTANCEOF) {
          frame.pop();
          frame.push(StackValue.Unknown.NARROW);
        }
      }
      case BranchInstruction branch -> frame.drop(operands(branch));
      case TableSwitchInstruction _, LookupSwitchInstruction _, ThrowInstruction _ -> frame.pop();
      case StackInstruction stack -> frame.shuffle(stack.opcode());
      case NopInstruction _ -> {}
      default -> {
        return CodeEffect.unbounded("has the instruction " + instruction.opcode() + " in " + code);
      }
    }
    return CodeEffect.NONE;
  }

  private static int operands(BranchInstruction branch) {
    String name = branch.opcode().name();
    return name.startsWith("GOTO") ? 0 : name.contains("CMP") ? 2 : 1;
  }

  private static void operate(OperatorInstruction operator, InstructionFrame frame) {
    String name = operator.opcode().name();
    frame.drop(name.equals("ARRAYLENGTH") || name.endsWith("NEG") ? 1 : 2);
    boolean narrow = name.equals("ARRAYLENGTH") || name.contains("CMP");
    frame.push(narrow ? TypeKind.INT : operator.typeKind());
  }

  private CodeEffect constant(ConstantInstruction instruction, InstructionFrame frame) {
    ConstantDesc constant = instruction.constantValue();
    if (constant instanceof String text) {
      frame.push(new StackValue.Text(text));
    } else if (constant instanceof ClassDesc type) {
      calls.classes().mention(type.descriptorString());
      frame.push(new StackValue.ClassOf(internal(type)));
    } else {
      frame.push(instruction.typeKind());
      boolean plain = constant == null || constant instanceof Number || isNull(constant);
      return plain
          ? CodeEffect.NONE
          : CodeEffect.unbounded("computes the constant " + constant + " in " + code);
    }
    return CodeEffect.NONE;
  }

  private static boolean isNull(ConstantDesc constant) {
    return constant.equals(ConstantDescs.NULL);
  }

  static String internal(ClassDesc type) {
    String descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }

  private CodeEffect field(FieldInstruction field, InstructionFrame frame) {
    ClassDesc type = field.typeSymbol();
    String name = field.name().stringValue();
    switch (field.opcode()) {
      case GETSTATIC -> {
        frame.push(StackValue.Unknown.NARROW, type);
        return calls.readsStatic(code.owner(), field.owner().asInternalName(), name);
      }
      case PUTSTATIC -> {
        frame.pop();
        boolean own = calls.classes().load(field.owner().asInternalName()) == code.owner();
        return own && code.name().equals("<clinit>")
            ? CodeEffect.NONE
            : CodeEffect.unbounded("writes the static field " + name + " in " + code);
      }
      case GETFIELD -> frame.push(component(frame.pop(), name, type), type);
      default -> {
        StackValue value = frame.pop();
        if (frame.pop() instanceof StackValue.Fresh(var at, var of)
            && at < 0
            && of == code.owner()) {
          fields.merge(name, value, StackValue::join);
        }
      }
    }
    return CodeEffect.NONE;
  }

  private static StackValue component(StackValue of, String name, ClassDesc type) {
    if (of instanceof StackValue.Made(var record, var components)) {
      var all = record.getRecordComponents();
      for (int i = 0; i < all.length; i++) {
        if (all[i].getName().equals(name)) {
          return components.get(i);
        }
      }
    }
    return InstructionFrame.unknown(type);
  }

  private CodeEffect invoke(InvokeInstruction invoke, InstructionFrame frame) {
    List<StackValue> arguments = new ArrayList<>(frame.pop(invoke.typeSymbol().parameterList()));
    boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
    if (!isStatic) {
      arguments.addFirst(frame.pop());
    }
    String name = invoke.name().stringValue();
    boolean constructs = name.equals("<init>");
    StackValue receiver = isStatic ? StackValue.Unknown.NARROW : arguments.getFirst();
    CallSites.Method method =
        new CallSites.Method(
            invoke.owner().asInternalName(),
            name,
            invoke.typeSymbol(),
            isStatic,
            invoke.opcode() == Opcode.INVOKESPECIAL);
    End end = calls.invoke(code.owner(), method, arguments);
    if (constructs && receiver instanceof StackValue.Fresh(var at, var type)) {
      if (at >= 0) {
        frame.replace(receiver, end.value());
      } else if (end.value() instanceof StackValue.Made(_, var components)
          && type == code.owner()) {
        // This constructor calls another one of its class.
        for (int i = 0; i < components.size(); i++) {
          fields.merge(
              type.getRecordComponents()[i].getName(), components.get(i), StackValue::join);
        }
      }
    } else {
      frame.push(end.value(), invoke.typeSymbol().returnType());
    }
    return end.effect();
  }
}
