package tutti.simulator.integrated;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Invariants;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.Judge;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.integrated.TapirPast.Life;

/** The past as one step goes on, and the rule of the protocol's card that the step breaks. */
final class TapirJudge extends Judge<TapirPast> {
  private final TapirModel model;

  TapirJudge(TapirModel model, TapirPast past) {
    super(past, "one-outcome");
    this.model = model;
  }

  /** A replica appends a command to its shard's configuration log, if it leads that. */
  void appended(int replica, ViewCommand entry) {
    int shard = model.places.shard(replica);
    if (past().leaders().get(shard) == model.places.host(replica)) {
      past(past().appending(shard, entry));
      if (entry instanceof ViewCommand.Open open) {
        opened(shard, open);
      }
    }
  }

  /** I8, and the consents of which I3 speaks. */
  void said(Member<MemberFacts> replica, Message message) {
    int number = replica.place();
    Invariants.forced(replica.isDurable(), message);
    DurableState kept = model.memory(replica.machine());
    if (past().lost().contains(number) && !hasJoined(number, kept)) {
      breaks("rejoined", "replica %d speaks after it has lost its disk: %s", number, message);
    }
    if (message instanceof Message.PrepareReply(long _, Entry entry)
        && entry.standing() == Entry.Standing.TENTATIVE
        && entry.vote().consents()) {
      int transaction = model.index(entry.transaction().id());
      past(past().with(transaction, past().life(transaction).consented(number)));
    }
  }

  private boolean hasJoined(int number, DurableState kept) {
    return past().configurationLogs().get(model.places.shard(number)).stream()
        .anyMatch(
            entry ->
                entry instanceof ViewCommand.Open open
                    && open.view() > 1
                    && open.view() <= kept.view()
                    && open.joined().containsKey(model.places.host(number)));
  }

  /** I1 and I2: what a merge comes to. */
  private void opened(int shard, ViewCommand.Open open) {
    for (int each = 0; each < past().lives().size(); each++) {
      Life life = past().life(each);
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
      Life beyond = life.beyond(replica -> model.places.shard(replica) == shard);
      past(past().with(each, consents ? beyond.merging(shard) : beyond));
    }
    conflicts(open);
  }

  /** I2, of the record with which a view begins. */
  private void conflicts(ViewCommand.Open open) {
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

  private @Nullable Entry entry(ViewCommand.Open open, int transaction) {
    return open.record().stream()
        .filter(entry -> entry.transaction().equals(model.transaction(transaction)))
        .findFirst()
        .orElse(null);
  }

  /** I4: who has begun a view has all that was executed in its shard before. */
  void synced(Member<MemberFacts> replica, ViewCommand.Open open) {
    int number = replica.place();
    DurableState kept = model.memory(replica.machine());
    for (int each = 0; each < past().lives().size(); each++) {
      Entry entry = entry(open, each);
      if (entry != null && entry.outcome() == Outcome.COMMITTED) {
        has(number, kept, each, "synced");
      }
    }
  }

  private void has(int number, DurableState kept, int transaction, String rule) {
    Life life = past().life(transaction);
    int part = model.transaction(transaction).shards().indexOf(model.places.shard(number));
    for (ActorId item : life.parts().get(part).writes().keySet()) {
      if (kept.version(item).isBelow(model.transaction(transaction).id())) {
        breaks(rule, "replica %d lacks what transaction %d wrote", number, transaction);
      }
    }
  }

  void executed(Member<MemberFacts> replica, Entry entry) {
    int number = replica.place();
    int transaction = model.index(entry.transaction().id());
    outcome(transaction, entry.outcome());
    past(past().with(transaction, past().life(transaction).executing(model.places.shard(number))));
    if (entry.outcome() == Outcome.COMMITTED) {
      has(number, model.memory(replica.machine()), transaction, "whole");
    }
  }

  /** Notes the outcome of a transaction, and checks I6. */
  private void outcome(int transaction, Outcome outcome) {
    Life life = past().life(transaction);
    if (life.outcome() == Outcome.UNKNOWN) {
      past(past().with(transaction, life.decided(outcome)));
    } else if (life.outcome() != outcome) {
      breaks("one-outcome", "transaction %d is %s and %s", transaction, life.outcome(), outcome);
    }
  }

  void ended(int transaction, Coordinator.Output.Ended end) {
    if (end.outcome() == Outcome.UNKNOWN) {
      return;
    }
    if (past().life(transaction).outcome() == Outcome.UNKNOWN
        && end.outcome() == Outcome.COMMITTED) {
      consented(transaction);
    }
    outcome(transaction, end.outcome());
    Life life = past().life(transaction);
    if (life.told() == TapirPast.NEVER) {
      boolean refused = life.refused() || end.refusal().refuses();
      Life ended = life.ending(end.outcome(), refused, past().moments());
      // The order of two ends matters only to those that begin between them.
      boolean passes = !model.reduces() || !past().haveAllBegun();
      past((passes ? past().passing() : past()).with(transaction, ended));
    }
    kept(transaction, end);
    Finding unordered = TapirOrder.judge(model, past().lives());
    if (unordered != null) {
      breaks(unordered);
    }
  }

  /** Notes the consents to a transaction, and checks I3. */
  private void consented(int transaction) {
    Life life = past().life(transaction);
    for (int shard : model.transaction(transaction).shards()) {
      long consents =
          life.consents().stream().filter(it -> model.places.shard(it) == shard).count();
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
    for (List<ViewCommand> configurationLog : past().configurationLogs()) {
      for (ViewCommand command : configurationLog) {
        Entry entry = command instanceof ViewCommand.Open open ? entry(open, transaction) : null;
        if (entry != null
            && entry.outcome() == Outcome.UNKNOWN
            && (entry.vote().refuses() && end.outcome() == Outcome.COMMITTED
                || entry.vote().consents() && refused)) {
          breaks("results-kept", "%s, and %s", end, command);
        }
      }
    }
  }
}
