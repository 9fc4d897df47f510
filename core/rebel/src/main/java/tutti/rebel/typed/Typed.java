package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.Type;

/**
 * An expression whose names are resolved and whose type is known. Indexes refer to the lists of
 * {@link CheckedApplication}, {@link CheckedSpecification}, {@link CheckedEvent} and {@link
 * CheckedFunction}.
 */
public sealed interface Typed {

  Type type();

  /** The place of the expression in the text, for messages and for the text beside shown values. */
  Span span();

  /** A literal except {@code now}; {@code Any} occurs only in {@link Branch}. */
  record Constant(Literal value, Type type, Span span) implements Typed {}

  /** {@code now}: a DateTime, which does not change during the transaction. */
  record Now(Type type, Span span) implements Typed {}

  /** {@code caller.subject} and its like: what is known of the caller of the transaction. */
  record OfCaller(Part part, Type type, Span span) implements Typed {
    /** The parts of a caller that may be read. */
    public enum Part {
      /** The name of the caller, a String. */
      SUBJECT,
      /** The customer of the service for whom the caller acts, a String. */
      TENANT,
      /** The names of the caller's roles, a set of String. */
      ROLES
    }
  }

  /** A parameter of the event, or inside a function's body of the function. */
  record Param(int index, String name, Type type, Span span) implements Typed {}

  /** A configuration parameter of the event: {@link CheckedEvent#configuration()} has its value. */
  record Config(int index, String name, Type type, Span span) implements Typed {}

  /**
   * A variable bound by a comprehension or a quantifier. Slots count from 0 outwards in: the
   * innermost of two nested binders has the higher slot, and neighbours share.
   */
  record Local(int slot, String name, Type type, Span span) implements Typed {}

  /** {@code this.field}: the value before the event (in an invariant, the value to be checked). */
  record ThisField(int field, String name, Type type, Span span) implements Typed {}

  /** {@code new this.field}: the value after the event. Only in effects and checks. */
  record NewField(int field, String name, Type type, Span span) implements Typed {}

  /** {@code this}: the instance itself, that is its key; of type {@link Type.Reference}. */
  record This(Type type, Span span) implements Typed {}

  /** {@code Account[key]}: a reference; its value is the key's. */
  record InstanceOf(int specification, Typed key, Type type, Span span) implements Typed {}

  /** {@code Account[key].field}: the other instance's value before the transaction. */
  record OtherField(int specification, Typed key, int field, String name, Type type, Span span)
      implements Typed {}

  /**
   * {@code initialized}, {@code finalized} and {@code instate} of another instance.
   *
   * @param stages bit i stands for {@link CheckedSpecification#stages()} i
   */
  record OtherInStages(int specification, Typed key, long stages, Type type, Span span)
      implements Typed {}

  /**
   * {@code initialized}, {@code finalized} and {@code instate} of this instance, before the event.
   */
  record ThisInStages(long stages, Type type, Span span) implements Typed {}

  /**
   * {@code initialized}, {@code finalized} and {@code instate} of {@code new this}, the state after
   * the event. Only in checks.
   */
  record NewInStages(long stages, Type type, Span span) implements Typed {}

  record Not(Typed operand, Type type, Span span) implements Typed {}

  record Negate(Typed operand, Type type, Span span) implements Typed {}

  /**
   * A binary operation. Operand types are those of {@code left} and {@code right}. {@code IN} has a
   * set or a map right.
   */
  record Binary(BinaryOperator operator, Typed left, Typed right, Type type, Span span)
      implements Typed {}

  record Conditional(Typed condition, Typed whenTrue, Typed whenFalse, Type type, Span span)
      implements Typed {}

  /**
   * A {@code case}: the first branch that fits gives the value; if none fits, the action is
   * refused.
   */
  record Case(Typed subject, List<Branch> branches, Type type, Span span) implements Typed {
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** A literal of the subject's type, or {@link Literal.Any} for every value. */
  record Branch(Literal literal, Typed value) {}

  /** A call of {@link CheckedApplication#functions()} at {@code function}; never recursive. */
  record Call(int function, String name, List<Typed> arguments, Type type, Span span)
      implements Typed {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** A part of a built-in value, {@code amount.currency}. */
  record Part(Accessor accessor, Typed target, Type type, Span span) implements Typed {}

  /** {@code {a, b}}. */
  record SetLiteral(List<Typed> elements, Type type, Span span) implements Typed {
    public SetLiteral {
      elements = List.copyOf(elements);
    }
  }

  /** {@code (k: v)}. */
  record MapLiteral(List<Entry> entries, Type type, Span span) implements Typed {
    public MapLiteral {
      entries = List.copyOf(entries);
    }
  }

  record Entry(Typed key, Typed value) {}

  /** {@code {lower..upper}}: a set of Integer, or of Date, both ends included. */
  record Range(Typed lower, Typed upper, Type type, Span span) implements Typed {}

  /**
   * {@code {x: source | conditions}}: the elements (of a map: the keys) for which all conditions
   * hold.
   */
  record Comprehension(int slot, Typed source, List<Typed> conditions, Type type, Span span)
      implements Typed {
    public Comprehension {
      conditions = List.copyOf(conditions);
    }
  }

  /** {@code forall} and {@code exists}, over a set or the keys of a map. */
  record Quantified(
      boolean universal, int slot, Typed source, List<Typed> conditions, Type type, Span span)
      implements Typed {
    public Quantified {
      conditions = List.copyOf(conditions);
    }
  }

  /** {@code |s|} of a set or a map. */
  record Cardinality(Typed operand, Type type, Span span) implements Typed {}

  /** {@code map[key]}; the action is refused if the key is missing. */
  record MapValue(Typed map, Typed key, Type type, Span span) implements Typed {}
}
