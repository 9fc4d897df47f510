package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;

/** The rule of the active set (Reactors §2.2.4, docs/rulings.md#ruling-5), without any thread. */
class ActiveCallTest {

  /** Runs programs call by call: each call's procedure when it is made, or when it is taken. */
  private static final class Run {
    private final boolean late;
    private @Nullable Reason failure;

    Run(boolean late) {
      this.late = late;
    }

    private static ActorId id(String key) {
      return new ActorId("Node", key);
    }

    @Nullable Reason of(String actor, Program program) {
      body(new ActiveCall(id(actor), "Run"), program);
      return failure;
    }

    private void body(ActiveCall call, Program program) {
      List<ActiveCall> made = new ArrayList<>();
      List<Program> bodies = new ArrayList<>();
      Set<Integer> taken = new HashSet<>();
      for (Program.Step step : program.steps()) {
        if (failure != null) {
          return;
        }
        switch (step) {
          case Program.Step.Make(var actor, var body) -> {
            ActiveCall callee = new ActiveCall(call, id(actor), "Run");
            made.add(callee);
            bodies.add(body);
            ActiveCall above = callee.comesBackTo();
            if (above != null) {
              failure = Clash.cycle(above, callee);
            } else if (callee.actor().equals(call.actor())) {
              body(callee, body);
              take(call, made, made.size() - 1, taken);
            } else if (!late) {
              body(callee, body);
            }
          }
          case Program.Step.Take(int number) -> end(call, made, bodies, number, taken);
        }
      }
      for (int number = 0; number < made.size(); number++) {
        end(call, made, bodies, number, taken);
      }
    }

    private void end(
        ActiveCall call,
        List<ActiveCall> made,
        List<Program> bodies,
        int number,
        Set<Integer> taken) {
      if (!taken.contains(number)) {
        if (late) {
          body(made.get(number), bodies.get(number));
        }
        take(call, made, number, taken);
      }
    }

    private void take(ActiveCall call, List<ActiveCall> made, int number, Set<Integer> taken) {
      taken.add(number);
      Clash clash = failure == null ? call.take(made.get(number)) : null;
      if (clash != null) {
        failure = clash.reason();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'b()', true",
    "'b() b()', false",
    "'b() !0 b() !1', true",
    "'b() !0 b() b()', false",
    "'b() c() !0 b()', true",
    "'b(c()) c()', false",
    "'b(c()) !0 c()', true",
    "'b(c()) d(c())', false",
    "'b(c()) d(c()) !0 !1', false",
    "'a() a()', true",
    "'a(b()) b()', true",
    "'b() a(b())', false",
    "'b() !0 a(b())', true",
    "'b(a())', false",
    "'b(c(a()))', false",
    "'a(a(b(a())))', false",
    "'b(b(c()))', true",
    "'b(c(b()))', false",
    "'b() c() !1 !0 b()', true",
    "'b(c() !0 d()) e(f() !0 g())', true",
    "'b(c() !0 d()) e(f() !0 c())', false",
  })
  void saysOfAProgramWhetherItRuns(String text, boolean runs) {
    Program program = Program.parse(text);

    assertThat(program).hasToString(text);
    assertThat(Order.clashes("a", program)).isEqualTo(!runs);
    assertThat(new Run(false).of("a", program) == null).isEqualTo(runs);
    assertThat(new Run(true).of("a", program) == null).isEqualTo(runs);
  }

  /** And in whatever order the calls run. */
  @Test
  void saysOfRandomProgramsWhatTheDefinitionSays() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      Program program = Program.random(random, 3, 3 + i % 24);
      boolean clashes = Order.clashes("a", program);
      refused += clashes ? 1 : 0;

      assertThat(new Run(false).of("a", program) != null).as("%s", program).isEqualTo(clashes);
      assertThat(new Run(true).of("a", program) != null).as("%s", program).isEqualTo(clashes);
    }
    assertThat(refused).isBetween(3_000, 17_000);
  }

  @Test
  void showsBothPathsOfCalls() {
    assertThat(new Run(false).of("a", Program.parse("b(c()) d(c())")))
        .isInstanceOfSatisfying(
            Reason.Refused.class,
            reason -> {
              assertThat(reason.actor()).isEqualTo(Run.id("c"));
              assertThat(reason.code()).isEqualTo("active-set");
              assertThat(reason.message())
                  .contains("Node[a].Run → Node[b].Run → Node[c].Run and ")
                  .contains(" and Node[a].Run → Node[d].Run → Node[c].Run;");
            });
    assertThat(new Run(true).of("a", Program.parse("b(c()) d(c()) !1")))
        .as("the same, in whatever order they are found")
        .isEqualTo(new Run(false).of("a", Program.parse("b(c()) d(c())")));
    assertThat(new Run(false).of("a", Program.parse("b(a())")))
        .extracting(reason -> reason == null ? "" : reason.message())
        .asString()
        .contains(
            "Node[a].Run → Node[b].Run → Node[a].Run comes back to Node[a] while Node[a].Run");
  }
}
