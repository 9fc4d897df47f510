package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;
import tutti.protocol.integrated.tapir.ParticipantReplies.Answered;
import tutti.protocol.integrated.tapir.ParticipantReplies.Step;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * The machine of a coordinator of one transaction: the first one, or one that takes over. Each
 * participant has one result, whichever coordinators find it; the transaction commits if and only
 * if all are consents. So all coordinators come to one outcome. Nothing of a coordinator is
 * durable. Confined to one thread at a time.
 */
public final class Coordinator implements Machine<Coordinator.Input, Coordinator.Output> {

  /** An input of a coordinator. */
  public sealed interface Input {

    /**
     * No client waits for the transaction, whose first coordinator this is: it need not happen, and
     * is refused where that can still be.
     */
    record GivenUp() implements Input {}
  }

  /** An output of a coordinator: a decision of the protocol. */
  public sealed interface Output {

    /**
     * The outcome of the coordinator's transaction, which the client may get now. The outcome is
     * unknown if the transaction has ended so long ago that no replica remembers it.
     *
     * @param refusal the vote that refused the transaction, for a person; no refusal if it
     *     committed, or if the outcome came from another coordinator
     */
    record Ended(Transaction transaction, Entry.Outcome outcome, Vote refusal) implements Output {}

    /**
     * The coordinator is about to end, and some replicas of a shard have not acknowledged the
     * outcome: they get it with the next view.
     *
     * @param view the view in which the other replicas have the outcome
     */
    record LeftOut(int shard, long view, List<Integer> hosts) implements Output {
      public LeftOut {
        hosts = List.copyOf(hosts);
      }
    }

    /** The coordinator has nothing left to do. */
    record Done(Transaction transaction) implements Output {}
  }

  /** The repetitions after which replicas that do not answer are left to the next view. */
  public static final int MOST_REPEATS = 3;

  private final int turn;
  private final Transaction transaction;
  private final Settings settings;
  private final SortedMap<Integer, ParticipantReplies> shards = new TreeMap<>();
  private long nonce;
  private Ballot ballot = Ballot.FIRST;

  /** The highest ballot that replicas are known to heed; above this coordinator's if fenced. */
  private Ballot heeded;

  /** The participants that have answered, under an earlier ballot, that they have forgotten. */
  private final SortedSet<Integer> forgotten = new TreeSet<>();

  /** Whether the machine began as a coordinator that takes over. */
  private boolean takesOver;

  /** True if all participants must be asked again, under a higher ballot. */
  private boolean again;

  private boolean waited;

  /**
   * True if no client waits for the transaction, and no majority of some participant has answered.
   */
  private boolean givenUp;

  private Outcome outcome = Outcome.UNKNOWN;

  /** Whether f + 1 replicas of each participant have noted the outcome. */
  private boolean settling;

  private int repeats;

  /** The waits since the last step, each of which is longer than the one before. */
  private int waits;

  private boolean done;
  private List<Effect<Output>> effects = new ArrayList<>();

  private Coordinator(
      int turn,
      Transaction transaction,
      Settings settings,
      Map<Integer, List<Integer>> groups,
      Map<Integer, Part> parts,
      Ballot heeded) {
    this.turn = turn;
    this.transaction = transaction;
    this.settings = settings;
    this.heeded = heeded;
    for (int shard : transaction.shards()) {
      List<Integer> hosts = groups.getOrDefault(shard, List.of());
      shards.put(shard, new ParticipantReplies(hosts, parts.getOrDefault(shard, Part.NONE)));
    }
  }

