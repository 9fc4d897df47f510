package tutti.model.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The variables and the stack before an instruction. */
final class InstructionFrame {
  private @Nullable StackValue[] variables = new StackValue[8];
  private final List<StackValue> stack = new ArrayList<>();

  InstructionFrame copy() {
    InstructionFrame copy = new InstructionFrame();
    copy.variables = variables.clone();
    copy.stack.addAll(stack);
    return copy;
  }

  /** The frame in which a handler of an exception begins. */
  InstructionFrame caught() {
    InstructionFrame caught = new InstructionFrame();
    caught.variables = variables.clone();
    caught.stack.add(StackValue.Unknown.NARROW);
    return caught;
  }

  /** Forgets what the other frame does not know too; whether there was such a thing. */
  boolean join(InstructionFrame other) {
    boolean changed = false;
    for (int i = 0; i < variables.length; i++) {
      StackValue mine = variables[i];
      StackValue its = i < other.variables.length ? other.variables[i] : null;
      StackValue both = mine == null || its == null ? null : StackValue.join(mine, its);
      changed |= mine != null && !mine.equals(both);
      variables[i] = both;
    }
    for (int i = 0; i < stack.size(); i++) {
      StackValue both = StackValue.join(stack.get(i), other.stack.get(i));
      changed |= !both.equals(stack.get(i));
      stack.set(i, both);
    }
    return changed;
  }

  StackValue load(int slot, TypeKind kind) {
    StackValue known = slot < variables.length ? variables[slot] : null;
    return known == null ? unknown(kind) : known;
  }

  void store(int slot, StackValue value) {
    if (slot >= variables.length) {
      variables = Arrays.copyOf(variables, slot * 2);
    }
    variables[slot] = value;
  }

  void push(StackValue value) {
    stack.add(value);
  }

  void push(TypeKind kind) {
    if (kind != TypeKind.VOID) {
      stack.add(unknown(kind));
    }
  }

  /** Pushes a value of the type {@code type}, or nothing if the type is void. */
  void push(StackValue value, ClassDesc type) {
    StackValue unknown = unknown(type);
    if (!type.descriptorString().equals("V")) {
      stack.add(value.isWide() == unknown.isWide() ? value : unknown);
    }
  }

  StackValue pop() {
    return stack.removeLast();
  }

  void drop(int count) {
    for (int i = 0; i < count; i++) {
      pop();
    }
  }

  List<StackValue> pop(List<ClassDesc> parameters) {
    List<StackValue> from = stack.subList(stack.size() - parameters.size(), stack.size());
    List<StackValue> popped = List.copyOf(from);
    from.clear();
    return popped;
  }

  void replace(StackValue old, StackValue now) {
    stack.replaceAll(value -> value.equals(old) ? now : value);
    for (int i = 0; i < variables.length; i++) {
      if (old.equals(variables[i])) {
        variables[i] = now;
      }
    }
  }

  void shuffle(Opcode opcode) {
    StackValue top = pop();
    switch (opcode) {
      case POP -> {}
      case POP2 -> {
        if (!top.isWide()) {
          pop();
        }
      }
      case DUP -> add(top, top);
      case SWAP -> add(top, pop());
      case DUP_X1 -> add(top, pop(), top);
      case DUP_X2 -> {
        StackValue second = pop();
        if (second.isWide()) {
          add(top, second, top);
        } else {
          add(top, pop(), second, top);
        }
      }
      default -> shuffleTwo(opcode, top);
    }
  }

  private void shuffleTwo(Opcode opcode, StackValue top) {
    List<StackValue> pair = top.isWide() ? List.of(top) : List.of(pop(), top);
    List<StackValue> below = new ArrayList<>();
    if (opcode != Opcode.DUP2) {
      below.add(pop());
      if (opcode == Opcode.DUP2_X2 && !below.getFirst().isWide()) {
        below.addFirst(pop());
      }
    }
    stack.addAll(pair);
    stack.addAll(below);
    stack.addAll(pair);
  }

  private void add(StackValue... values) {
    stack.addAll(List.of(values));
  }

  static StackValue unknown(TypeKind kind) {
    return kind.slotSize() == 2 ? StackValue.Unknown.WIDE : StackValue.Unknown.NARROW;
  }

  static StackValue unknown(ClassDesc type) {
    return unknown(TypeKind.from(type));
  }
}
