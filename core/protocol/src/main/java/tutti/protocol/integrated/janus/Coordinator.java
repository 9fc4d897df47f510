package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Repeats;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * The machine of a coordinator of one transaction: the first one, or one that takes over. All
 * coordinators of a transaction come to one decision. Nothing of a coordinator is durable. Confined
 * to one thread at a time.
 */
public final class Coordinator implements Machine<Coordinator.Input, Coordinator.Output> {

  /** An input of a coordinator. */
  public sealed interface Input {

    /**
     * No client waits for the transaction, whose first coordinator this is: it need not happen, and
     * is abandoned if it still can be.
     */
    record GivenUp() implements Input {}
  }

  /** An output of a coordinator: a decision of the protocol. */
  public sealed interface Output {

    /**
     * The outcome of the coordinator's transaction, which the client may get now.
     *
     * @param outputs the outputs of the participants, if the transaction committed or was refused
     */
    record Ended(Transaction transaction, Outcome outcome, SortedMap<Integer, Payload> outputs)
        implements Output {
      public Ended {
        outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
      }
    }

    /**
     * A majority of each participant's replicas has executed the transaction, so the transaction no
     * longer counts among those that its front has in flight.
     */
    record Freed(Transaction transaction) implements Output {}

    /**
     * The coordinator has nothing left to do.
     *
     * @param settled whether every participant has forgotten the transaction
     */
    record Done(Transaction transaction, boolean settled) implements Output {}
  }

  /** The repetitions after which one that took over leaves replicas that do not answer. */
  private static final int MOST_REPEATS = 3;

  private enum Step {
    PRE_ACCEPTING,
    /** A coordinator before this one may have been at work. */
    PREPARING,
    ACCEPTING,
    /** The decision is chosen. */
    COMMITTED,
    /** All replicas have executed it. */
    SETTLING
  }

  private final int turn;
  private final Transaction transaction;
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups;
  private final long settledUpTo;
  private final SortedMap<Integer, ShardReplies> shards = new TreeMap<>();
  private long nonce;
  private Ballot ballot = Ballot.FIRST;

  /** The highest ballot that replicas are known to heed. */
  private Ballot heeded;

  private final boolean takesOver;
  private Request request;
  private Step step = Step.PRE_ACCEPTING;
  private boolean waited;

  /**
   * True if it is abandoned as long as it can be: too many replicas had too many transactions, or
   * nobody waits for it any more.
   */
  private boolean givesUp;

  private @Nullable Decision decision;

  /** The participants of all members of the transaction's component. */
  private final SortedSet<Integer> component = new TreeSet<>();

  private boolean told;
  private boolean freed;
  private int repeats;
  private boolean done;
  private List<Effect<Output>> effects = new ArrayList<>();

  private Coordinator(
      int turn,
      Transaction transaction,
      Ballot heeded,
      Settings settings,
      Map<Integer, List<Integer>> groups,
      Request request,
      long settledUpTo) {
    this.turn = turn;
    this.transaction = transaction;
    this.settings = settings;
    this.groups = groups;
    this.settledUpTo = settledUpTo;
    this.heeded = heeded;
    this.takesOver = !request.isKnown();
    this.request = request;
    for (int shard : transaction.shards()) {
      shards.put(shard, new ShardReplies(groups.getOrDefault(shard, List.of())));
    }
  }

  /**
   * The first coordinator of a transaction.
   *
   * @param turn the host's place among those that may take over, 0 first
   * @param groups the hosts of every shard
   * @param settledUpTo all transactions of the same front up to this number are settled
   */
  public static Coordinator first(
      int turn,
      Transaction transaction,
      Settings settings,
      Map<Integer, List<Integer>> groups,
      Request request,
      long settledUpTo) {
    return new Coordinator(turn, transaction, Ballot.FIRST, settings, groups, request, settledUpTo);
  }

  /**
   * A coordinator that takes over, as a replica asks for.
   *
   * @param above the ballot that the replica heeds
   */
  public static Coordinator takingOver(
      int turn,
      Transaction transaction,
      Ballot above,
      Settings settings,
      Map<Integer, List<Integer>> groups) {
    return new Coordinator(turn, transaction, above, settings, groups, Request.NONE, 0);
  }