  /**
   * The first coordinator of a transaction.
   *
   * @param turn the host's place among those that may take over, 0 first
   * @param groups the hosts of each participant
   * @param parts the accesses in each participant
   */
  public static Coordinator first(
      int turn,
      Transaction transaction,
      Settings settings,
      Map<Integer, List<Integer>> groups,
      Map<Integer, Part> parts) {
    return new Coordinator(turn, transaction, settings, groups, parts, Ballot.FIRST);
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
    Coordinator coordinator = new Coordinator(turn, transaction, settings, groups, Map.of(), above);
    coordinator.takesOver = true;
    return coordinator;
  }

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
    if (done) {
      return "done";
    }
    return outcome == Outcome.UNKNOWN ? "preparing" : "settling";
  }

  private void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  private boolean isFirst() {
    return ballot.equals(Ballot.FIRST);
  }

  /** Returns whether the outcome is known, to read only. */
  public boolean hasDecided() {
    return outcome != Outcome.UNKNOWN;
  }

  /**
   * Returns whether the outcome is known, with all accesses that must be sent with it, so that the
   * coordinator only has to send them.
   */
  public boolean onlyTells() {
    return outcome == Outcome.ABORTED
        || hasDecided() && shards.values().stream().allMatch(each -> each.part().isKnown());
  }

  /**
   * Returns whether the first coordinator has decided, or has proposed or chosen the result of a
   * shard in that view or a later one, to read only.
   */
  public boolean hasProposed(int shard, long view) {
    ParticipantReplies inquiry = inquiry(shard);
    boolean proposed = inquiry.step() != Step.ASKING && view <= inquiry.view();
    return isFirst() && (hasDecided() || proposed);
  }

  private void start(long name) {
    nonce = name;
    if (takesOver) {
      ballot = heeded.next(nonce);
    } else {
      effects.add(new Effect.SetTimer<>(Timer.FAST, settings.fastNanos()));
    }
    retryLater();
    shards.keySet().forEach(this::ask);
  }

  private void retryLater() {
    waitFor(settings.repeats().longer(waits));
    waits++;
  }

  private void waitFor(long nanos) {
    effects.add(new Effect.SetTimer<>(Timer.RETRY, nanos));
  }

  /** Asks the replicas of a shard that have not answered. */
  private void ask(int shard) {
    ParticipantReplies inquiry = inquiry(shard);
    Message question =
        isFirst()
            ? new Message.Prepare(transaction, inquiry.part())
            : new Message.CoordinatorChange(transaction, ballot);
    for (int to : inquiry.hosts()) {
      if (!inquiry.hasTold(to)) {
        effects.add(new Effect.Send<>(new Address.Replica(to, shard), question));
      }
    }
  }

  private ParticipantReplies inquiry(int shard) {
    ParticipantReplies inquiry = shards.get(shard);
    if (inquiry == null) {
      throw new IllegalStateException("shard " + shard + " has no part in " + transaction);
    }
    return inquiry;
  }

  private void received(int from, int shard, Message message) {
    switch (message) {
      case Message.PrepareReply(long view, Entry entry) when entry.id().equals(transaction.id()) ->
          told(from, shard, view, entry);
      case Message.Confirmed(Timestamp id, Ballot by, long view)
          when id.equals(transaction.id()) && by.equals(ballot) -> {
        if (inquiry(shard).confirmed(from, view)) {
          conclude();
        }
      }
      case Message.OutcomeLogged(Timestamp id, long view, boolean settled)
          when id.equals(transaction.id()) -> {
        inquiry(shard).noted(from, view, settled);
        proceed();
      }
      default -> {}
    }
  }

  private void told(int from, int shard, long view, Entry entry) {
    if (outcome == Outcome.UNKNOWN && ballot.isBelow(entry.promised()) && !entry.isDecided()) {
      overtaken(entry.promised());
      return;
    }
    if (entry.promised().isBelow(ballot) && !entry.isDecided()) {
      // An answer to a question under an earlier ballot.
      return;
    }
    ParticipantReplies inquiry = inquiry(shard);
    long before = inquiry.view();
    boolean lacked = !inquiry.part().isKnown();
    inquiry.told(from, view, entry);
    if (entry.isDecided()) {
      settling |= entry.stage() == Stage.SETTLED;
      decide(entry.outcome(), Vote.NONE);
    } else if (outcome != Outcome.UNKNOWN) {
      if (lacked && inquiry.part().isKnown()) {
        tell(shard);
      }
      proceed();
    } else {
      if (view > before && before > 0 && !refuses()) {
        ask(shard);
      }
      conclude();
    }
  }

  /**
   * Proposes a refusal to the host's own replicas when the host is cut off. Otherwise transactions
   * that its clients have given up would hold items there, be validated when the cut and the view
   * end, and happen.
   */
  private void giveUp() {
    boolean isStuck =
        shards.values().stream().anyMatch(each -> each.step() == Step.ASKING && !each.isHeard());
    if (isStuck && !takesOver) {
      givenUp = true;
      conclude();
    }
  }

  /** Whether no consent is proposed any more, nor taken on the fast path. */
  private boolean refuses() {
    return givenUp && isFirst();
  }

  /** Replicas heed a higher ballot: the coordinator that has it gets time to end. */
  private void overtaken(Ballot by) {
    if (!ballot.isBelow(heeded)) {
      waitFor(settings.repeats().overtaken(waits, by, turn));
    }
    heeded = heeded.isBelow(by) ? by : heeded;
  }

  /** Draws the conclusions from the answers of all participants. */
  private void conclude() {
    if (outcome != Outcome.UNKNOWN) {
      return;
    }
    boolean known = shards.values().stream().anyMatch(each -> !each.knowsNothing());
    for (Map.Entry<Integer, ParticipantReplies> each : shards.entrySet()) {
      ParticipantReplies inquiry = each.getValue();
      if (inquiry.step() == Step.ASKING) {
        conclude(each.getKey(), inquiry, known);
      }
    }
    if (outcome != Outcome.UNKNOWN) {
      return;
    }
    boolean consents = true;
    for (ParticipantReplies inquiry : shards.values()) {
      boolean chosen = inquiry.step() == Step.CHOSEN;
      if (chosen && !inquiry.vote().consents()) {
        decide(Outcome.ABORTED, inquiry.vote());
        return;
      }
      consents &= chosen;
    }
    if (consents) {
      decide(Outcome.COMMITTED, Vote.OK);
    } else if (!known && !isFirst()) {
      unknown();
    }
  }

  /**
   * Ends the transaction when no participant knows it. The transaction may have ended so long ago
   * that it is not remembered; if not, it never began, and is refused.
   */
  private void unknown() {
    if (shards.values().stream().anyMatch(ParticipantReplies::isForgotten)) {
      end(Outcome.UNKNOWN, Vote.NONE);
      finish();
      return;
    }
    shards.forEach(
        (shard, inquiry) -> {
          if (inquiry.step() == Step.ASKING) {
            propose(shard, inquiry);
          }
        });
  }

  private void conclude(int shard, ParticipantReplies inquiry, boolean known) {
    if (isFirst() && inquiry.isForgotten()) {
      // The transaction may have ended by another coordinator: its outcome must be looked for.
      again = true;
      return;
    }
    switch (answered(inquiry)) {
      case TOO_FEW -> {}
      case CHOSEN -> inquiry.choose();
      case PROPOSE -> propose(shard, inquiry);
      case NOTHING -> nothing(shard, inquiry, known);
      case UNCLEAR -> {
        for (int to : inquiry.hosts()) {
          effects.add(
              new Effect.Send<>(
                  new Address.Replica(to, shard), new Message.RequestViewChange(inquiry.view())));
        }
      }
    }
  }

  private Answered answered(ParticipantReplies inquiry) {
    if (refuses()) {
      return inquiry.givenUp();
    }
    return isFirst() ? inquiry.first(waited) : inquiry.takingOver();
  }

  /**
   * Handles a participant that knows nothing: either the participant was never asked to prepare, or
   * the transaction has ended and the participant has forgotten it. If a majority of another
   * participant knows the transaction and no outcome, the transaction had not ended. That other
   * participant is asked again after this one has answered that it has forgotten, since earlier
   * answers prove nothing.
   */
  private void nothing(int shard, ParticipantReplies inquiry, boolean known) {
    if (!known || !shards.values().stream().allMatch(ParticipantReplies::isHeard)) {
      return;
    }
    if (inquiry.isForgotten() && !forgotten.contains(shard)) {
      again = true;
    } else {
      propose(shard, inquiry);
    }
  }

  private void propose(int shard, ParticipantReplies inquiry) {
    inquiry.propose();
    finalizes(shard, inquiry);
  }

  private void finalizes(int shard, ParticipantReplies inquiry) {
    for (int to : inquiry.hosts()) {
      if (!inquiry.hasConfirmed(to)) {
        Message message =
            new Message.Finalize(
                transaction, inquiry.part(), inquiry.vote(), ballot, inquiry.view());
        effects.add(new Effect.Send<>(new Address.Replica(to, shard), message));
      }
    }
  }

  private void decide(Outcome end, Vote refusal) {
    waits = 0;
    if (outcome != Outcome.UNKNOWN) {
      if (outcome != end) {
        throw new IllegalStateException(transaction + " is " + outcome + " and " + end);
      }
      proceed();
      return;
    }
    end(end, refusal);
    effects.add(new Effect.CancelTimer<>(Timer.FAST));
    shards.keySet().forEach(this::tell);
    retryLater();
    proceed();
  }

  private void end(Outcome end, Vote refusal) {
    outcome = end;
    output(new Output.Ended(transaction, end, refusal));
  }

  /** Tells the replicas of a shard the outcome, as far as they do not have it. */
  private void tell(int shard) {
    ParticipantReplies inquiry = inquiry(shard);
    if (outcome == Outcome.COMMITTED && !inquiry.part().isKnown() && !settling) {
      ask(shard);
      return;
    }
    for (int to : inquiry.hosts()) {
      if (settling ? !inquiry.hasSettled(to) : !inquiry.hasNoted(to)) {
        Part part = settling && inquiry.hasNoted(to) ? Part.NONE : inquiry.part();
        effects.add(
            new Effect.Send<>(
                new Address.Replica(to, shard),
                new Message.Decide(transaction, part, outcome, settling)));
      }
    }
  }

  /** Goes on once the outcome cannot be lost in any participant, and ends when it is executed. */
  private void proceed() {
    if (outcome == Outcome.UNKNOWN) {
      return;
    }
    if (!settling && shards.values().stream().allMatch(this::isSafe)) {
      settling = true;
      shards.keySet().forEach(this::tell);
    }
    boolean all = shards.values().stream().allMatch(ParticipantReplies::isSettledByAll);
    boolean most = shards.values().stream().allMatch(ParticipantReplies::isSettled);
    if (settling && (all || most && repeats >= MOST_REPEATS)) {
      finish();
    }
  }

  /**
   * Whether a participant has the outcome for good: f + 1 of its replicas have noted it; or they
   * know nothing of the transaction though its outcome is known, so it is settled.
   */
  private boolean isSafe(ParticipantReplies inquiry) {
    return inquiry.isNoted() || !isFirst() && inquiry.knowsNothing();
  }

  private void finish() {
    done = true;
    if (settling) {
      shards.forEach(
          (shard, inquiry) -> {
            if (!inquiry.isSettledByAll()) {
              output(new Output.LeftOut(shard, inquiry.view(), inquiry.unsettled()));
            }
          });
    }
    effects.add(new Effect.CancelTimer<>(Timer.FAST));
    effects.add(new Effect.CancelTimer<>(Timer.RETRY));
    output(new Output.Done(transaction));
  }

  private void fired(Timer timer) {
    if (timer == Timer.FAST) {
      waited = true;
      conclude();
    } else if (timer == Timer.RETRY) {
      repeat();
    }
  }

  private void repeat() {
    if (outcome != Outcome.UNKNOWN) {
      repeats++;
      proceed();
      if (!done) {
        shards.keySet().forEach(this::tell);
      }
    } else if (again || ballot.isBelow(heeded)) {
      takeOver();
    } else {
      shards.forEach(
          (shard, inquiry) -> {
            if (inquiry.step() == Step.FINALIZING) {
              finalizes(shard, inquiry);
            } else if (inquiry.step() == Step.ASKING || !inquiry.isHeard()) {
              ask(shard);
            }
          });
      conclude();
    }
    if (!done) {
      retryLater();
    }
  }

  /** Asks under a ballot above the one that the replicas heed. */
  private void takeOver() {
    again = false;
    ballot = (heeded.isBelow(ballot) ? ballot : heeded).next(nonce);
    heeded = ballot;
    shards.forEach(
        (shard, inquiry) -> {
          if (inquiry.isForgotten()) {
            forgotten.add(shard);
          }
        });
    shards.values().forEach(ParticipantReplies::ask);
    shards.keySet().forEach(this::ask);
  }
}
