package tutti.rebel.code;

import java.time.LocalTime;
import java.time.MonthDay;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Caller;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Dates;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/**
 * Compiles checked expressions into {@link Code}. Parts whose operands are all known are computed
 * here, unless they have no value: then each evaluation is refused.
 */
public final class ExpressionCompiler {
  /** The code of a refusal of a request that came without an identity. */
  private static final String NO_CALLER = "no-caller";

  private final Instances instances;
  private final CompiledFunctions functions;
  private final @Nullable CheckedSpecification self;
  private final Code[] configuration;

  /** The number of parameters of a function, which are its first locals; -1 in an event. */
  private final int functionParameters;

  private ExpressionCompiler(
      Instances instances,
      CompiledFunctions functions,
      @Nullable CheckedSpecification self,
      Code[] configuration,
      int functionParameters) {
    this.instances = instances;
    this.functions = functions;
    this.self = self;
    this.configuration = configuration;
    this.functionParameters = functionParameters;
  }

  static ExpressionCompiler ofFunction(
      Instances instances, CompiledFunctions functions, int parameters) {
    return new ExpressionCompiler(instances, functions, null, new Code[0], parameters);
  }

  /**
   * @param configuration the codes of the event's configuration parameters
   */
  public static ExpressionCompiler ofEvent(
      Instances instances,
      CompiledFunctions functions,
      CheckedSpecification self,
      Code[] configuration) {
    return new ExpressionCompiler(instances, functions, self, configuration, -1);
  }

  private CheckedSpecification self() {
    if (self == null) {
      throw new IllegalArgumentException("the checker let a function look at an instance");
    }
    return self;
  }

  public Code compile(Typed expression) {
    return switch (expression) {
      case Typed.Constant constant -> constant(constant.value());
      case Typed.Now _ -> frame -> Dates.at(frame.around.now());
      case Typed.OfCaller(var part, _, _) -> ofCaller(part);
      case Typed.Param param -> parameter(param.index());
      case Typed.Config config -> configuration[config.index()];
      case Typed.Local local -> local(slot(local.slot()));
      case Typed.ThisField field -> instances.field(self(), field.field());
      case Typed.NewField field -> instances.newField(self(), field.field());
      case Typed.This _ -> instances.self(self());
      case Typed.InstanceOf instance -> compile(instance.key());
      case Typed.OtherField other ->
          instances.otherField(self(), other.specification(), compile(other.key()), other.field());
      case Typed.OtherInStages other ->
          instances.otherInStages(
              self(), other.specification(), compile(other.key()), other.stages());
      case Typed.ThisInStages in -> thisInStages(in.stages());
      case Typed.NewInStages in -> newInStages(in.stages());
      case Typed.Not not -> not(compile(not.operand()));
      case Typed.Negate negate -> negate(negate);
      case Typed.Binary binary -> binary(binary);
      case Typed.Conditional conditional -> conditional(conditional);
      case Typed.Case cases -> cases(cases);
      case Typed.Call call -> functions.call(call.function(), compileAll(call.arguments()));
      case Typed.Part part -> {
        Code target = compile(part.target());
        yield fold(FieldAccessCode.part(part.accessor(), target), target);
      }
      case Typed.SetLiteral set -> SetCode.set(compileAll(set.elements()));
      case Typed.MapLiteral map ->
          SetCode.map(
              compileAll(map.entries().stream().map(Typed.Entry::key).toList()),
              compileAll(map.entries().stream().map(Typed.Entry::value).toList()));
      case Typed.Range range ->
          SetCode.range(range.lower().type(), compile(range.lower()), compile(range.upper()));
      case Typed.Comprehension c ->
          SetCode.comprehension(slot(c.slot()), compile(c.source()), all(c.conditions()));
      case Typed.Quantified q ->
          SetCode.quantified(
              q.universal(), slot(q.slot()), compile(q.source()), all(q.conditions()));
      case Typed.Cardinality cardinality -> SetCode.cardinality(compile(cardinality.operand()));
      case Typed.MapValue value -> mapValue(compile(value.map()), compile(value.key()));
    };
  }

  private static Code ofCaller(Typed.OfCaller.Part part) {
    return switch (part) {
      case SUBJECT -> frame -> known(frame.around.caller()).subject();
      case TENANT -> frame -> known(frame.around.caller()).tenant();
      // Nobody has no role, so a role can be asked for without a caller.
      case ROLES -> frame -> SetValue.of(List.copyOf(frame.around.caller().roles()));
    };
  }

  private static Caller known(Caller caller) {
    if (caller.isNobody()) {
      throw new ValueRefused(NO_CALLER, () -> "the request came without a caller");
    }
    return caller;
  }

