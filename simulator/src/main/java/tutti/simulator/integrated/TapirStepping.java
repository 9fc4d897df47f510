package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Kept;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.ViewEntry;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.integrated.TapirPast.Life;

/**
 * One step on its way from a state to the next one: carries out effects, and judges them by the
 * invariants of the protocol's card.
 */
final class TapirStepping {
  /** The value for all effects of an event. */
  static final int ALL = Integer.MAX_VALUE;

  private final TapirModel model;
  private final TapirRelevance relevance;
  private final boolean executes;
  private final List<ReplicaState> replicas;
  private final List<CoordinatorState> coordinators;
  private int messages;
  private TapirPast past;
  private @Nullable Finding broken;

  TapirStepping(TapirModel model, TapirRelevance relevance, TapirScope scope, TapirWorld before) {
    this.model = model;
    this.relevance = relevance;
    this.executes = scope.executes();
    this.replicas = new ArrayList<>(before.replicas());
    this.coordinators = new ArrayList<>(before.coordinators());
    this.messages = before.messages();
    this.past = before.past();
    this.broken = before.broken();
  }

  ReplicaState replica(int number) {
    return replicas.get(number);
  }

  void replica(int number, ReplicaState state) {
    replicas.set(number, state);
  }

  void take(int message) {
    messages = model.bags.without(messages, message);
  }

  TapirPast past() {
    return past;
  }

  void past(TapirPast next) {
    past = next;
  }

  TapirWorld world() {
    if (model.reduces()) {
      forget();
    }
    TapirWorld world = alive();
    int urgent = relevance.urgent(world);
    while (urgent != TapirRelevance.NONE && broken == null) {
      arrive(urgent);
      world = alive();
      urgent = relevance.urgent(world);
    }
    return world;
  }

  /** The world as it is now, without messages that make no difference any more. */
  private TapirWorld alive() {
    List<ReplicaState> all = List.copyOf(replicas);
    List<CoordinatorState> some = List.copyOf(coordinators);
    messages = relevance.alive(new TapirWorld(all, some, messages, past, broken));
    return new TapirWorld(all, some, messages, past, broken);
  }

  private void arrive(int message) {
    Sent sent = model.messages.value(message);
    take(message);
    if (sent.isToCoordinator()) {
      onCoordinator(sent.to() - Sent.COORDINATORS, sent.arrival());
    } else {
      onReplica(model.replica(sent.shard(), sent.to()), sent.arrival(), ALL);
    }
  }

  /** Leaves out of the past what matters only as long as no outcome is known. */
  private void forget() {
    for (int each = 0; each < past.lives().size(); each++) {
      Life life = past.life(each);
      if (life.outcome() != Outcome.UNKNOWN
          && !(life.consents().isEmpty() && life.merged().isEmpty())) {
        past = past.with(each, life.known());
      }
    }
  }

  /** Adds a coordinator, and starts it; none has the number of another. */
  void start(int transaction, int machine, boolean waits) {
    coordinators.add(new CoordinatorState(transaction, machine, waits, false));
    int slot = coordinators.size() - 1;
    past = past.starting();
    onCoordinator(slot, new Event.Started<>(slot + 1));
  }

  /** A replica hears that a transaction of its shard alone has committed. */
  void committed(int replica, int transaction) {
    Message decision =
        new Message.Decide(
            model.transaction(transaction),
            past.life(transaction).parts().getFirst(),
            Outcome.COMMITTED,
            false);
    onReplica(
        replica, new Event.Received<>(new Address.Replica(0, model.shard(replica)), decision), ALL);
  }

  /** A coordinator is never heard of again. */
  void gone(int slot) {
    coordinators.set(slot, coordinators.get(slot).finished(model.reduces()));
  }

  void waited(int slot) {
    coordinators.set(slot, coordinators.get(slot).waited());
  }

  /** Gives an event to a replica, and carries out the first so many effects. */
  void onReplica(int number, Event<Input> event, int most) {
    boolean acted = model.memory(replica(number).machine()).acts();
    try {
      Machines.Step<Effect<Output>> step = model.onReplica(replica(number).machine(), event);
      replica(number, replica(number).with(step.machine()));
      int left = most;
      for (Effect<Output> effect : step.effects()) {
        if (left-- <= 0) {
          return;
        }
        if (!acted
            && event instanceof Event.Received<Input>
            && effect instanceof Effect.Send(Address.Coordinator _, var _)) {
          breaks("silent", "replica %d answers while it does not act: %s", number, effect);
        }
        carryOut(number, effect);
      }
      if (!past.budget().mayCrash() && !replica(number).written().isEmpty()) {
        // No host crashes any more: a flush at once is as good as one before its messages arrive.
        flush(number);
      }
    } catch (IllegalStateException wrong) {
      breaks("one-outcome", String.valueOf(wrong.getMessage()));
    }
  }

  void flush(int number) {
    ReplicaState state = replica(number);
    int count = state.written().size();
    replica(number, state.flushed(model.disk(state.disk(), state.written(), count)));
    onReplica(number, new Event.Persisted<>(count), ALL);
  }

