package tutti.simulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Unobserved;

/** Compares what is there at the end of an epoch with what the decisions that stand make of it. */
final class EpochCheck {
  /** What a client was answered; a missing actor has no state and version 0. */
  record Read(Ledger.Look look, long version, @Nullable ActorState state) {}

  private record Step(Decision of, Decision.Act act) {}

  private final States base;
  private final List<Decision> there;
  private final TreeMap<ActorId, List<Step>> steps = new TreeMap<>();
  private final Findings findings;

  /**
   * @param base all actors when the epoch began
   * @param there the decisions that stand, in the serial order
   */
  EpochCheck(States base, List<Decision> there, Findings findings) {
    this.base = base;
    this.there = there;
    this.findings = findings;
    for (Decision decision : there) {
      for (Decision.Act act : decision.acts) {
        steps
            .computeIfAbsent(act.call().target(), actor -> new ArrayList<>())
            .add(new Step(decision, act));
      }
    }
    Comparator<Step> arrival =
        Comparator.<Step>comparingInt(step -> step.act.life())
            .thenComparingLong(step -> step.act.position());
    steps.values().forEach(list -> list.sort(arrival));
  }

  /** Each actor is what its actions, in the order of their arrival, make of it. */
  void actors(States found) {
    steps.forEach(
        (actor, list) -> {
          ActorState state = base.of(actor).state();
          for (Step step : list) {
            state = next(step, state);
          }
          long version = base.of(actor).version() + list.size();
          compare("actor-serial", actor, new States.Version(state, version), found.of(actor));
        });
    for (ActorId actor : found.actors().keySet()) {
      if (!steps.containsKey(actor)) {
        compare("actor-serial", actor, base.of(actor), found.of(actor));
      }
    }
  }

  private ActorState next(Step step, ActorState state) {
    Call call = step.act.call();
    try {
      if (call.action().evaluate(state, call.arguments(), step.act.around())
          instanceof Evaluation.Refused(var refusal)) {
        findings.add(
            "actor-serial",
            step.of + " did " + call + " in " + state + ", which refuses: " + refusal.message());
      }
    } catch (Unobserved unobserved) {
      findings.add("actor-serial", step.of + " did " + call + " without having seen all");
    }
    return call.action().apply(state, call.arguments(), step.act.around());
  }

  private void compare(String rule, ActorId actor, States.Version expected, States.Version actual) {
    if (!expected.equals(actual)) {
      findings.add(rule, actor + " should be " + expected + ", and is " + actual);
    }
  }

  /** One transaction after another makes the same. */
  void serial(States found) {
    Serial serial = new Serial(base, findings);
    there.forEach(serial::run);
    serial
        .states()
        .actors()
        .forEach((actor, expected) -> compare("serial", actor, expected, found.of(actor)));
  }

  /** Reads saw what was, and missed nothing that was known. */
  void reads(List<Read> reads) {
    for (Read read : reads) {
      ActorId actor = read.look.actor();
      States.Version before = base.of(actor);
      List<Step> list = steps.getOrDefault(actor, List.of());
      long least = Math.max(before.version(), read.look.version());
      for (int i = 0; i < list.size(); i++) {
        long told = list.get(i).of.acknowledged;
        if (told > 0 && told <= read.look.acknowledgements()) {
          least = before.version() + i + 1;
        }
      }
      if (read.version < least) {
        findings.add(
            "fresh-reads",
            actor + " was read in version " + read.version + " after version " + least);
      } else if (read.version > before.version() + list.size()) {
        findings.add("fresh-reads", actor + " was read in version " + read.version + ", not made");
      } else if (read.state != null) {
        compareRead(read, before, list);
      }
    }
  }

  private void compareRead(Read read, States.Version before, List<Step> list) {
    ActorState state = before.state();
    for (Step step : list.subList(0, (int) (read.version - before.version()))) {
      Call call = step.act.call();
      state = call.action().apply(state, call.arguments(), step.act.around());
    }
    ActorState seen = read.state;
    if (seen != null) {
      compare(
          "fresh-reads",
          read.look.actor(),
          new States.Version(state, read.version),
          new States.Version(seen, read.version));
    }
  }
}
