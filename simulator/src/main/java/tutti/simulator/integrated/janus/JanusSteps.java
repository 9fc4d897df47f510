package tutti.simulator.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.search.Local;
import tutti.simulator.integrated.janus.JanusMember.Coordinating;
import tutti.simulator.integrated.janus.JanusMember.Replicated;
import tutti.simulator.integrated.janus.JanusScope.Budget;

/** The steps that a member can take. Confined to one thread. */
final class JanusSteps {
  private final JanusScope scope;
  private final JanusModel model;

  JanusSteps(JanusScope scope, JanusModel model) {
    this.scope = scope;
    this.model = model;
  }

  /** The steps that no message causes. */
  List<Local<JanusMember, JanusPast, JanusMail>> own(JanusMember member, JanusPast past) {
    List<Local<JanusMember, JanusPast, JanusMail>> all = new ArrayList<>();
    switch (member) {
      case Replicated replica -> own(replica, past, all);
      case Coordinating coordinator -> own(coordinator, past, all);
    }
    return all;
  }

  private void own(
      Replicated state, JanusPast past, List<Local<JanusMember, JanusPast, JanusMail>> all) {
    if (!state.isUp()) {
      Replicated up = state.with(model.made(state.number(), state.disk()));
      happen(up, past, new Event.Started<>(1), all);
      return;
    }
    if (state.heard() < past.register().size()) {
      Event<Input> next = new Event.Input<>(new Input.Chosen(past.register().get(state.heard())));
      happen(state.hearing(), past, next, all);
    }
    Budget budget = past.budget();
    if (state.doomed() || budget.crashes() > 0) {
      JanusPast left = state.doomed() ? past : past.with(budget.lessCrash());
      Replicated down = state.crashed(model.executed(state.disk()));
      all.add(
          new Local<>(() -> "replica " + state.number() + " crashes", down, List.of(), left, null));
    }
    if (budget.retries() > 0 && scope.forgets()) {
      JanusPast left = past.with(budget.lessRetry());
      happen(state, left, new Event.TimerFired<>(Timer.RETRY), all);
      happen(state, left, new Event.TimerFired<>(Timer.WATCH), all);
    }
  }

  private void own(
      Coordinating state, JanusPast past, List<Local<JanusMember, JanusPast, JanusMail>> all) {
    if (!state.isUp()) {
      begin(state, past, all);
    } else if (!state.done()) {
      if (state.waits()) {
        all.add(
            new CoordinatorStepping(model, state.waited(), past)
                .on(new Event.TimerFired<>(Timer.FAST))
                .local(() -> "coordinator " + state.slot() + " has waited"));
      }
      Budget budget = past.budget();
      if (budget.retries() > 0) {
        all.add(
            new CoordinatorStepping(model, state, past.with(budget.lessRetry()))
                .on(new Event.TimerFired<>(Timer.RETRY))
                .local(() -> "coordinator " + state.slot() + " repeats"));
      }
    }
  }

  private void begin(
      Coordinating state, JanusPast past, List<Local<JanusMember, JanusPast, JanusMail>> all) {
    boolean first = state.slot() < scope.plans().size();
    int after = first ? scope.plans().get(state.slot()).after() : -1;
    if (after < 0 || past.life(after).told()) {
      int transaction = state.transaction();
      int machine =
          first
              ? model.first(transaction)
              : model.takingOver(model.transaction(transaction), Ballot.FIRST);
      all.add(
          new CoordinatorStepping(model, state.with(machine), past)
              .on(new Event.Started<>(state.slot() + 1L))
              .local(() -> "coordinator " + state.slot() + " begins"));
    }
  }

  /** A message arrives at a member. */
  List<Local<JanusMember, JanusPast, JanusMail>> arrive(
      JanusMember member, JanusPast past, JanusMail mail) {
    List<Local<JanusMember, JanusPast, JanusMail>> all = new ArrayList<>();
    if (member.isUp()) {
      switch (member) {
        case Replicated replica -> happen(replica, past, mail.arrives(), all);
        case Coordinating coordinator -> {
          Event<Coordinator.Input> event = mail.arrives();
          all.add(
              new CoordinatorStepping(model, coordinator, past)
                  .on(event)
                  .local(() -> "coordinator %s: %s".formatted(coordinator.slot(), event)));
        }
      }
    }
    return all;
  }

  /** An event, and all ways in which the host can crash before all of it is durable. */
  private void happen(
      Replicated state,
      JanusPast past,
      Event<Input> event,
      List<Local<JanusMember, JanusPast, JanusMail>> all) {
    ReplicaStepping whole = new ReplicaStepping(model, state, past, ReplicaStepping.ALL).on(event);
    all.add(whole.local(() -> "replica %s: %s".formatted(state.number(), event)));
    if (past.budget().crashes() == 0 || state.doomed()) {
      return;
    }
    JanusPast crashing = past.with(past.budget().lessCrash());
    for (int durable = 0; durable < whole.records(); durable++) {
      int left = durable;
      all.add(
          new ReplicaStepping(model, state, crashing, durable)
              .on(event)
              .local(
                  () ->
                      "replica %d: %s; %s of its records stay when it crashes"
                          .formatted(state.number(), event, left)));
    }
  }
}