  private static Code constant(Literal literal) {
    return switch (literal) {
      case Literal.Value(_, Object value) -> new Code.Constant(value);
      case Literal.DateThisYear(MonthDay day) -> frame -> day.atYear(year(frame));
      case Literal.DateTimeThisYear(MonthDay day, LocalTime time) ->
          frame -> day.atYear(year(frame)).atTime(time);
      case Literal.Now _ -> frame -> Dates.at(frame.around.now());
      case Literal.Any _ -> throw new IllegalArgumentException("no constant: " + literal);
    };
  }

  /** The year of the transaction; 29 February is 28 February in a year that does not have it. */
  private static int year(Frame frame) {
    return Dates.at(frame.around.now()).getYear();
  }

  public Code[] compileAll(List<Typed> expressions) {
    return expressions.stream().map(this::compile).toArray(Code[]::new);
  }

  /** Returns the code, or its value if all operands are constants. */
  static Code fold(Code code, Code... operands) {
    for (Code operand : operands) {
      if (!(operand instanceof Code.Constant)) {
        return code;
      }
    }
    try {
      return new Code.Constant(code.eval(nowhere()));
    } catch (ValueRefused e) {
      return code;
    }
  }

  /** Makes a frame for code that reads no state. */
  @SuppressWarnings("NullAway")
  private static Frame nowhere() {
    return new Frame(NO_STATE, List.of(), null, 0);
  }

  private static final ActorState NO_STATE = new ActorState(0, new Object[0]);

  private Code parameter(int index) {
    return functionParameters < 0 ? frame -> frame.arguments.get(index) : local(index);
  }

  private int slot(int slot) {
    return Math.max(0, functionParameters) + slot;
  }

  private static Code local(int slot) {
    return frame -> frame.local(slot);
  }

  private static Code thisInStages(long stages) {
    return (Code.Test) frame -> (stages >>> frame.state.stage() & 1) != 0;
  }

  private static Code newInStages(long stages) {
    return (Code.Test) frame -> (stages >>> frame.nextStage & 1) != 0;
  }

  private static Code not(Code operand) {
    return fold((Code.Test) frame -> !operand.test(frame), operand);
  }

  private Code negate(Typed.Negate negate) {
    Code operand = compile(negate.operand());
    return fold(Operators.negation(negate.type(), operand), operand);
  }

  private Code binary(Typed.Binary binary) {
    Type left = binary.left().type();
    Type right = binary.right().type();
    Code l = compile(binary.left());
    if (binary.operator() == BinaryOperator.IN && binary.right() instanceof Typed.Range range) {
      return SetCode.between(
          range.lower().type(), l, compile(range.lower()), compile(range.upper()));
    }
    Code r = compile(binary.right());
    return fold(Operators.binary(binary.operator(), left, right, l, r), l, r);
  }

  private Code conditional(Typed.Conditional conditional) {
    Code condition = compile(conditional.condition());
    Code whenTrue = compile(conditional.whenTrue());
    Code whenFalse = compile(conditional.whenFalse());
    return frame -> condition.test(frame) ? whenTrue.eval(frame) : whenFalse.eval(frame);
  }

  private Code cases(Typed.Case cases) {
    Code subject = compile(cases.subject());
    int count = cases.branches().size();
    @Nullable Code[] literals = new Code[count];
    Code[] values = new Code[count];
    for (int i = 0; i < count; i++) {
      Typed.Branch branch = cases.branches().get(i);
      literals[i] = branch.literal() instanceof Literal.Any ? null : constant(branch.literal());
      values[i] = compile(branch.value());
    }
    return frame -> {
      Object value = subject.eval(frame);
      for (int i = 0; i < count; i++) {
        Code literal = literals[i];
        if (literal == null || literal.eval(frame).equals(value)) {
          return values[i].eval(frame);
        }
      }
      throw new ValueRefused("no-case", () -> "no case fits " + Values.text(value));
    };
  }

  private static Code mapValue(Code map, Code key) {
    return frame -> {
      MapValue entries = (MapValue) map.eval(frame);
      Object name = Operators.searched(key.eval(frame), frame);
      Object value = entries.get(name);
      if (value == null) {
        throw new ValueRefused(
            "missing-key", () -> "the map has no entry for " + Values.text(name));
      }
      return value;
    };
  }

  /** Compiles the conjunction of conditions, in their order. */
  private Code all(List<Typed> conditions) {
    Code[] codes = compileAll(conditions);
    if (codes.length == 1) {
      return codes[0];
    }
    return (Code.Test)
        frame -> {
          for (Code code : codes) {
            if (!code.test(frame)) {
              return false;
            }
          }
          return true;
        };
  }
}
