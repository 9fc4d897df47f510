package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.procedure.Market.Node;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Effort;

/** A program is refused on all deployments, or accepted on all. */
class ActiveSetTest {

  static List<Setup> setups() {
    return Effort.some(
        RunningMarket.setups().stream()
            .filter(
                setup ->
                    setup.control() == ConcurrencyControlKind.TWO_PHASE_LOCKING
                        || setup.control() == ConcurrencyControlKind.OPTIMISTIC)
            .toList());
  }

  @ParameterizedTest
  @MethodSource("setups")
  void everyDeploymentSaysWhatTheDefinitionSays(Setup setup) throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    Map<String, Long> touches = new HashMap<>();
    int refused = 0;
    try (RunningMarket it = new RunningMarket(setup)) {
      for (int i = 0; i < 400; i++) {
        Program program = Program.random(random, 3, 3 + i % 24);
        boolean clashes = Order.clashes("a", program);

        Outcome outcome = it.run(Node.class, "a", new Node.Run(program.toString()));

        if (clashes) {
          refused++;
          assertThat(RunningMarket.reason(outcome).code())
              .as("%s", program)
              .isEqualTo("active-set");
        } else {
          assertThat(outcome).as("%s", program).isInstanceOf(Outcome.Committed.class);
          count("a", program, touches);
        }
      }
      assertThat(refused).isBetween(50, 350);
      for (Map.Entry<String, Long> each : touches.entrySet()) {
        assertThat(it.value(Node.class, each.getKey(), new Node.Touches()))
            .as(each.getKey())
            .isEqualTo(each.getValue());
      }
    }
  }

  private static void count(String actor, Program program, Map<String, Long> touches) {
    touches.merge(actor, 1L, Long::sum);
    for (Program.Step step : program.steps()) {
      if (step instanceof Program.Step.Make(var callee, var body)) {
        count(callee, body, touches);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void theMessageIsTheSameEverywhere(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      for (int i = 0; i < 20; i++) {
        assertThat(
                RunningMarket.reason(
                        it.run(Node.class, "a", new Node.Run("b(e()) c() d(e()) !2 !0")))
                    .message())
            .isEqualTo(
                "two calls of one transaction are on Node[e] and neither is over before the other"
                    + " begins: Node[a].Run → Node[b].Run → Node[e].Run and Node[a].Run →"
                    + " Node[d].Run → Node[e].Run; take the promise of one before the other is"
                    + " called");
      }
    }
  }
}
