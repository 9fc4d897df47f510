package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;
import tutti.simulator.integrated.TapirPast.Life;

/** A world on its way from a state to the next one, in which members take steps. */
final class TapirStepping {
  private final TapirModel model;
  private final TapirRelevance relevance;
  private final TapirScope scope;
  private final TapirJudge judge;
  private final List<Member<MemberFacts>> members;
  private int messages;

  TapirStepping(TapirModel model, TapirRelevance relevance, TapirScope scope, TapirWorld before) {
    this.model = model;
    this.relevance = relevance;
    this.scope = scope;
    this.judge = new TapirJudge(model, before.past());
    this.members = new ArrayList<>(before.members());
    this.messages = before.messages();
    Finding broken = before.broken();
    if (broken != null) {
      judge.breaks(broken);
    }
  }

  Member<MemberFacts> member(int place) {
    return members.get(place);
  }

  void member(Member<MemberFacts> next) {
    members.set(next.place(), next);
  }

  void take(int message) {
    messages = model.bags.without(messages, message);
  }

  TapirPast past() {
    return judge.past();
  }

  void past(TapirPast next) {
    judge.past(next);
  }

  TapirWorld world() {
    if (model.reduces()) {
      forget();
    }
    TapirWorld world = alive();
    int urgent = relevance.urgent(world);
    while (urgent != TapirRelevance.NONE && judge.broken() == null) {
      take(urgent);
      arrive(model.messages.value(urgent));
      world = alive();
      urgent = relevance.urgent(world);
    }
    return world;
  }

  /** The world as it is now, without messages that make no difference any more. */
  private TapirWorld alive() {
    List<Member<MemberFacts>> all = List.copyOf(members);
    messages = relevance.alive(new TapirWorld(all, messages, past(), judge.broken()));
    return new TapirWorld(all, messages, past(), judge.broken());
  }

  private void arrive(InFlight sent) {
    if (model.places.isToCoordinator(sent)) {
      onCoordinator(sent.to(), sent.arrival());
    } else {
      onReplica(sent.to(), sent.arrival());
    }
  }

  /** Leaves out of the past what matters only as long as no outcome is known. */
  private void forget() {
    for (int each = 0; each < past().lives().size(); each++) {
      Life life = past().life(each);
      if (life.outcome() != Outcome.UNKNOWN
          && !(life.consents().isEmpty() && life.merged().isEmpty())) {
        past(past().with(each, life.known()));
      }
    }
  }

  /** Adds a coordinator, and starts it; none has the number of another. */
  void start(int transaction, int machine) {
    int place = members.size();
    MemberFacts facts = new MemberFacts.OfCoordinator(transaction, false);
    members.add(Member.<MemberFacts>down(place, Member.NO_DISK, facts).with(machine));
    past(past().starting());
    onCoordinator(place, new Event.Started<>(model.places.slot(place) + 1));
  }

  /** A replica hears that a transaction of its shard alone has committed. */
  void committed(int replica, int transaction) {
    Message decision =
        new Message.Decide(
            model.transaction(transaction),
            past().life(transaction).parts().getFirst(),
            Outcome.COMMITTED,
            false);
    Address from = new Address.Replica(0, model.places.shard(replica));
    onReplica(replica, new Event.Received<>(from, decision));
  }

  /** A coordinator is never heard of again. */
  void gone(int coordinator) {
    stepOfCoordinator(coordinator, TapirCoordinatorStep::gone);
  }

  /** Gives an event to a replica, and carries out its effects. */
  void onReplica(int place, Event<Input> event) {
    onReplica(place, event, MemberStep.ALL);
  }

  /** Gives an event to a replica, and carries out the first {@code most} effects. */
  void onReplica(int place, Event<Input> event, int most) {
    TapirReplicaStep step = new TapirReplicaStep(model, judge, member(place));
    step.on(event, most);
    taken(step);
  }

  void flush(int replica) {
    TapirReplicaStep step = new TapirReplicaStep(model, judge, member(replica));
    step.flush();
    taken(step);
  }

  void onCoordinator(int place, Event<Coordinator.Input> event) {
    stepOfCoordinator(place, step -> step.on(event));
  }

  /** A timer of a coordinator runs down. */
  void fire(int coordinator, Timer timer) {
    stepOfCoordinator(coordinator, step -> step.fire(timer));
  }

  private void stepOfCoordinator(int place, Consumer<TapirCoordinatorStep> what) {
    TapirCoordinatorStep step = new TapirCoordinatorStep(model, judge, scope, member(place));
    what.accept(step);
    taken(step);
  }

  private void taken(MemberStep<?, ?, MemberFacts, TapirPast> step) {
    member(step.member());
    for (InFlight each : step.sent()) {
      messages = model.send(messages, each);
    }
  }
}
