package tutti.engine.integrated.janus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.history.History;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.integrated.StepGuard;
import tutti.engine.integrated.configuration.ConfigurationLog;
import tutti.engine.journal.JournalFailed;
import tutti.engine.machine.MachineRunner;
import tutti.engine.replication.Fragments;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.RecordNumbers;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.StoppedShard;
import tutti.engine.transfer.StateTransfer;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.VersionTag;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.ExecutingTransaction;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Invariants;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.Replica;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Group;

/**
 * The driver of the machine of one replica, with the items of its shard. It passes events to the
 * machine, including those of the shard's configuration log, and carries out the machine's effects
 * in their order. Confined to the host's queue of machines.
 *
 * <p>A participant's input for the others is the values of its items, so every participant executes
 * the whole transaction by itself, all of them alike, and keeps the effects on its own items.
 */
final class ReplicaDriver
    implements ConfigurationLog.Machine, MachineRunner.Handler<Timer, Output> {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

  private static final byte[] NOTHING = new byte[0];

  private final int shard;
  private Replica machine;
  private NavigableMap<ActorId, byte[]> items;
  private final JanusHost host;
  private final History history;
  private final PieceExecution pieces;
  private final MachineRunner<Timer, Output> runner;
  private final ReplicaImages images;
  private final HostLog log;
  private final ConfigurationLog configurationLog;

  /** The command of the configuration log that has begun to come. */
  private final Fragments command = new Fragments();

  private final BegunConfigurations configurations = new BegunConfigurations();

  private final ItemSource source;
  private final ItemSink sink;
  private final StateTransfer<ItemSink.Memory> transfer;

  /** The other hosts of the shard, from the next one on. */
  private final List<Integer> others;

  /** How often the memory of another replica has taken the place of this one's. */
  private int taken;

  private StepRecords records;

  private RecordNumbers numbers;
  private final StepGuard guard;
  private final Group group;

  /** The replica as it was before a step failed that had failed at an earlier start, too. */
  private @Nullable Saved saved;

  /** The most commands of the configuration log that a replica keeps while it is stopped. */
  private static final int MOST_MISSED = 64;

  /** The commands of the configuration log that were chosen while the replica was stopped. */
  private final List<MissedCommand> missedCommands = new ArrayList<>();

  /**
   * A command, or a fragment of one.
   *
   * @param behind the place that the memory would reach with it
   */
  private record MissedCommand(byte[] bytes, LogPosition behind) {}

  private boolean halted;

  private volatile ItemReplicaStatus status;

  private final RecentOutcomes ends;

  /** The words that the machine has asked for. */
  private final Queue<Input> evaluated = new ArrayDeque<>();

  /** A replica as it was before a transaction. */
  private record Saved(
      Transaction before, DurableState memory, NavigableMap<ActorId, byte[]> items) {
    /** Whether the replica can pass over the transaction: it has not said that it came before. */
    boolean isPassable() {
      return !memory.hasWitnessed(before.id());
    }
  }

  /** A shard as its replica's driver has it. */
  record Of(int shard, Group group, ReplicaHost configurationLogs, StepGuard guard) {}

  /**
   * @param found the replica as the log has it
   */
  ReplicaDriver(
      Of of, Replica machine, HostMemory.Found found, JanusHost host, ItemExecution execution) {
    this.shard = of.shard;
    this.machine = machine;
    this.items = new TreeMap<>(found.items);
    this.ends = found.ends;
    this.host = host;
    this.log = host.parts().log();
    this.history = host.parts().history();
    this.numbers = new RecordNumbers(host.parts().scheduler()::nanos);
    this.records = newRecords(numbers);
    this.guard = of.guard;
    this.group = of.group;
    this.pieces = new PieceExecution(shard, new PiecePort(), host, execution);
    this.images = new ReplicaImages(shard, new ItemImages(this), log, host.parts().imageBytes());
    this.configurationLog =
        new ConfigurationLog(
            shard, of.group, host.queue(), of.configurationLogs, history, found.place, this);
    TransferPort port = new TransferPort();
    this.source = new ItemSource(port, host::nonce);
    this.sink = new ItemSink(port);
    this.others = of.group.othersInTurn();
    this.transfer =
        new StateTransfer<>(
            "shard " + shard, way(host), source, sink, host::nonce, host.settings().mostSilent());
    this.status = picture();
    this.runner =
        new MachineRunner<>(
            Timer.class, host.parts().scheduler(), host.queue(), this, new Invariants());
  }

  private StateTransfer.Way way(JanusHost host) {
    return new StateTransfer.Way() {
      @Override
      public void send(int to, Encoder part) {
        host.mail().transfer(shard, to, part);
      }

      @Override
      public boolean isConnected(int to) {
        return host.parts().link().isConnected(to);
      }
    };
  }

  private StepRecords newRecords(RecordNumbers its) {
    return new StepRecords(
        shard,
        log,
        history,
        its,
        new StepRecords.Driver(
            number -> persisted(its, number), () -> host.queue().step(this::halt), this::later));
  }

  /**
   * Starts the replica.
   *
   * @param blank whether the log has nothing of the replica: its records begin with an image
   */
  void start(boolean blank) {
    if (blank) {
      guarded(images::begin);
    }
    on(new Input.Version(newest()));
    on(new Event.Started<>(host.nonce()));
  }

  /** Returns the newest version of the application that has written an item here. */
  private long newest() {
    return items.values().stream().mapToLong(VersionTag::of).max().orElse(VersionTag.FIRST);
  }

  @Override
  public void fired(Timer timer) {
    on(new Event.TimerFired<>(timer));
    if (timer == Timer.RETRY) {
      guarded(this::look);
    }
  }

  private void look() {
    transfer.look(others);
    source.look();
    // An image of what is to be replaced would let go of what has come in its place.
    if (!transfer.isComing()) {
      images.look(host.replicas(), configurationLog.isLong());
    }
  }

  /** Runs a step later, on the host's queue of machines. May be called by any thread. */
  void later(Runnable step) {
    host.queue().step(() -> guarded(step));
  }

  private void guarded(Runnable step) {
    if (halted) {
      return;
    }
    try {
      step.run();
    } catch (JournalFailed e) {
      LOG.warn("the replica of shard {} ends, for its log has failed: {}", shard, e.getMessage());
      halt();
    } catch (Throwable e) {
      fail(StepGuard.Place.of("a step"), e);
    }
  }

  /** Ends the process, or stops this replica alone. */
  private void fail(StepGuard.Place place, Throwable cause) {
    guard.failed(place, cause);
    images.giveUp();
    evaluated.clear();
    records.append();
    halt();
    status = status.halted();
    yieldLater();
  }

  /** A coordinator of a transaction has failed: as if a step here had that concerns it. */
  void coordinatorFailed(TransactionId id, Throwable cause) {
    fail(
        new StepGuard.Place(
            JanusPlace.number(id), true, false, () -> "a coordinator of transaction " + id),
        cause);
  }

  /** A host whose replica is stopped changes no configuration: another one has to lead. */
  private void yieldLater() {
    configurationLog.yieldLater(
        host.parts().scheduler(), host.settings().recoverNanos(), () -> guard.stopped() != null);
  }

  /** Returns the items behind {@code item}; all items if it is null. */
  SortedMap<ActorId, byte[]> behind(@Nullable ActorId item) {
    return item == null ? items : items.tailMap(item, false);
  }

  int shard() {
    return shard;
  }

  JanusHost host() {
    return host;
  }

  ConfigurationLog configurationLog() {
    return configurationLog;
  }

  RecentOutcomes ends() {
    return ends;
  }

  DurableState kept() {
    return machine.kept();
  }

  Replica machine() {
    return machine;
  }

  /** May be called by any thread. */
  ItemReplicaStatus status() {
    return status;
  }

  private ItemReplicaStatus picture() {
    DurableState kept = machine.kept();
    return new ItemReplicaStatus(
        kept.configuration().number(),
        kept.isVoter(),
        kept.executes(),
        stoppedBy(kept),
        kept.open(),
        items.size(),
        images.made(),
        transfer.installed(),
        transfer.installed());
  }

  /** Returns why the replica is stopped, if replicas came to different ends; else null. */
  private @Nullable StoppedShard stoppedBy(DurableState kept) {
    if (!kept.isStopped()) {
      return null;
    }
    SortedMap<TransactionId, Long> ends = kept.ownEnds();
    if (ends.isEmpty()) {
      return null;
    }
    TransactionId id = ends.firstKey();
    return StoppedShard.byDifferentEnds(shard, UpheldEnds.place(id), "transaction " + id);
  }

  /** Returns a copy of all items. */
  SortedMap<ActorId, byte[]> items() {
    return new TreeMap<>(items);
  }

  /** Returns the value of an item; an empty array if the item does not exist. */
  byte[] value(ActorId item) {
    return items.getOrDefault(item, NOTHING);
  }

  /** Returns keys of a type's items, also of those that transactions write which are open here. */
  List<String> keys(String type, String after, int most) {
    TreeSet<String> keys = new TreeSet<>();
    for (ActorId item : items.tailMap(new ActorId(type, after)).keySet()) {
      if (!item.type().equals(type) || keys.size() > most) {
        break;
      }
      keys.add(item.key());
    }
    for (ActorId item : machine.kept().written()) {
      if (item.type().equals(type)) {
        keys.add(item.key());
      }
    }
    return keys.tailSet(after, false).stream().limit(most).toList();
  }

  void on(Input input) {
    on(new Event.Input<>(input));
  }

  void on(Event<Input> event) {
    guarded(() -> take(event));
    status = picture();
  }

  /** Gives the machine an event, and the words for which it asks then. */
  private void take(Event<Input> event) {
    give(event);
    for (Input next = evaluated.poll(); next != null; next = evaluated.poll()) {
      give(new Event.Input<>(next));
    }
  }

  private void give(Event<Input> event) {
    Transaction of =
        event instanceof Event.Received<Input> it ? JanusPlace.of((Message) it.message()) : null;
    if (of == null) {
      try {
        runner.carryOut(runner.checked(event, machine.on(event)));
      } catch (JournalFailed e) {
        throw e;
      } catch (Throwable e) {
        fail(place(event), e);
      }
      return;
    }
    long place = JanusPlace.number(of.id());
    boolean isPassedOver = guard.isPassedOver(place);
    boolean isLeftOut = isPassedOver && !machine.kept().hasWitnessed(of.id());
    try {
      if (!isPassedOver) {
        if (guard.isSuspect(place)) {
          saved = new Saved(of, machine.kept().copy(), new TreeMap<>(items));
        }
        host.parts().scheduler().mayFailAt(shard, place);
      }
      Event<Input> given = isLeftOut ? JanusPlace.without((Event.Received<Input>) event) : event;
      List<Effect<Output>> effects = runner.checked(given, machine.on(given));
      // From here on the log may have a part of the step, which the saved memory has not.
      saved = null;
      runner.carryOut(effects);
    } catch (JournalFailed e) {
      throw e;
    } catch (Throwable e) {
      Saved before = saved;
      boolean isPassable = before != null && before.isPassable();
      fail(
          new StepGuard.Place(
              place, true, isPassable, () -> event.words() + ", transaction " + of.id()),
          e);
    }
  }

  private static StepGuard.Place place(Event<Input> event) {
    return event instanceof Event.Input<Input>(Input.Ran(TransactionId id, PieceOutput _))
        ? new StepGuard.Place(
            JanusPlace.number(id), true, false, () -> "the execution of transaction " + id)
        : StepGuard.Place.of(event.words());
  }

  // --- a transaction that is passed over

  /** Returns why the replica is stopped; null if it is not. May be called by any thread. */
  @Nullable StoppedShard stopped() {
    StoppedShard failed = guard.stopped();
    return failed == null ? status.differs() : failed;
  }

  /**
   * Returns the transaction at which the replica is stopped, as an order to pass over it has it;
   * none, if it is not stopped there, or cannot pass over that. Where replicas came to different
   * ends, these are the ones that this replica has come to.
   */
  Optional<byte[]> stoppedAt(long place) {
    StoppedShard differs = status.differs();
    if (differs != null && differs.entry() == place && !halted) {
      return Optional.of(new UpheldEnds(machine.kept().ownEnds()).bytes());
    }
    Saved before = saved;
    if (guard.stoppedAt(place) == null || before == null || !before.isPassable()) {
      return Optional.empty();
    }
    Encoder out = new Encoder();
    before.before().encode(out);
    return Optional.of(out.toByteArray());
  }

  /** All replicas of the shard pass over a transaction: a replica that is stopped at it goes on. */
  private void passOver(PassOverOrder order) {
    guard.passOver(order.place());
    Saved before = saved;
    if (guard.stoppedAt(order.place()) != null && before != null) {
      LOG.warn(
          "shard {} goes on without transaction {}, as {} has ordered: {}",
          shard,
          before.before().id(),
          order.by(),
          order.reason());
      goOnFrom(before);
    }
  }

  /** All replicas of the shard go on with what one of them has. */
  private void uphold(PassOverOrder order, UpheldEnds ends) {
    LOG.warn(
        "shard {} goes on with the ends of {} that one replica has come to, as {} has ordered: {}",
        shard,
        ends.ends().keySet(),
        order.by(),
        order.reason());
    on(new Input.Upheld(ends.ends()));
  }

  private void goOnFrom(Saved before) {
    if (missedCommands.size() > MOST_MISSED || transfer.isComing()) {
      throw guard.startAgain("it cannot go on from its memory of before");
    }
    saved = null;
    guard.goesOn();
    taken++;
    items = before.items();
    host.keeper().lost(shard);
    source.clear();
    numbers = new RecordNumbers(host.parts().scheduler()::nanos);
    records = newRecords(numbers);
    machine = host.machine(shard, group, before.memory());
    runner.watches(new Invariants());
    halted = false;
    on(new Input.Version(newest()));
    on(new Event.Started<>(host.nonce()));
    List<MissedCommand> commandsSince = List.copyOf(missedCommands);
    missedCommands.clear();
    commandsSince.forEach(missed -> chosen(missed.bytes(), missed.behind()));
    leads(configurationLog.leader());
  }

  /** Ends the replica, since the host stops: what it has written is in the log. */
  void close() {
    guarded(records::append);
    halt();
  }

  /** Ends the replica at once: its log has failed, or its memory is wrong. */
  void halt() {
    halted = true;
    runner.stop();
    machine.on(new Event.Halted<>());
  }

  @Override
  public void append() {
    records.ended();
  }

  @Override
  public void send(Address to, ProtocolMessage message) {
    if (to instanceof Address.Replica(int at, int of)) {
      host.ask(of, at, (Message) message);
    } else {
      answer(to.host(), (Message) message);
    }
  }

  private void answer(int at, Message message) {
    if (isForgot(message)) {
      host.mail().answer(shard, at, message.answersTo().flatMap(ends::of), message);
    } else {
      host.mail().answer(shard, at, message);
    }
  }

  @Override
  public void decided(Output output) {
    switch (output) {
      case Output.Evaluate(TransactionId id, Piece piece, int round, _) -> {
        PieceInput word =
            new PieceInput(PieceInput.Standing.ACCEPTS, Values.payload(values(piece)));
        evaluated.add(new Input.Evaluated(id, round, word));
      }
      case Output.Execute execute -> pieces.execute(execute);
      case Output.Refuse(TransactionId id) -> evaluated.add(new Input.Ran(id, pieces.barred(id)));
      case Output.Fail(TransactionId id) -> fail(id);
      case Output.Stuck(TransactionId id) -> stop(id);
      case Output.Read(int to, long number, Piece piece) ->
          host.mail().answer(shard, to, new Message.Value(number, Values.payload(values(piece))));
      case Output.TakeOver what -> host.takeOver(what);
      case Output.Diverged diverged -> pieces.diverged(diverged);
      case Output.Append(ConfigurationCommand change) -> {
        Encoder out = new Encoder();
        change.encode(out);
        Fragments.cut(out, host.nonce(), configurationLog::append);
      }
    }
  }

  private static boolean isForgot(Message message) {
    return message instanceof Message.Collected
        || message instanceof Message.Within(_, Message inner)
            && inner instanceof Message.Collected;
  }

  private SortedMap<ActorId, byte[]> values(Piece piece) {
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    piece.reads().forEach(item -> values.put(item, value(item)));
    piece.writes().forEach(item -> values.put(item, value(item)));
    return values;
  }

  /** Rewrites some items. Their meaning is unchanged, so no transaction takes part in that. */
  void renew(
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      BiConsumer<@Nullable ActorId, Boolean> done) {
    guarded(
        () -> {
          Values.Piece piece = Values.piece(behind(after));
          SortedMap<ActorId, byte[]> renewed = new TreeMap<>();
          piece
              .values()
              .forEach(
                  (item, before) -> {
                    byte[] now = value.apply(item, before);
                    if (now != before) {
                      renewed.put(item, now);
                    }
                  });
          if (!renewed.isEmpty()) {
            append(out -> HostMemory.imaged(renewed, out));
            Values.put(renewed, items);
            source.wrote(renewed.keySet());
          }
          done.accept(piece.last(), !renewed.isEmpty());
        });
  }

  /** Returns the transactions of clients whose turn it is here. */
  List<PieceExecution.InTurn> inTurn() {
    return pieces.inTurn();
  }

  /** A person ends a transaction that waits for a verdict, or one whose execution does not end. */
  void end(ExecutingTransaction which) {
    on(
        which.executing()
            ? new Event.Input<>(new Input.Failed(which.id()))
            : new Event.Input<>(new Input.Overruled(which.id())));
  }

  /** Other hosts have executed what ends this one's process each time: the replica stops alone. */
  private void stop(TransactionId id) {
    stop(
        JanusPlace.number(id),
        "other nodes have executed transaction "
            + id
            + ", and its execution has ended this one's process again and again");
  }

  /** The replica cannot go on here, and no order can pass over that. */
  void stop(long place, String why) {
    guard.stop(new StoppedShard(shard, place, why, false));
    images.giveUp();
    records.append();
    halt();
    status = status.halted();
    yieldLater();
  }

  /** The log has it that an execution has failed: the process ends, and starts with a question. */
  private void fail(TransactionId id) {
    byte[] action = pieces.action(id);
    halt();
    pieces.failed(action);
  }

  @Override
  public boolean record(ProtocolRecord record, Effect.Flush flush) {
    Record fact = (Record) record;
    ends.add(fact);
    tell(fact);
    records.add(fact, flush == Effect.Flush.FORCED);
    return true;
  }

  /**
   * A transaction takes the flushes of two records at most until it is decided, and each may wait
   * for a flush that has begun. Where the disk is slow, the replica waits for longer until it takes
   * a coordinator for dead, or a host for away: else no coordinator would come to its end, and no
   * configuration would last.
   */
  @Override
  public long waitNanos(Timer timer, long nanos) {
    long longer = numbers.longerNanos();
    return switch (timer) {
      case WATCH -> nanos + longer;
      case RETRY -> nanos + longer / host.settings().mostSilent();
      case FAST -> nanos;
    };
  }

  /** Tells what the machine has done for a fact. */
  private void tell(Record fact) {
    switch (fact) {
      case Record.Witnessed _ -> history.graphGrew(shard, 1, 0, 0);
      case Record.Decided decided ->
          history.graphGrew(shard, 0, decided.decision().dependencies().size(), 0);
      case Record.Ordered _ -> history.graphGrew(shard, 0, 0, 1);
      case Record.Lost() ->
          LOG.warn("the replica of shard {} takes the memory of another host's", shard);
      default -> {}
    }
  }

  /** Called on the flusher's thread. One step tells of all that one flush has made durable. */
  private void persisted(RecordNumbers its, long number) {
    if (its.durable(number)) {
      host.queue()
          .step(
              () -> {
                int count = its.take();
                // Records of a machine in whose place another one is: that has them already.
                if (its == numbers) {
                  on(new Event.Persisted<>(count));
                }
              });
    }
  }

  // --- the shard's configuration log, and transfers ---

  /** Appends a record of which the machine is not told; returns its number. */
  long append(Consumer<Encoder> record) {
    return records.append(record);
  }

  /**
   * Appends the ends of transactions that the replica remembers, since the truncated log has them
   * no more.
   */
  void appendEnds() {
    ends.parts(ReplicaImages.PIECE_BYTES)
        .forEach(part -> append(out -> HostMemory.imagedEnds(part, out)));
  }

  @Override
  public boolean chosen(byte[] fragment, LogPosition behind) {
    Optional<PassOverOrder> order = PassOverOrder.of(fragment);
    Optional<UpheldEnds> ends = order.flatMap(UpheldEnds::of);
    if (order.isPresent() && ends.isEmpty()) {
      passOver(order.get());
      return guard.stopped() == null;
    }
    if (guard.stopped() != null) {
      if (missedCommands.size() <= MOST_MISSED) {
        missedCommands.add(new MissedCommand(fragment, behind));
      }
      return false;
    }
    if (order.isPresent() && ends.isPresent()) {
      uphold(order.get(), ends.get());
      return true;
    }
    Decoder whole = command.add(new Decoder(fragment));
    if (whole != null) {
      ConfigurationCommand change = ConfigurationCommand.decode(whole);
      note(change, behind);
      on(new Input.Chosen(change));
      guarded(this::configurationChanged);
    }
    return whole != null;
  }

  /**
   * Continues a transfer after a change of the configuration, since the last piece of a durable
   * state may be sent now.
   */
  private void configurationChanged() {
    if (!transfer.isComing() || !machine.kept().lacks()) {
      transfer.look(others);
    } else if (sink.awaitsEnd()) {
      transfer.again();
    }
  }

  private void note(ConfigurationCommand change, LogPosition behind) {
    if (change instanceof ConfigurationCommand.Open open) {
      configurations.add(behind, open);
    }
  }

  @Override
  public void taken(byte[] fragment, LogPosition behind) {
    if (PassOverOrder.of(fragment).isEmpty()) {
      Decoder whole = command.add(new Decoder(fragment));
      if (whole != null) {
        note(ConfigurationCommand.decode(whole), behind);
      }
    }
  }

  @Override
  public long keptFrom() {
    return configurations.keptFrom();
  }

  @Override
  public void leads(int leader) {
    if (guard.stopped() != null) {
      yieldLater();
    }
    on(new Input.Leads(leader));
  }

  @Override
  public void offer(int to) {
    guarded(() -> transfer.offer(to));
  }

  /** Takes a part of a transfer that another host has sent. */
  void transferred(int from, Decoder in) {
    guarded(() -> transfer.received(from, in));
    status = picture();
  }

  /** The replica as the place where pieces are executed. */
  private final class PiecePort implements PieceExecution.Replica {
    @Override
    public int life() {
      return taken;
    }

    @Override
    public boolean isOver(int life) {
      return halted || life != taken;
    }

    @Override
    public Request request(TransactionId id) {
      return machine.kept().request(id);
    }

    @Override
    public List<ExecutingTransaction> underway() {
      return machine.underway();
    }

    @Override
    public SortedMap<ActorId, byte[]> values(Piece piece) {
      return ReplicaDriver.this.values(piece);
    }

    @Override
    public List<Map.Entry<ActorId, byte[]>> copy() {
      return items.entrySet().stream().map(Map.Entry::copyOf).toList();
    }

    @Override
    public void step(Runnable step) {
      guarded(step);
    }

    @Override
    public void ran(TransactionId id, SortedMap<ActorId, byte[]> writes, PieceOutput output) {
      if (!writes.isEmpty()) {
        records.add(id, writes);
        host.keeper().writing(shard, writes.keySet(), ReplicaDriver.this::value);
        Values.put(writes, items);
        source.wrote(writes.keySet());
      }
      on(new Input.Ran(id, output));
    }

    @Override
    public void on(Input input) {
      ReplicaDriver.this.on(input);
    }
  }

  /** The replica as the source and as the receiver of a durable state. */
  private final class TransferPort implements ItemSource.Replica, ItemSink.Replica {
    @Override
    public DurableState kept() {
      return machine.kept();
    }

    @Override
    public LogPosition place() {
      return configurationLog.place();
    }

    @Override
    public Optional<BegunConfigurations.Begun> oldest() {
      return configurations.oldest();
    }

    @Override
    public RecentOutcomes ends() {
      return ends;
    }

    @Override
    public SortedMap<ActorId, byte[]> behind(@Nullable ActorId item) {
      return ReplicaDriver.this.behind(item);
    }

    @Override
    public byte[] value(ActorId item) {
      return ReplicaDriver.this.value(item);
    }

    @Override
    public void on(Input input) {
      ReplicaDriver.this.on(input);
    }

    @Override
    public void skipTo(LogPosition place, ConfigurationCommand.Open open) {
      configurations.skipTo(place, open);
      reached(place);
      transfer.look(others);
    }

    @Override
    public void reached(LogPosition place) {
      configurationLog.reach(place);
      log.whenDurable(
          records.newest(),
          durable -> {
            if (durable) {
              configurationLog.reached(place);
            }
          });
    }

    /**
     * Begins to take another replica's state. An image of the state that is about to be replaced is
     * given up.
     */
    @Override
    public long coming() {
      images.giveUp();
      return ReplicaDriver.this.append(HostMemory::coming);
    }

    @Override
    public long append(SortedMap<ActorId, byte[]> come) {
      return ReplicaDriver.this.append(out -> HostMemory.come(come, out));
    }

    @Override
    public void whenDurable(long lsn, Runnable step) {
      log.whenDurable(
          lsn,
          durable -> {
            if (durable) {
              later(step);
            }
          });
    }

    @Override
    public void take(
        List<Record> image,
        NavigableMap<ActorId, byte[]> come,
        List<Message> outcomes,
        long begun) {
      outcomes.forEach(ends::add);
      ReplicaDriver.this.append(out -> HostMemory.image(configurationLog.place(), out));
      machine
          .kept()
          .taking(image)
          .forEach(fact -> ReplicaDriver.this.append(out -> HostMemory.imaged(fact, out)));
      appendEnds();
      long all = ReplicaDriver.this.append(HostMemory::taken);
      items = come;
      host.keeper().lost(shard);
      taken++;
      source.clear();
      on(new Input.Copied(image));
      on(new Input.Version(newest()));
      log.whenDurable(
          all,
          durable -> {
            if (durable) {
              log.letGoOfIntegrated(shard, begun);
            }
          });
    }
  }
}
