package tutti.simulator.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Surroundings;

/** A run of transactions one after another, which a serializable history must equal. */
final class Serial {
  private final Eras eras;
  private States states;
  private final Findings findings;

  Serial(Eras eras, States before, Findings findings) {
    this.eras = eras;
    this.states = before.copy();
    this.findings = findings;
  }

  States states() {
    return states;
  }

  /** The states before a transaction, which everything in it sees (docs/rulings.md#ruling-5). */
  private record Before(States states, Instant now, Caller caller) implements Surroundings {
    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      return what.in(states.of(other).state());
    }
  }

  void run(LoggedDecision decision) {
    if (decision.acts.isEmpty()) {
      return;
    }
    int era = decision.acts.getFirst().era();
    if (era > eras.of(states.application())) {
      states = states.in(eras, era);
    }
    List<ActorState> next = new ArrayList<>();
    for (LoggedDecision.Act act : decision.acts) {
      Surroundings before = new Before(states, act.around().now(), act.around().caller());
      ActorId actor = act.call().target();
      ActorState state = states.of(actor).state();
      switch (act.call().action().evaluate(state, act.call().arguments(), before)) {
        case Evaluation.Accepted accepted -> {
          next.add(accepted.next());
          accepted.partners().forEach(partner -> partner(decision, partner, before));
        }
        case Evaluation.Refused(var refusal) -> {
          findings.add(
              "serial",
              "%s committed, but in the order of the log %s is refused in %s: %s"
                  .formatted(decision, act.call(), state, refusal.message()));
          next.add(act.call().action().apply(state, act.call().arguments(), act.around()));
        }
      }
    }
    for (int i = 0; i < next.size(); i++) {
      ActorId actor = decision.acts.get(i).call().target();
      states.put(actor, next.get(i), states.of(actor).version() + 1);
    }
  }

  private void partner(LoggedDecision decision, Call partner, Surroundings before) {
    if (partner.negated()) {
      if (possible(partner, before, 0)) {
        findings.add(
            "serial", decision + " needed that this be impossible, and it is possible: " + partner);
      }
    } else if (!(partner.action() instanceof ProcedureAction)
        && decision.acts.stream().noneMatch(act -> act.call().equals(partner))) {
      findings.add(
          "serial", decision + " should have had the partner " + partner + ", and did not");
    }
  }

  /** Whether an action and all its partners could happen now. */
  private boolean possible(Call call, Surroundings before, int depth) {
    ActorState state = states.of(call.target()).state();
    return depth < 20
        && call.action().evaluate(state, call.arguments(), before)
            instanceof Evaluation.Accepted accepted
        && accepted.partners().stream()
            .allMatch(
                partner ->
                    partner.action() instanceof ProcedureAction
                        || partner.negated() != possible(partner, before, depth + 1));
  }
}
