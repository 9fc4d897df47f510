package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.ActorState;
import tutti.model.Evaluation;
import tutti.model.LinearForm;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Money;

/** A linear form says exactly what the evaluation says (PSAC §8). */
class LinearFormTest {
  private static final String TEXT =
      """
      module t.Pot

      event make(amount: Money, count: Integer, limit: Money) {
        postconditions {
          new this.balance == amount;
          new this.count == count;
          new this.limit == limit;
        }
      }
      event put(amount: Money) {
        preconditions { amount > EUR 0.00; }
        postconditions { new this.balance == this.balance + amount; }
      }
      event take(amount: Money) {
        preconditions {
          amount > EUR 0.00 && EUR 0.00 <= this.balance - amount;
          this.count < 10;
        }
        postconditions {
          new this.balance == this.balance - amount;
          new this.count == 1 + this.count;
        }
      }
      event charge(amount: Money, times: Integer) {
        preconditions { -this.balance < -(amount * times); }
        postconditions {
          new this.balance == this.balance - amount * times - this.limit * 1%;
          new this.balance + EUR 1000.00 > this.limit;
        }
      }
      event check(least: Money) {
        preconditions { least <= this.balance; this.balance > this.limit + this.limit; }
      }
      event match(least: Money) {
        preconditions { this.balance == least; 9 > this.count; }
      }
      event relimit(limit: Money) {
        postconditions { new this.limit == limit; }
      }
      event interest(rate: Percentage) {
        postconditions { new this.balance == this.balance + this.balance * rate; }
      }
      event either(amount: Money) {
        preconditions { this.balance > amount || this.count > 3; }
        postconditions { new this.balance == this.balance + amount; }
      }
      event twice() {
        preconditions { this.balance + this.balance > EUR 10.00; }
      }
      event block() {}
      event sharePut(other: Integer, amount: Money) {
        postconditions { new this.balance == this.balance + amount; }
        sync { Pot[other].put(amount); }
      }
      event passOn(other: Integer) {
        postconditions { new this.balance == this.balance - EUR 1.00; }
        sync { Pot[other].put(this.balance); }
      }
      invariant bounded { this.balance >= this.limit; this.count <= 12 && this.limit > -EUR 500.00; }

      specification Pot {
        fields {
          id: Integer @key
          balance: Money
          count: Integer
          limit: Money
        }
        events {
          make[] put[] take[] charge[] check[] match[] relimit[] interest[] either[] twice[] block[]
          sharePut[] passOn[]
        }
        invariants { bounded }
        lifeCycle {
          initial init -> open: make
          open -> open: put, take, charge, check, match, relimit, interest, either, twice, sharePut, passOn
               -> blocked: block
          blocked -> blocked: put
          final blocked
        }
      }
      """;

  private final World world = World.of(TEXT);

  @ParameterizedTest
  @ValueSource(strings = {"put", "take", "charge", "check", "match", "sharePut"})
  void isFoundWhereEffectsAddAndChecksAreLinear(String event) {
    assertThat(world.action("Pot", event).linear()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"make", "relimit", "interest", "either", "twice", "block", "passOn"})
  void isNotClaimedElsewhere(String event) {
    assertThat(world.action("Pot", event).linear()).isNull();
  }

  /** Few different amounts, so that values often lie exactly on a bound. */
  private static long coarse(SplittableRandom random, int from, int to) {
    return random.nextInt(from, to) * 1000L;
  }

  private @Nullable ActorState pot(SplittableRandom random) {
    RebelAction make = world.action("Pot", "make");
    Currency currency = random.nextInt(8) == 0 ? Currency.USD : Currency.EUR;
    List<Object> arguments =
        List.of(
            Money.ofThousandths(currency, coarse(random, -2, 100)),
            (long) random.nextInt(14),
            Money.ofThousandths(Currency.EUR, coarse(random, -3, 30)));
    return make.evaluate(make.type().blank("1"), arguments, world.around())
            instanceof Evaluation.Accepted accepted
        ? accepted.next()
        : null;
  }

  private static List<Object> arguments(RebelAction action, SplittableRandom random) {
    List<Object> arguments = new ArrayList<>();
    for (CheckedParameter parameter : action.parameters()) {
      switch (parameter.type().toString()) {
        case "Money" -> {
          Currency currency = random.nextInt(10) == 0 ? Currency.USD : Currency.EUR;
          long amount = random.nextInt(20) == 0 ? LinearForm.LIMIT * 3 : coarse(random, -1, 60);
          arguments.add(Money.ofThousandths(currency, amount));
        }
        default -> arguments.add((long) random.nextInt(1, 5));
      }
    }
    return arguments;
  }

  @Test
  void decidesAndChangesAsTheEvaluationDoes() {
    int bound = 0;
    int accepted = 0;
    int refused = 0;
    List<String> events = List.of("put", "take", "charge", "check", "match", "sharePut");
    for (int seed = 0; seed < 30_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ActorState state = pot(random);
      if (state == null) {
        continue;
      }
      RebelAction action = world.action("Pot", events.get(random.nextInt(events.size())));
      List<Object> arguments = arguments(action, random);
      LinearForm linear = action.linear();
      assertThat(linear).isNotNull();
      LinearForm.Bound form = linear.bind(state, arguments, world.around());
      if (form == null) {
        continue;
      }
      bound++;
      Evaluation evaluation = action.evaluate(state, arguments, world.around());
      assertThat(accepts(linear, form, state))
          .as("seed %s: %s%s in %s", seed, action, arguments, state)
          .isEqualTo(evaluation instanceof Evaluation.Accepted);
      if (evaluation instanceof Evaluation.Accepted(ActorState next, var partners, Object _)) {
        accepted++;
        for (int i = 0; i < form.fields().length; i++) {
          Long before = linear.value(state, form.fields()[i]);
          Long after = linear.value(next, form.fields()[i]);
          assertThat(before).isNotNull();
          assertThat(after).as("seed %s", seed).isEqualTo(before + form.delta()[i]);
        }
        assertThat(form.partners()).isEqualTo(partners);
        assertThat(next.stage()).isEqualTo(state.stage());
      } else {
        refused++;
      }
    }
    assertThat(bound).isGreaterThan(5000);
    assertThat(accepted).isGreaterThan(1000);
    assertThat(refused).isGreaterThan(1000);
  }

  private static boolean accepts(LinearForm linear, LinearForm.Bound form, ActorState state) {
    for (int i = 0; i < form.fields().length; i++) {
      Long value = linear.value(state, form.fields()[i]);
      if (value == null || value < form.lower()[i] || value > form.upper()[i]) {
        return false;
      }
    }
    return true;
  }
}
