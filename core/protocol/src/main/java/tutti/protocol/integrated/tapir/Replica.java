package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.DeferredEffects;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.WaitingReads;
import tutti.protocol.integrated.Watch;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;
import tutti.protocol.integrated.tapir.Entry.Standing;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Group;

/**
 * The machine of one replica of a shard. It lives as long as its host's process. Equal events in
 * equal order give equal effects. Confined to one thread at a time.
 */
public final class Replica implements Machine<Input, Output> {

  private final int shard;
  private final Group group;
  private final Settings settings;
  private final DurableState kept;
  private final ViewChange views;
  private final Watch<Timestamp> watch = new Watch<>();
  private final WaitingReads reads = new WaitingReads();

  private final DeferredEffects<Effect<Output>> deferral = new DeferredEffects<>();
  private boolean halted;
  private boolean fenced;
  private List<Effect<Output>> effects = new ArrayList<>();

  /**
   * The machine of a replica.
   *
   * @param group the hosts of the shard, at most {@code Group.MOST_HOSTS}
   * @param kept the memory made of the replica's records; the machine goes on with it
   */
  public Replica(int shard, Group group, Settings settings, DurableState kept) {
    this.shard = shard;
    this.group = group;
    this.settings = settings;
    this.kept = kept;
    this.views = new ViewChange(new Quorums(group.hosts().size()), settings);
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    if (halted) {
      return effects;
    }
    switch (event) {
      case Event.Started(long nonce) -> start(nonce);
      case Event.Received(Address from, ProtocolMessage message) ->
          received(from.host(), (Message) message);
      case Event.Persisted(int records) -> deferral.persisted(records, effects);
      case Event.TimerFired(TimerName timer) -> fired((Timer) timer);
      case Event.Input(Input input) -> wanted(input);
      case Event.Halted() -> halted = true;
    }
    if (!kept.acts()) {
      // Coordinators ask other replicas, and this one again.
      reads.clear();
    }
    return effects;
  }

  @Override
  public String phase() {
    if (halted) {
      return "halted";
    }
    return kept.acts() ? "acting" : "waiting";
  }

  private void wanted(Input input) {
    switch (input) {
      case Input.Leads(int host) -> views.leads(this, host);
      case Input.Chosen(ViewCommand entry) -> views.chosen(this, entry);
      case Input.Installed(Image image, List<Record.Removed> gone) -> install(image, gone);
      case Input.PassedOver(Transaction transaction, int asker) -> passOver(transaction, asker);
    }
  }

  private void start(long nonce) {
    if (kept.disk() == 0) {
      write(new Record.Disk(nonce));
    }
    effects.add(new Effect.SetTimer<>(Timer.RETRY, settings.retryNanos()));
    effects.add(new Effect.SetTimer<>(Timer.WATCH, settings.recoverNanos()));
  }

  /**
   * Takes over the image of a later view. This replica may lack only the end of its own view. It
   * does not act any more when it removes items, since in its own view they may be there.
   */
  private void install(Image image, List<Record.Removed> gone) {
    if (image.number() > kept.view()) {
      if (!kept.isClosed()) {
        write(new Record.Closed(kept.view()));
      }
      gone.forEach(this::write);
      write(new Record.Imaged(kept.goingOnFrom(image)));
      views.installed(this);
    } else if (image.number() == kept.view() && image.view().closed()) {
      views.chosen(this, new ViewCommand.Close(kept.view()));
    }
  }

  private void received(int from, Message message) {
    if (message instanceof Message.DoViewChange hand) {
      views.received(this, from, hand);
    } else if (message instanceof Message.RequestViewChange(long view)) {
      views.wanted(this, view);
    } else if (kept.acts()) {
      switch (message) {
        case Message.Read(ActorId item) -> read(from, item);
        case Message.Prepare(Transaction transaction, Part part) ->
            prepare(from, transaction, part);
        case Message.CoordinatorChange(Transaction transaction, Ballot ballot) ->
            change(from, transaction, ballot);
        case Message.Finalize finalize -> finalizes(from, finalize);
        case Message.Decide decide -> decide(from, decide);
        default -> {}
      }
      views.grown(this);
    }
  }

