package tutti.simulator.application;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.simulator.check.Sight;

/** The scenario of clients for the version of the application that runs. Used by one thread. */
public final class CurrentScenario implements SimulatedApplication.Scenario {
  private SimulatedApplication.Scenario now;

  public CurrentScenario(SimulatedApplication.Scenario first) {
    now = first;
  }

  /** Switches to the scenario of another version. */
  public void goOn(SimulatedApplication.Scenario next) {
    now = next;
  }

  /** Returns the scenario of the version that runs. */
  public SimulatedApplication.Scenario now() {
    return now;
  }

  @Override
  public List<List<Call>> opening() {
    return now.opening();
  }

  @Override
  public List<List<Call>> opening(int actors) {
    return now.opening(actors);
  }

  @Override
  public List<Call> request(RandomGenerator random, Turn turn) {
    return now.request(random, turn);
  }

  @Override
  public List<Call> conflicting(int number, int actors) {
    return now.conflicting(number, actors);
  }

  @Override
  public ActorId target(RandomGenerator random, Turn turn) {
    return now.target(random, turn);
  }

  @Override
  public List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
    return now.sights(results, wrong);
  }

  @Override
  public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
    return now.wronglyRefused(calls, reason);
  }

  @Override
  public List<String> violations(Map<ActorId, ActorState> states) {
    return now.violations(states);
  }
}