  private void carryOut(int number, Effect<Output> effect) {
    switch (effect) {
      case Effect.Send(Address.Replica(int host, int to), var message) ->
          send(new Sent(model.host(number), host, to, (Message) message));
      case Effect.Send(Address to, var message) -> {
        said(number, (Message) message);
        send(new Sent(model.host(number), to.host(), model.shard(number), (Message) message));
      }
      case Effect.Persist(var fact, var _) -> written(number, (Fact) fact);
      case Effect.SetTimer(var _, long _), Effect.CancelTimer(var _) -> {}
      case Effect.Output(Output output) -> decided(number, output);
    }
  }

  private void written(int number, Fact fact) {
    ReplicaState state = replica(number);
    List<Fact> all = new ArrayList<>(state.written());
    all.add(fact);
    replica(number, state.writing(all));
    if (fact instanceof Fact.Opened(ViewEntry.Open open)) {
      synced(number, open);
    }
  }

  private void decided(int number, Output output) {
    int shard = model.shard(number);
    switch (output) {
      case Output.Append(ViewEntry entry) -> {
        if (past.leaders().get(shard) == model.host(number)) {
          past = past.appending(shard, entry);
          if (entry instanceof ViewEntry.Open open) {
            opened(shard, open);
          }
        }
      }
      case Output.Executed(Entry entry) -> executed(number, entry);
      case Output.TakeOver _ -> {}
    }
  }

  private void send(Sent sent) {
    messages = model.send(messages, sent);
  }

  /** I8, and the consents of which I3 speaks. */
  private void said(int number, Message message) {
    if (!replica(number).written().isEmpty()) {
      breaks("forced", "replica %d says what is not durable: %s", number, message);
    }
    Kept kept = model.memory(replica(number).machine());
    if (past.lost().contains(number) && !hasJoined(number, kept)) {
      breaks("rejoined", "replica %d speaks after it has lost its disk: %s", number, message);
    }
    if (message instanceof Message.Told(long _, Entry entry)
        && entry.standing() == Entry.Standing.TENTATIVE
        && entry.vote().consents()) {
      int transaction = model.index(entry.transaction().id());
      past = past.with(transaction, past.life(transaction).consented(number));
    }
  }

  private boolean hasJoined(int number, Kept kept) {
    return past.registers().get(model.shard(number)).stream()
        .anyMatch(
            entry ->
                entry instanceof ViewEntry.Open open
                    && open.view() > 1
                    && open.view() <= kept.view()
                    && open.joined().containsKey(model.host(number)));
  }

  /** I1 and I2: what a merge comes to. */
  private void opened(int shard, ViewEntry.Open open) {
    for (int each = 0; each < past.lives().size(); each++) {
      Life life = past.life(each);
      if (!model.transaction(each).shards().contains(shard)) {
        continue;
      }
      Entry entry = entry(open, each);
      boolean consents = entry != null && entry.vote().consents();
      boolean undecided = entry != null && entry.outcome() == Outcome.UNKNOWN;
      boolean lost = entry == null && !life.executed().contains(shard);
      if (life.outcome() == Outcome.COMMITTED && (lost || undecided && !consents)) {
        breaks("results-kept", "transaction %d has committed, and view %s", each, open);
      }
      boolean alone = model.transaction(each).shards().size() == 1;
      if (life.refused() && alone && undecided && consents) {
        breaks("results-kept", "transaction %d was refused, and view %s", each, open);
      }
      Life beyond = life.beyond(replica -> model.shard(replica) == shard);
      past = past.with(each, consents ? beyond.merging(shard) : beyond);
    }
    conflicts(open);
  }

  /** I2, of the record with which a view begins. */
  private void conflicts(ViewEntry.Open open) {
    List<Entry> consents =
        open.record().stream()
            .filter(entry -> entry.outcome() == Outcome.UNKNOWN && entry.vote().consents())
            .toList();
    for (Entry one : consents) {
      for (Entry other : consents) {
        if (!one.equals(other) && haveConflict(one, other)) {
          breaks("no-conflict", "both %s and %s have the consent", one, other);
        }
      }
    }
  }

  /** Whether the first writes what the other touches, and neither has read what the other wrote. */
  private static boolean haveConflict(Entry one, Entry other) {
    return one.part().writes().keySet().stream()
        .anyMatch(
            item ->
                (other.part().reads().containsKey(item) || other.part().writes().containsKey(item))
                    && !one.transaction().id().equals(other.part().reads().get(item))
                    && !other.transaction().id().equals(one.part().reads().get(item)));
  }

  private @Nullable Entry entry(ViewEntry.Open open, int transaction) {
    return open.record().stream()
        .filter(entry -> entry.transaction().equals(model.transaction(transaction)))
        .findFirst()
        .orElse(null);
  }

  /** I4: who has begun a view has all that was executed in its shard before. */
  private void synced(int number, ViewEntry.Open open) {
    Kept kept = model.memory(replica(number).machine());
    for (int each = 0; each < past.lives().size(); each++) {
      Entry entry = entry(open, each);
      if (entry != null && entry.outcome() == Outcome.COMMITTED) {
        has(number, kept, each, "synced");
      }
    }
  }