  private void read(int from, ActorId item) {
    if (kept.isAwaited(item)) {
      reads.add(item, from);
    } else {
      tell(from, item);
    }
  }

  /**
   * Tells the newest version that has committed, which is so whether or not this replica forgets
   * it.
   */
  private void tell(int host, ActorId item) {
    effects.add(new Effect.Send<>(new Address.Coordinator(host), kept.committed(item)));
  }

  /** The paper's TAPIR-EXEC-CONSENSUS; a repeated question gets the first answer. */
  private void prepare(int from, Transaction transaction, Part part) {
    Entry entry = known(transaction, part);
    if (entry.standing() == Standing.NONE
        && !entry.isDecided()
        && entry.promised().equals(Ballot.FIRST)) {
      entry = isFull(transaction) ? refused(transaction) : entry.voting(vote(transaction, part));
      write(new Record.EntryLogged(entry));
    }
    answer(from, new Message.PrepareReply(kept.view(), entry.brief()));
  }

  /**
   * Refuses a transaction by the replica's own vote, which is sound whatever others have voted: it
   * is what the replica might have answered to Prepare.
   */
  private void passOver(Transaction transaction, int asker) {
    if (!kept.acts()) {
      return;
    }
    Entry entry = known(transaction, Part.NONE);
    if (entry.standing() == Standing.NONE
        && !entry.isDecided()
        && entry.promised().equals(Ballot.FIRST)) {
      entry = entry.voting(Vote.PASSED_OVER);
      write(new Record.EntryLogged(entry));
    }
    if (asker != Input.PassedOver.NOBODY) {
      answer(asker, new Message.PrepareReply(kept.view(), entry.brief()));
    }
  }

  /** Whether the record has no room for the accesses of that transaction, and not those yet. */
  private boolean isFull(Transaction transaction) {
    return kept.entry(transaction) == null && kept.bytes() >= settings.fullBytes();
  }

  /** The entry of a transaction that is refused whatever it accesses. */
  private static Entry refused(Transaction transaction) {
    return Entry.of(transaction, Part.NONE).voting(Vote.FULL);
  }

  private Vote vote(Transaction transaction, Part part) {
    return fenced && !part.writes().isEmpty()
        ? new Vote(Vote.Verdict.ABSTAIN, transaction.id())
        : validation().vote(transaction.id(), part);
  }

  /**
   * Begins to consent to no transaction that writes, or ends that. What was consented to before
   * goes on. If a majority does so before a view begins, the items change in that view only by what
   * is in its record: a backup is cut then. A fence is not durable, and changes no promise.
   */
  public void fence(boolean on) {
    fenced = on;
  }

  private Validation validation() {
    return new Validation(settings.mode(), kept.store(), kept.prepared(), kept.floor());
  }

  /**
   * Returns the entry of a transaction: the existing one, or a new one, or one that is marked as
   * forgotten.
   */
  private Entry known(Transaction transaction, Part part) {
    Entry entry = kept.entry(transaction);
    if (entry != null) {
      return entry;
    }
    Entry fresh = Entry.of(transaction, part);
    return isForgotten(transaction) ? fresh.forgotten() : fresh;
  }

  private boolean isForgotten(Transaction transaction) {
    return kept.entry(transaction) == null && !kept.floor().isBelow(transaction.id());
  }

  private void change(int from, Transaction transaction, Ballot ballot) {
    Entry entry = known(transaction, Part.NONE);
    if (entry.promised().isBelow(ballot)) {
      entry = entry.promising(ballot);
      if (entry.standing() != Standing.FORGOTTEN && !kept.hasEnded(entry.id())) {
        write(new Record.EntryLogged(entry));
      }
    }
    answer(from, new Message.PrepareReply(kept.view(), entry));
  }

