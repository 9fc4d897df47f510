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

/**
 * A comparison of the states at the end of an epoch with the states that the standing decisions
 * make.
 */
final class EpochCheck {
  /** An answer to a client's read; a missing actor has no state and version 0. */
  record Read(EpochOracle.Look look, long version, @Nullable ActorState state) {}

  private record Step(LoggedDecision of, LoggedDecision.Act act) {}

  private final Eras eras;
  private final States base;
  private final List<LoggedDecision> there;
  private final TreeMap<ActorId, List<Step>> steps = new TreeMap<>();
  private final Findings findings;

  /**
   * @param eras the versions of the application that have run
   * @param base all actors when the epoch began
   * @param there the decisions that stand, in the serial order
   */
  EpochCheck(Eras eras, States base, List<LoggedDecision> there, Findings findings) {
    this.eras = eras;
    this.base = base;
    this.there = there;
    this.findings = findings;
    for (LoggedDecision decision : there) {
      for (LoggedDecision.Act act : decision.acts) {
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

  /**
   * Checks that the state of each actor follows from its actions, in the order of their arrival.
   */
  void actors(States found) {
    int now = eras.of(found.application());
    steps.forEach(
        (actor, list) ->
            compare(actor, now, made(actor, list), base.version(actor) + list.size(), found));
    for (ActorId actor : found.actors().keySet()) {
      if (!steps.containsKey(actor)) {
        compare(actor, now, base.form(eras, actor), base.version(actor), found);
      }
    }
  }

  /** Checks that each actor accepts its actions, where its final state cannot be read any more. */
  void accepted() {
    steps.forEach(this::made);
  }

  private Eras.Form made(ActorId actor, List<Step> list) {
    Eras.Form form = base.form(eras, actor);
    for (Step step : list) {
      form = next(step, form);
    }
    return form;
  }

  private void compare(ActorId actor, int now, Eras.Form form, long version, States found) {
    States.Version expected = new States.Version(eras.in(now, actor, form), version);
    compare("actor-serial", actor, expected, found.of(actor));
  }

  private Eras.Form next(Step step, Eras.Form form) {
    Call call = step.act.call();
    ActorState state = eras.in(step.act.era(), call.target(), form);
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
    return applied(step, form);
  }

  private Eras.Form applied(Step step, Eras.Form form) {
    Call call = step.act.call();
    ActorState state = eras.in(step.act.era(), call.target(), form);
    return new Eras.Form(
        step.act.era(), call.action().apply(state, call.arguments(), step.act.around()));
  }

  private void compare(String rule, ActorId actor, States.Version expected, States.Version actual) {
    if (!expected.equals(actual)) {
      findings.add(rule, actor + " should be " + expected + ", and is " + actual);
    }
  }

  /**
   * Checks that one transaction after another is accepted, with the same partners; gives the states
   * that they make.
   */
  States serial() {
    Serial serial = new Serial(eras, base, findings);
    there.forEach(serial::run);
    return serial.states();
  }

  /** Checks that one transaction after another makes the states that were found. */
  void serial(States found) {
    serial()
        .in(eras, eras.of(found.application()))
        .actors()
        .forEach((actor, expected) -> compare("serial", actor, expected, found.of(actor)));
  }

  /** Checks that reads saw states that were there, and missed nothing that was known. */
  void reads(List<Read> reads) {
    for (Read read : reads) {
      ActorId actor = read.look.actor();
      long before = base.version(actor);
      List<Step> list = steps.getOrDefault(actor, List.of());
      long least = Math.max(before, read.look.version());
      for (int i = 0; i < list.size(); i++) {
        long told = list.get(i).of.acknowledged;
        if (told > 0 && told <= read.look.acknowledgements()) {
          least = before + i + 1;
        }
      }
      if (read.version < least) {
        findings.add(
            "fresh-reads",
            actor + " was read in version " + read.version + " after version " + least);
      } else if (read.version > before + list.size()) {
        findings.add("fresh-reads", actor + " was read in version " + read.version + ", not made");
      } else if (read.state != null) {
        compareRead(read, list.subList(0, (int) (read.version - before)));
      }
    }
  }

  /**
   * @param steps the steps whose effects the read saw
   */
  private void compareRead(Read read, List<Step> steps) {
    ActorId actor = read.look.actor();
    Eras.Form form = base.form(eras, actor);
    for (Step step : steps) {
      form = applied(step, form);
    }
    ActorState seen = read.state;
    if (seen != null) {
      compare(
          "fresh-reads",
          actor,
          new States.Version(eras.in(read.look.era(), actor, form), read.version),
          new States.Version(seen, read.version));
    }
  }
}