  private void has(int number, Kept kept, int transaction, String rule) {
    Life life = past.life(transaction);
    int part = model.transaction(transaction).shards().indexOf(model.shard(number));
    for (ActorId item : life.parts().get(part).writes().keySet()) {
      if (kept.version(item).isBelow(model.transaction(transaction).id())) {
        breaks(rule, "replica %d lacks what transaction %d wrote", number, transaction);
      }
    }
  }

  private void executed(int number, Entry entry) {
    int transaction = model.index(entry.transaction().id());
    outcome(transaction, entry.outcome());
    past = past.with(transaction, past.life(transaction).executing(model.shard(number)));
    if (entry.outcome() == Outcome.COMMITTED) {
      has(number, model.memory(replica(number).machine()), transaction, "whole");
    }
  }

  /** I6. */
  private void outcome(int transaction, Outcome outcome) {
    Life life = past.life(transaction);
    if (life.outcome() == Outcome.UNKNOWN) {
      past = past.with(transaction, life.decided(outcome));
    } else if (life.outcome() != outcome) {
      breaks("one-outcome", "transaction %d is %s and %s", transaction, life.outcome(), outcome);
    }
  }

  void onCoordinator(int slot, Event<Void> event) {
    try {
      CoordinatorState state = coordinators.get(slot);
      Machines.Step<Effect<Coordinator.Output>> step = model.onCoordinator(state.machine(), event);
      coordinators.set(slot, state.with(step.machine()));
      step.effects().forEach(effect -> carryOutOf(slot, effect));
    } catch (IllegalStateException wrong) {
      breaks("one-outcome", String.valueOf(wrong.getMessage()));
    }
  }

  private void carryOutOf(int slot, Effect<Coordinator.Output> effect) {
    switch (effect) {
      case Effect.Send(Address to, var message) -> {
        if (executes || !(message instanceof Message.Decide)) {
          int shard = ((Address.Replica) to).shard();
          send(new Sent(Sent.COORDINATORS + slot, to.host(), shard, (Message) message));
        }
      }
      case Effect.SetTimer(var _, long _), Effect.CancelTimer(var _) -> {}
      case Effect.Output(Coordinator.Output output) -> decidedOf(slot, output);
      case Effect.Persist<Coordinator.Output> record ->
          throw new IllegalStateException("a coordinator has no log: " + record);
    }
  }

  private void decidedOf(int slot, Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended end -> {
        ended(coordinators.get(slot).transaction(), end);
        if (!executes) {
          // All that it would still say is lost.
          gone(slot);
        }
      }
      case Coordinator.Output.LeftOut _ -> {}
      case Coordinator.Output.Done _ -> gone(slot);
    }
  }

  private void ended(int transaction, Coordinator.Output.Ended end) {
    if (end.outcome() == Outcome.UNKNOWN) {
      return;
    }
    if (past.life(transaction).outcome() == Outcome.UNKNOWN && end.outcome() == Outcome.COMMITTED) {
      consented(transaction);
    }
    outcome(transaction, end.outcome());
    Life life = past.life(transaction);
    if (life.told() == TapirPast.NEVER) {
      boolean refused = life.refused() || end.refusal().refuses();
      Life ended = life.ending(end.outcome(), refused, past.moments());
      // The order of two ends matters only to those that begin between them.
      boolean passes = !model.reduces() || !past.haveAllBegun();
      past = (passes ? past.passing() : past).with(transaction, ended);
    }
    kept(transaction, end);
    Finding unordered = TapirOrder.judge(model, past.lives());
    if (unordered != null && broken == null) {
      broken = unordered;
    }
  }

  /** I3. */
  private void consented(int transaction) {
    Life life = past.life(transaction);
    for (int shard : model.transaction(transaction).shards()) {
      long consents = life.consents().stream().filter(it -> model.shard(it) == shard).count();
      if (consents < model.majority() && !life.merged().contains(shard)) {
        breaks(
            "consented",
            "transaction %d commits with %d consents of shard %d",
            transaction,
            consents,
            shard);
      }
    }
  }

  /** I1: a result is that of every view that has begun before. */
  private void kept(int transaction, Coordinator.Output.Ended end) {
    boolean alone = model.transaction(transaction).shards().size() == 1;
    boolean refused = end.outcome() == Outcome.ABORTED && end.refusal().refuses() && alone;
    for (List<ViewEntry> register : past.registers()) {
      for (ViewEntry command : register) {
        Entry entry = command instanceof ViewEntry.Open open ? entry(open, transaction) : null;
        if (entry != null
            && entry.outcome() == Outcome.UNKNOWN
            && (entry.vote().refuses() && end.outcome() == Outcome.COMMITTED
                || entry.vote().consents() && refused)) {
          breaks("results-kept", "%s, and %s", end, command);
        }
      }
    }
  }

  private void breaks(String rule, String text, Object... with) {
    if (broken == null) {
      broken = new Finding(rule, with.length == 0 ? text : text.formatted(with));
    }
  }
}