  /** Takes a result of the view in which the replica acts; else the coordinator must ask again. */
  private void finalizes(int from, Message.Finalize finalize) {
    Ballot ballot = finalize.ballot();
    if (finalize.view() != kept.view()) {
      askedAnew(from, finalize);
      return;
    }
    Entry entry = known(finalize.transaction(), finalize.part());
    boolean may =
        !entry.isDecided()
            && entry.standing() != Standing.MERGED
            && !ballot.isBelow(entry.promised());
    if (!may) {
      answer(from, new Message.PrepareReply(kept.view(), entry));
      return;
    }
    if (!entry.standing().isFinalized() || entry.accepted().isBelow(ballot)) {
      write(new Record.EntryLogged(entry.finalizing(finalize.part(), finalize.vote(), ballot)));
    }
    answer(from, new Message.Confirmed(entry.id(), ballot, kept.view()));
  }

  private void askedAnew(int from, Message.Finalize finalize) {
    if (finalize.ballot().equals(Ballot.FIRST)) {
      prepare(from, finalize.transaction(), finalize.part());
    } else {
      change(from, finalize.transaction(), finalize.ballot());
    }
  }

  /** The paper's TAPIR-EXEC-INCONSISTENT, also where Prepare was missed. */
  private void decide(int from, Message.Decide decide) {
    Transaction transaction = decide.transaction();
    Entry entry = known(transaction, decide.part());
    if (entry.isDecided() && entry.outcome() != decide.outcome()) {
      throw new IllegalStateException(entry + " gets another outcome: " + decide);
    }
    boolean lacks =
        decide.outcome() == Outcome.COMMITTED
            && !entry.part().isKnown()
            && !decide.part().isKnown()
            && entry.stage() != Stage.SETTLED;
    if (lacks && entry.standing() != Standing.FORGOTTEN) {
      return;
    }
    Stage stage = decide.settled() ? Stage.SETTLED : Stage.NOTED;
    if (entry.stage().compareTo(stage) < 0 && entry.standing() != Standing.FORGOTTEN) {
      Entry further = entry.decided(decide.part(), decide.outcome(), stage);
      write(new Record.EntryLogged(further));
      reads.release(further.part().writes().keySet(), kept::isAwaited, this::tell);
      if (further.isExecuted() && !entry.isExecuted()) {
        output(new Output.Executed(further));
      }
    }
    answer(from, new Message.OutcomeLogged(entry.id(), kept.view(), decide.settled()));
  }

  private void fired(Timer timer) {
    switch (timer) {
      case RETRY -> {
        views.again(this);
        effects.add(new Effect.SetTimer<>(timer, settings.retryNanos()));
      }
      case WATCH -> {
        if (kept.acts()) {
          reads.releaseAll(this::tell);
          watch();
        }
        effects.add(new Effect.SetTimer<>(timer, settings.recoverNanos()));
      }
      case FAST -> {}
    }
  }

  private void watch() {
    SortedMap<Timestamp, Boolean> open = new TreeMap<>();
    for (Entry entry : kept.record()) {
      if (entry.stage() != Stage.SETTLED && entry.isKnown()) {
        open.put(entry.id(), entry.transaction().home() == shard);
      }
    }
    SortedSet<Timestamp> due = watch.look(group, open);
    for (Entry entry : kept.record()) {
      if (due.contains(entry.id())) {
        output(new Output.TakeOver(entry.transaction(), entry.promised()));
      }
    }
  }

  int self() {
    return group.self();
  }

  DurableState kept() {
    return kept;
  }

  /** Changes the memory, now and on the disk. */
  void write(Record fact) {
    kept.add(fact);
    deferral.written();
    effects.add(new Effect.Persist<>(fact, Effect.Flush.FORCED));
  }

  void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  private void answer(int host, Message message) {
    deferral.whenForced(new Effect.Send<>(new Address.Coordinator(host), message), effects);
  }

  /** Sends a message to a replica of the shard, once everything that was written is durable. */
  void send(int host, Message message) {
    deferral.whenForced(new Effect.Send<>(new Address.Replica(host, shard), message), effects);
  }

  /** The memory of the replica as it runs, to look at. */
  public DurableState memory() {
    return kept;
  }
}
