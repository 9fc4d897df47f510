package tutti.simulator;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/** The toy bank for somebody who is never content. */
final class NeverRight implements SimulatedApplication {
  static final String COMPLAINT = "it is never right";
  private final ToyBank bank = new ToyBank();

  /** Is told of every refusal, and all of them are wrong; null if none is. */
  private final @Nullable Runnable refused;

  NeverRight() {
    this(null);
  }

  /** One that complains of every refusal, too. */
  NeverRight(@Nullable Runnable refused) {
    this.refused = refused;
  }

  @Override
  public String name() {
    return bank.name();
  }

  @Override
  public Application application() {
    return bank.application();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    Scenario scenario = bank.scenario(random);
    return new Scenario() {
      @Override
      public List<List<Call>> opening() {
        return scenario.opening();
      }

      @Override
      public List<Call> request(RandomGenerator entropy, Turn turn) {
        return scenario.request(entropy, turn);
      }

      @Override
      public ActorId target(RandomGenerator entropy, Turn turn) {
        return scenario.target(entropy, turn);
      }

      @Override
      public List<String> violations(Map<ActorId, ActorState> states) {
        return List.of(COMPLAINT);
      }

      @Override
      public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
        if (refused == null) {
          return null;
        }
        refused.run();
        return COMPLAINT;
      }
    };
  }
}
