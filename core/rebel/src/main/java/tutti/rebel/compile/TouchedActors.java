package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import tutti.model.Observation;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * The actors that an event touches by itself: the instances that it looks at, and its partners.
 *
 * @param refusable whether some state or argument refuses the event, or it has no value in some
 * @param locals slots that the expressions need
 */
record TouchedActors(
    List<Look> looks,
    List<EventSync> syncs,
    List<ProcedureSync> calls,
    boolean refusable,
    int locals) {

  /**
   * A look at another instance.
   *
   * @param certain whether every evaluation that accepts takes it
   * @param many whether the key is a variable's, so that there may be any number of instances
   */
  record Look(
      RebelType target, RequestValue key, Observation what, boolean certain, boolean many) {}

  /** A partner that is an event. */
  record EventSync(
      RebelType target,
      int event,
      RequestValue key,
      List<RequestValue> arguments,
      boolean negated) {

    RebelAction action() {
      return target.action(event);
    }
  }

  /** A partner that is a procedure. */
  record ProcedureSync(ProcedurePartner partner, RequestValue key, List<RequestValue> arguments) {}

  /** A compiler of one event. */
  static final class Compiler {
    private final CheckedSpecification type;
    private final List<RebelType> types;
    private final ExpressionCompiler expressions;
    private final List<Look> looks = new ArrayList<>();

    Compiler(CheckedSpecification type, List<RebelType> types, ExpressionCompiler expressions) {
      this.type = type;
      this.types = types;
      this.expressions = expressions;
    }

    /**
     * @param partners of the event's calls, in their order
     */
    TouchedActors compile(CheckedEvent event, List<ProcedurePartner> partners) {
      event.preconditions().forEach(each -> look(each.expression(), true));
      event.effects().forEach(each -> look(each.value(), true));
      event.checks().forEach(each -> look(each.expression(), true));
      List<EventSync> syncs = event.sync().stream().map(this::sync).toList();
      List<ProcedureSync> calls = new ArrayList<>();
      for (CheckedCall call : event.calls()) {
        ProcedurePartner partner = partners.get(calls.size());
        calls.add(new ProcedureSync(partner, value(call.key()), values(call.arguments())));
      }
      return new TouchedActors(looks, syncs, calls, refusable(event), event.locals());
    }

    private EventSync sync(CheckedSync sync) {
      return new EventSync(
          types.get(sync.specification()),
          sync.event(),
          value(sync.key()),
          values(sync.arguments()),
          sync.negated());
    }

    private RequestValue value(Typed typed) {
      look(typed, true);
      return RequestValue.of(typed, type, expressions);
    }

    private List<RequestValue> values(List<Typed> typed) {
      return typed.stream().map(this::value).toList();
    }

    /** Adds the looks of an expression, those of every branch included. */
    private void look(Typed expression, boolean certain) {
      switch (expression) {
        case Typed.OtherField(int target, Typed key, int field, _, _, _) ->
            add(target, key, new Observation.OfField(field), certain);
        case Typed.OtherInStages(int target, Typed key, long stages, _, _) ->
            add(target, key, new Observation.InStages(stages), certain);
        default -> {}
      }
      List<Typed> parts = TypedTrees.children(expression);
      for (int i = 0; i < parts.size(); i++) {
        look(parts.get(i), certain && (i == 0 || !isSelective(expression)));
      }
    }

    /** Whether an evaluation may leave out parts of the expression after the first one. */
    private static boolean isSelective(Typed expression) {
      return expression instanceof Typed.Conditional
          || expression instanceof Typed.Case
          || expression instanceof Typed.Comprehension
          || expression instanceof Typed.Quantified
          || expression instanceof Typed.Binary binary && isLogical(binary.operator());
    }

    private static boolean isLogical(BinaryOperator operator) {
      return operator == BinaryOperator.AND
          || operator == BinaryOperator.OR
          || operator == BinaryOperator.IMPLIES;
    }

    private void add(int target, Typed key, Observation what, boolean certain) {
      boolean many = TypedTrees.any(key, part -> part instanceof Typed.Local);
      looks.add(
          new Look(
              types.get(target), RequestValue.of(key, type, expressions), what, certain, many));
    }

    /**
     * Whether the event could be refused. An event that nothing refuses is possible in every stage,
     * checks nothing, and gives fields only values that always exist.
     */
    private boolean refusable(CheckedEvent event) {
      return event.transitions().size() < type.stages().size()
          || !type.invariants().isEmpty()
          || !event.preconditions().isEmpty()
          || !event.checks().isEmpty()
          || !event.effects().stream().allMatch(effect -> exists(effect.value()))
          || !event.sync().stream().allMatch(this::exist)
          || !event.calls().isEmpty();
    }

    private boolean exist(CheckedSync sync) {
      // A key that the request gives may be too long, or infinite.
      return !sync.negated()
          && !(sync.key() instanceof Typed.Param)
          && exists(sync.key())
          && sync.arguments().stream().allMatch(this::exists);
    }

    /**
     * Whether the expression always has a value; of most kinds of expressions that is not known.
     */
    private boolean exists(Typed value) {
      return value instanceof Typed.Constant
          || value instanceof Typed.Param
          || value instanceof Typed.Now
          || RequestValue.isKey(value, type);
    }
  }
}
