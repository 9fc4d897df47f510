package tutti.simulator.integrated.janus;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.integrated.TapirScope.GIVE_UP;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.integrated.MemberFacts.OfCoordinator;
import tutti.simulator.integrated.MemberFacts.OfReplica;
import tutti.simulator.integrated.MemberPlaces;

/** The steps that a member can take. Confined to one thread. */
final class JanusSteps {
  private final JanusScope scope;
  private final JanusModel model;
  private final MemberPlaces places;

  JanusSteps(JanusScope scope, JanusModel model) {
    this.scope = scope;
    this.model = model;
    this.places = model.places;
  }

  /** The steps that no message causes. */
  List<Local<MemberFacts, JanusPast>> own(Member<MemberFacts> member, JanusPast past) {
    List<Local<MemberFacts, JanusPast>> all = new ArrayList<>();
    switch (member.facts()) {
      case OfReplica facts -> own(member, facts, past, all);
      case OfCoordinator facts -> own(member, facts, past, all);
    }
    return all;
  }

  private void own(
      Member<MemberFacts> state,
      OfReplica facts,
      JanusPast past,
      List<Local<MemberFacts, JanusPast>> all) {
    if (!state.isUp()) {
      Member<MemberFacts> up = state.with(model.made(state.place(), state.disk()));
      happen(up, past, new Event.Started<>(1), all);
      return;
    }
    if (facts.heard() < past.configurationLog().size()) {
      Event<Input> next =
          new Event.Input<>(new Input.Chosen(past.configurationLog().get(facts.heard())));
      happen(state.knowing(facts.hearing()), past, next, all);
    }
    Budget budget = past.budget();
    if (state.doomed() || budget.has(CRASH)) {
      JanusPast after = state.doomed() ? past : past.with(budget.less(CRASH));
      OfReplica left = new OfReplica(0, model.executed(state.disk()));
      Member<MemberFacts> down = state.crashed(state.disk(), left);
      all.add(
          new Local<>(() -> "replica " + state.place() + " crashes", down, List.of(), after, null));
    }
    if (budget.has(RETRY) && scope.forgets()) {
      JanusPast left = past.with(budget.less(RETRY));
      happen(state, left, new Event.TimerFired<>(Timer.RETRY), all);
      happen(state, left, new Event.TimerFired<>(Timer.WATCH), all);
    }
  }

  private void own(
      Member<MemberFacts> state,
      OfCoordinator facts,
      JanusPast past,
      List<Local<MemberFacts, JanusPast>> all) {
    if (!state.isUp()) {
      begin(state, facts, past, all);
    } else if (!facts.done()) {
      int slot = places.slot(state.place());
      if (state.isRunning(Timer.FAST)) {
        fire(state, past, Timer.FAST, () -> "coordinator " + slot + " has waited", all);
      }
      Budget budget = past.budget();
      if (budget.has(RETRY)) {
        JanusPast less = past.with(budget.less(RETRY));
        fire(state, less, Timer.RETRY, () -> "coordinator " + slot + " repeats", all);
      }
      if (budget.has(GIVE_UP)) {
        JanusPast less = past.with(budget.less(GIVE_UP));
        Event<Coordinator.Input> event = new Event.Input<>(new Coordinator.Input.GivenUp());
        happen(state, less, event, () -> "coordinator " + slot + " gives up", all);
      }
    }
  }

  private void fire(
      Member<MemberFacts> coordinator,
      JanusPast past,
      Timer timer,
      Supplier<String> what,
      List<Local<MemberFacts, JanusPast>> all) {
    JanusCoordinatorStep step = new JanusCoordinatorStep(model, coordinator, past);
    step.fire(timer);
    all.add(step.local(what));
  }

  private void begin(
      Member<MemberFacts> state,
      OfCoordinator facts,
      JanusPast past,
      List<Local<MemberFacts, JanusPast>> all) {
    int slot = places.slot(state.place());
    boolean first = slot < scope.plans().size();
    int after = first ? scope.plans().get(slot).after() : -1;
    if (after < 0 || past.life(after).told()) {
      int transaction = facts.transaction();
      int machine =
          first
              ? model.first(transaction)
              : model.takingOver(model.transaction(transaction), Ballot.FIRST);
      happen(
          state.with(machine),
          past,
          new Event.Started<>(slot + 1L),
          () -> "coordinator " + slot + " begins",
          all);
    }
  }

  private void happen(
      Member<MemberFacts> coordinator,
      JanusPast past,
      Event<Coordinator.Input> event,
      Supplier<String> what,
      List<Local<MemberFacts, JanusPast>> all) {
    JanusCoordinatorStep step = new JanusCoordinatorStep(model, coordinator, past);
    step.on(event);
    all.add(step.local(what));
  }

  /** A message arrives at a member. */
  List<Local<MemberFacts, JanusPast>> arrive(
      Member<MemberFacts> member, JanusPast past, InFlight mail) {
    List<Local<MemberFacts, JanusPast>> all = new ArrayList<>();
    if (member.isUp()) {
      switch (member.facts()) {
        case OfReplica _ -> happen(member, past, mail.arrival(), all);
        case OfCoordinator _ -> {
          Event<Coordinator.Input> event = mail.arrival();
          int slot = places.slot(member.place());
          happen(member, past, event, () -> "coordinator %s: %s".formatted(slot, event), all);
        }
      }
    }
    return all;
  }

  /** An event, and all ways in which the host can crash before all of it is durable. */
  private void happen(
      Member<MemberFacts> state,
      JanusPast past,
      Event<Input> event,
      List<Local<MemberFacts, JanusPast>> all) {
    MemberStep.takeEach(
        past,
        (left, durable) -> {
          JanusReplicaStep step = new JanusReplicaStep(model, state, left, durable);
          step.on(event);
          return step;
        },
        (step, durable) -> all.add(step.local(() -> words(state, event, durable))));
  }

  private static String words(Member<MemberFacts> replica, Event<Input> event, int durable) {
    String what = "replica %s: %s".formatted(replica.place(), event);
    return durable == MemberStep.ALL
        ? what
        : "%s; %s of its records stay when it crashes".formatted(what, durable);
  }
}
