package tutti.model.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The variables and the stack before an instruction. */
final class Frame {
  private @Nullable Value[] variables = new Value[8];
  private final List<Value> stack = new ArrayList<>();

  Frame copy() {
    Frame copy = new Frame();
    copy.variables = variables.clone();
    copy.stack.addAll(stack);
    return copy;
  }

  /** The frame in which a handler of an exception begins. */
  Frame caught() {
    Frame caught = new Frame();
    caught.variables = variables.clone();
    caught.stack.add(Value.Unknown.NARROW);
    return caught;
  }

  /** Forgets what the other frame does not know too; whether there was such a thing. */
  boolean join(Frame other) {
    boolean changed = false;
    for (int i = 0; i < variables.length; i++) {
      Value mine = variables[i];
      Value its = i < other.variables.length ? other.variables[i] : null;
      Value both = mine == null || its == null ? null : Value.join(mine, its);
      changed |= mine != null && !mine.equals(both);
      variables[i] = both;
    }
    for (int i = 0; i < stack.size(); i++) {
      Value both = Value.join(stack.get(i), other.stack.get(i));
      changed |= !both.equals(stack.get(i));
      stack.set(i, both);
    }
    return changed;
  }

  Value load(int slot, TypeKind kind) {
    Value known = slot < variables.length ? variables[slot] : null;
    return known == null ? unknown(kind) : known;
  }

  void store(int slot, Value value) {
    if (slot >= variables.length) {
      variables = Arrays.copyOf(variables, slot * 2);
    }
    variables[slot] = value;
  }

  void push(Value value) {
    stack.add(value);
  }

  void push(TypeKind kind) {
    if (kind != TypeKind.VOID) {
      stack.add(unknown(kind));
    }
  }

  /** Pushes a value of that type, or nothing if it is void. */
  void push(Value value, ClassDesc type) {
    Value unknown = unknown(type);
    if (!type.descriptorString().equals("V")) {
      stack.add(value.isWide() == unknown.isWide() ? value : unknown);
    }
  }

  Value pop() {
    return stack.removeLast();
  }

  void drop(int count) {
    for (int i = 0; i < count; i++) {
      pop();
    }
  }

  List<Value> pop(List<ClassDesc> parameters) {
    List<Value> from = stack.subList(stack.size() - parameters.size(), stack.size());
    List<Value> popped = List.copyOf(from);
    from.clear();
    return popped;
  }

  void replace(Value old, Value now) {
    stack.replaceAll(value -> value.equals(old) ? now : value);
    for (int i = 0; i < variables.length; i++) {
      if (old.equals(variables[i])) {
        variables[i] = now;
      }
    }
  }

  void shuffle(Opcode opcode) {
    Value top = pop();
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
        Value second = pop();
        if (second.isWide()) {
          add(top, second, top);
        } else {
          add(top, pop(), second, top);
        }
      }
      default -> shuffleTwo(opcode, top);
    }
  }

  private void shuffleTwo(Opcode opcode, Value top) {
    List<Value> pair = top.isWide() ? List.of(top) : List.of(pop(), top);
    List<Value> below = new ArrayList<>();
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

  private void add(Value... values) {
    stack.addAll(List.of(values));
  }

  static Value unknown(TypeKind kind) {
    return kind.slotSize() == 2 ? Value.Unknown.WIDE : Value.Unknown.NARROW;
  }

  static Value unknown(ClassDesc type) {
    return unknown(TypeKind.from(type));
  }
}
