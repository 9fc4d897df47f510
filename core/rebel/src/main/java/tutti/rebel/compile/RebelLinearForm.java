package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.LinearForm;
import tutti.model.Surroundings;
import tutti.rebel.code.Code;
import tutti.rebel.code.Frame;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Money;
import tutti.rebel.value.ValueRefused;

/**
 * The linear form of one event: the amounts that it adds to fields, and the conditions on the
 * fields. Money is scaled to thousandths, an Integer is itself. Thread-safe.
 */
final class RebelLinearForm implements LinearForm {
  private final LifeCycle lifeCycle;
  private final int locals;
  private final List<Delta> deltas;
  private final List<LinearCheck> checks;
  private final List<Condition> conditions;
  private final Partner[] partners;

  /** The fields that are tested or changed, ascending. */
  private final int[] fields;

  /** The amount that is added to a field. */
  record Delta(int field, List<LinearSum.Term> terms) {}

  /** A condition that reads none of the fields that linear events change. */
  record Condition(Code code, int locals) {}

  RebelLinearForm(
      LifeCycle lifeCycle,
      int locals,
      List<Delta> deltas,
      List<LinearCheck> checks,
      List<Condition> conditions,
      Partner[] partners) {
    this.lifeCycle = lifeCycle;
    this.locals = locals;
    this.deltas = deltas;
    this.checks = checks;
    this.conditions = conditions;
    this.partners = partners;
    TreeSet<Integer> used = new TreeSet<>();
    deltas.forEach(delta -> used.add(delta.field()));
    checks.forEach(check -> used.add(check.field()));
    this.fields = used.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public @Nullable Bound bind(ActorState state, List<Object> arguments, Surroundings around) {
    if (!lifeCycle.staysFrom(state.stage())) {
      return null;
    }
    for (int field : fields) {
      if (value(state, field) == null) {
        return null;
      }
    }
    try {
      return bind(new Binding(state, arguments, around));
    } catch (ValueRefused | NotLinear e) {
      return null;
    }
  }

  private @Nullable Bound bind(Binding binding) {
    for (Condition condition : conditions) {
      if (!condition.code().test(binding.frame(condition.locals()))) {
        return null;
      }
    }
    long[] delta = new long[fields.length];
    for (Delta change : deltas) {
      delta[position(change.field())] = binding.sum(change.field(), change.terms(), locals);
    }
    long[] lower = new long[fields.length];
    long[] upper = new long[fields.length];
    Arrays.fill(lower, Long.MIN_VALUE);
    Arrays.fill(upper, Long.MAX_VALUE);
    for (LinearCheck check : checks) {
      int at = position(check.field());
      long rest =
          binding.sum(check.field(), check.terms(), check.locals()) + check.deltas() * delta[at];
      lower[at] = Math.max(lower[at], check.lower(rest));
      upper[at] = Math.min(upper[at], check.upper(rest));
    }
    return new Bound(fields, delta, lower, upper, calls(binding));
  }

  private List<Call> calls(Binding binding) {
    List<Call> calls = new ArrayList<>(partners.length);
    for (Partner partner : partners) {
      calls.add(partner.call(binding.frame(locals)));
    }
    return List.copyOf(calls);
  }

  private int position(int field) {
    return Arrays.binarySearch(fields, field);
  }

  @Override
  public @Nullable Long value(ActorState state, int field) {
    Object value = state.field(field);
    return value == null ? null : scaled(value);
  }

  private static @Nullable Long scaled(Object value) {
    long number;
    if (value instanceof Money money && money.isSmall()) {
      number = money.smallThousandths();
    } else if (value instanceof Long integer) {
      number = integer;
    } else {
      return null;
    }
    return number >= -LIMIT && number <= LIMIT ? number : null;
  }

  /** An exception that says that this call is not linear after all. */
  private static final class NotLinear extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final NotLinear INSTANCE = new NotLinear();

    private NotLinear() {
      super(null, null, false, false);
    }
  }

  /** One call, while it is bound. */
  private record Binding(ActorState state, List<Object> arguments, Surroundings around) {

    /**
     * Makes a frame in which the new fields are the old ones, since linear events change no field
     * that a condition or term reads.
     */
    Frame frame(int locals) {
      Frame frame = new Frame(state, arguments, around, locals);
      frame.next = state.copyFields();
      return frame;
    }

    /** Adds up terms, which must be of the field's currency. */
    long sum(int field, List<LinearSum.Term> terms, int locals) {
      Currency currency = state.field(field) instanceof Money money ? money.currency() : null;
      long sum = 0;
      for (LinearSum.Term term : terms) {
        Object value = term.code().eval(frame(locals));
        if (value instanceof Money money && !money.currency().equals(currency)) {
          throw NotLinear.INSTANCE;
        }
        Long number = scaled(value);
        if (number == null) {
          throw NotLinear.INSTANCE;
        }
        sum += term.sign() * number;
      }
      if (sum > LIMIT || sum < -LIMIT) {
        throw NotLinear.INSTANCE;
      }
      return sum;
    }
  }
}