  /**
   * Takes one event. Messages and timers that come late, twice or out of order are no errors.
   *
   * @return the effects to carry out, in this order; the caller may keep the list
   * @throws IllegalStateException if an invariant of the package's card is broken
   */
  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    if (done) {
      return effects;
    }
    switch (event) {
      case Event.Started(long name) -> start(name);
      case Event.Received(Address from, ProtocolMessage message) ->
          received(from.host(), ((Address.Replica) from).shard(), (Message) message);
      case Event.TimerFired(TimerName timer) -> fired((Timer) timer);
      case Event.Input(Input.GivenUp()) -> giveUp();
      case Event.Halted() -> done = true;
      case Event.Persisted(int _) ->
          throw new IllegalStateException("a coordinator has no log: " + event);
    }
    return effects;
  }

  @Override
  public String phase() {
    return done ? "done" : step.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void start(long name) {
    nonce = name;
    retryLater();
    if (takesOver) {
      takeOver();
    } else {
      effects.add(new Effect.SetTimer<>(Timer.FAST, settings.fastNanos()));
      preAccept();
    }
  }

  private void retryLater() {
    Repeats waits = settings.repeats();
    waitFor(step.compareTo(Step.COMMITTED) < 0 ? waits.longer(repeats) : waits.patient(repeats));
  }

  private void waitFor(long nanos) {
    effects.add(new Effect.SetTimer<>(Timer.RETRY, nanos));
  }

  private boolean isFirst() {
    return ballot.equals(Ballot.FIRST);
  }

  private ShardReplies tally(int shard) {
    ShardReplies tally = shards.get(shard);
    if (tally == null) {
      throw new IllegalStateException("shard " + shard + " has no part in " + transaction);
    }
    return tally;
  }

  private boolean all(Predicate<ShardReplies> hold) {
    return shards.values().stream().allMatch(hold);
  }

  private void preAccept() {
    step = Step.PRE_ACCEPTING;
    for (Map.Entry<Integer, ShardReplies> shard : shards.entrySet()) {
      for (int host : shard.getValue().hosts) {
        if (!shard.getValue().preAccepted.containsKey(host)) {
          send(shard.getKey(), host, new Message.PreAccept(transaction, ballot, request));
        }
      }
    }
  }

  private void send(int shard, int host, Message message) {
    effects.add(new Effect.Send<>(new Address.Replica(host, shard), message));
  }

  private void received(int from, int shard, Message message) {
    switch (message) {
      case Message.PreAccepted answer when is(answer.id(), answer.ballot(), Step.PRE_ACCEPTING) -> {
        tally(shard).preAccepted.put(from, answer);
        tally(shard).holders.add(from);
        conclude();
      }
      case Message.Promised answer when is(answer.id(), answer.ballot(), Step.PREPARING) -> {
        tally(shard).promised.put(from, answer);
        if (answer.request().isKnown()) {
          tally(shard).holders.add(from);
          request = answer.request();
        }
        choose();
      }
      case Message.Accepted(TransactionId id, Ballot by) when is(id, by, Step.ACCEPTING) -> {
        tally(shard).accepted.add(from);
        if (decision != null && all(each -> each.isMajority(each.accepted.size()))) {
          commit(decision);
        }
      }
      case Message.Overloaded(TransactionId id) when is(id, ballot, Step.PRE_ACCEPTING) -> {
        tally(shard).overloaded.add(from);
        if (tally(shard).isOverloaded()) {
          barred();
        } else {
          conclude();
        }
      }
      case Message.Refused(TransactionId id, Ballot promised) when is(id) -> overtaken(promised);
      case Message.Done(TransactionId id, Decision its, Request known) when is(id) -> {
        request = known.isKnown() ? known : request;
        if (step.compareTo(Step.COMMITTED) < 0) {
          commit(its);
        } else if (its.abandoned()) {
          abandon();
        }
      }
      case Message.Executed(TransactionId id, PieceOutput output) when is(id) -> {
        tally(shard).executed(from, output);
        effects.addAll(tally(shard).stops(shard, transaction, repeats >= MOST_REPEATS));
        proceed();
      }
      case Message.Applied(TransactionId id, SortedSet<Integer> its) when is(id) -> {
        tally(shard).applied(from);
        component.addAll(its);
        free(all(ShardReplies::isAppliedByMajority));
        proceed();
      }
      case Message.Collected(Transaction its) when is(its.id()) -> forgot(from, shard);
      case Message.Within(Configuration its, Message inner) when counts(shard, its) ->
          received(from, shard, inner);
      default -> {}
    }
  }

  /**
   * A host that is cut off takes no place for what its clients have given up: at the cut's end all
   * of it would be executed first.
   */
  private void giveUp() {
    boolean mayEnd = all(each -> each.isMajority(each.preAccepted.size()));
    if (step == Step.PRE_ACCEPTING && !takesOver && !mayEnd) {
      barred();
    } else if (step == Step.PREPARING && !takesOver) {
      givesUp = true;
    }
  }

  /**
   * Proposes that the transaction is abandoned, in the coordinator's own ballot: the coordinator
   * has proposed nothing else in that ballot, and never takes the fast path from now on. Each
   * replica that accepts this tells others that take over, and so does each that begins another
   * configuration.
   */
  private void barred() {
    givesUp = true;
    propose(Decision.ABANDONED);
  }

  /** Replicas heed a higher ballot: the coordinator that has it gets time to end. */
  private void overtaken(Ballot by) {
    if (step.compareTo(Step.COMMITTED) < 0 && !ballot.isBelow(heeded) && ballot.isBelow(by)) {
      waitFor(settings.repeats().overtaken(repeats, by, turn));
    }
    heeded = heeded.isBelow(by) ? by : heeded;
  }

  /**
   * Returns whether an answer counts: one of an older configuration does not, and one of a newer
   * configuration makes the coordinator begin anew.
   */
  private boolean counts(int shard, Configuration its) {
    ShardReplies tally = shards.get(shard);
    if (tally != null && its.number() > tally.configuration().number()) {
      if (tally.adopt(its) && step.compareTo(Step.COMMITTED) < 0) {
        takeOver();
      }
    }
    return tally == null || its.number() == tally.configuration().number();
  }

  private boolean is(TransactionId id) {
    return id.equals(transaction.id());
  }

  private boolean is(TransactionId id, Ballot by, Step in) {
    return is(id) && by.equals(ballot) && step == in;
  }

  /** Algorithm 1, lines 4 to 11; one that takes over does not take the fast path. */
  private void conclude() {
    if (!all(each -> each.isMajority(each.preAccepted.size()))) {
      return;
    }
    boolean mayBeFast = isFirst() && all(ShardReplies::agrees);
    boolean fast = mayBeFast && all(ShardReplies::isPreAcceptedByAll);
    if (fast || !mayBeFast || waited || !all(each -> each.overloaded.isEmpty())) {
      Decision union = ShardReplies.union(shards);
      if (fast) {
        commit(union);
      } else {
        propose(union);
      }
    }
  }

  /** Algorithm 6, lines 73 to 83. */
  private void choose() {
    if (!all(each -> each.isMajority(each.promised.size()))) {
      return;
    }
    Optional<Decision> accepted = ShardReplies.accepted(shards.values());
    if (accepted.isPresent()) {
      propose(accepted.orElseThrow());
    } else if (givesUp && !takesOver) {
      // Only this coordinator could have taken the fast path, and it has not.
      propose(Decision.ABANDONED);
    } else if (all(ShardReplies::isWitnessed)) {
      // Has the fast path been taken, all replicas have witnessed the same.
      propose(ShardReplies.commit(shards, ShardReplies.witnessed(shards.values())));
    } else if (mayStillBegin()) {
      preAccept();
    } else {
      // The fast path is barred: some majority has not witnessed it, and heeds this ballot.
      propose(Decision.ABANDONED);
    }
  }

  /**
   * One that takes over begins no transaction that no majority has witnessed: its client may have
   * given it up while its host was cut off, which nobody but that host knows.
   */
  private boolean mayStillBegin() {
    return takesOver
        ? shards.values().stream().anyMatch(ShardReplies::isWitnessed)
        : request.isKnown();
  }

  private void propose(Decision what) {
    step = Step.ACCEPTING;
    decision = what;
    accept();
  }

  private void accept() {
    if (decision == null) {
      throw new IllegalStateException("nothing is proposed for " + transaction);
    }
    for (Map.Entry<Integer, ShardReplies> shard : shards.entrySet()) {
      ShardReplies tally = shard.getValue();
      for (int host : tally.hosts) {
        if (!tally.accepted.contains(host)) {
          Request needed = tally.needed(host, decision, request);
          Message accept = new Message.Accept(transaction, ballot, decision, needed);
          send(shard.getKey(), host, tally.within(accept));
        }
      }
    }
  }

  private void commit(Decision what) {
    step = Step.COMMITTED;
    decision = what;
    repeats = 0;
    effects.add(new Effect.CancelTimer<>(Timer.FAST));
    retryLater();
    if (what.abandoned()) {
      abandon();
    }
    tellCommit(what);
  }

  private void abandon() {
    end(givesUp ? Outcome.OVERLOADED : Outcome.ABANDONED);
  }

  private void tellCommit(Decision what) {
    for (Map.Entry<Integer, ShardReplies> shard : shards.entrySet()) {
      ShardReplies tally = shard.getValue();
      for (int host : tally.hosts) {
        if (tally.needsCommit(host, repeats > 0)) {
          Request needed = tally.needed(host, what, request);
          send(shard.getKey(), host, new Message.Commit(transaction, what, needed));
        }
      }
    }
  }

  private void end(Outcome outcome) {
    if (!told) {
      told = true;
      SortedMap<Integer, Payload> outputs = new TreeMap<>();
      if (outcome == Outcome.COMMITTED || outcome == Outcome.REFUSED) {
        shards.forEach(
            (shard, tally) -> {
              if (tally.output != null) {
                outputs.put(shard, tally.output.payload());
              }
            });
      }
      effects.add(new Effect.Output<>(new Output.Ended(transaction, outcome, outputs)));
    }
  }

  /** Goes on once each participant has executed it, and once all their replicas have. */
  private void proceed() {
    if (step.compareTo(Step.COMMITTED) < 0 || !all(each -> each.output != null)) {
      return;
    }
    effects.addAll(ShardReplies.contrary(shards, transaction, repeats >= MOST_REPEATS));
    Outcome outcome = ShardReplies.outcome(shards.values());
    if (outcome == Outcome.UNKNOWN) {
      return;
    }
    end(outcome);
    if (step == Step.COMMITTED && all(each -> each.isApplied() && !each.differs())) {
      settle();
    }
  }

  private void settle() {
    step = Step.SETTLING;
    component.addAll(transaction.shards());
    for (int shard : component) {
      ShardReplies tally = shards.get(shard);
      for (int host : groups.getOrDefault(shard, List.of())) {
        if (tally == null || tally.needsSettle(host, repeats > 0)) {
          send(shard, host, ShardReplies.settle(shards, shard, transaction, settledUpTo));
        }
      }
    }
  }

  /**
   * Notes that a replica has forgotten the transaction, which shows that the transaction is
   * settled. The outcome is the one that other replicas report which still remember it; it is
   * unknown if no replica remembers it.
   */
  private void forgot(int from, int shard) {
    Optional.ofNullable(shards.get(shard)).ifPresent(tally -> tally.forgot.add(from));
    if (step != Step.SETTLING) {
      settle();
    }
    proceed();
    if (all(ShardReplies::isForgotten)) {
      end(ShardReplies.outcome(shards.values()));
      finish(true);
    }
  }

  private void free(boolean may) {
    if (may && !freed) {
      freed = true;
      effects.add(new Effect.Output<>(new Output.Freed(transaction)));
    }
  }

  private void finish(boolean settled) {
    done = true;
    free(true);
    effects.add(new Effect.CancelTimer<>(Timer.FAST));
    effects.add(new Effect.CancelTimer<>(Timer.RETRY));
    effects.add(new Effect.Output<>(new Output.Done(transaction, settled)));
  }

  private void fired(Timer timer) {
    if (timer == Timer.FAST) {
      waited = true;
      if (step == Step.PRE_ACCEPTING) {
        conclude();
      }
    } else if (timer == Timer.RETRY) {
      repeats++;
      repeat();
      if (!done) {
        retryLater();
      }
    }
  }

  private void repeat() {
    if (step.compareTo(Step.COMMITTED) < 0 && ballot.isBelow(heeded)) {
      takeOver();
      return;
    }
    if (step.compareTo(Step.COMMITTED) >= 0 && takesOver && repeats > MOST_REPEATS) {
      finish(false);
      return;
    }
    switch (step) {
      case PRE_ACCEPTING -> preAccept();
      case PREPARING -> prepare();
      case ACCEPTING -> accept();
      case COMMITTED -> {
        boolean late = repeats >= MOST_REPEATS;
        shards.forEach((shard, each) -> effects.addAll(each.stops(shard, transaction, late)));
        proceed();
        if (decision != null) {
          tellCommit(decision);
        }
      }
      case SETTLING -> settle();
    }
  }

  /** Asks under a ballot above the one that the replicas heed. */
  private void takeOver() {
    ballot = (heeded.isBelow(ballot) ? ballot : heeded).next(nonce);
    heeded = ballot;
    shards.values().forEach(ShardReplies::clear);
    prepare();
  }

  private void prepare() {
    step = Step.PREPARING;
    for (Map.Entry<Integer, ShardReplies> shard : shards.entrySet()) {
      for (int host : shard.getValue().hosts) {
        if (!shard.getValue().promised.containsKey(host)) {
          send(shard.getKey(), host, new Message.Prepare(transaction, ballot));
        }
      }
    }
  }
}
