package tutti.engine.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.integrated.StepGuard;
import tutti.engine.integrated.configuration.ConfigurationLog;
import tutti.engine.journal.JournalFailed;
import tutti.engine.machine.MachineRunner;
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
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Image;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Invariants;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Replica;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Group;

/**
 * The driver of the machine of one replica. It passes events to the machine, including those of the
 * shard's configuration log, and carries out the machine's effects in their order. Confined to the
 * host's queue of machines.
 */
final class ShardDriver implements ConfigurationLog.Machine, MachineRunner.Handler<Timer, Output> {
  private static final Logger LOG = LoggerFactory.getLogger(ShardDriver.class);

  /** The offers without a piece between them after which another host sends its memory. */
  private static final int PATIENCE = 3;

  private final int shard;
  private Replica machine;
  private final TapirHost host;
  private final TapirHost.Parts parts;
  private final MachineRunner<Timer, Output> runner;
  private final ConfigurationLog configurationLog;
  private final ViewChangeCommands commands = new ViewChangeCommands();
  private final ReplicaImages images;
  private final StateTransfer<ImageSink.Memory> transfer;
  private final ShardFence fence;

  /** The number of the newest record. */
  private long newest;

  private RecordNumbers numbers;
  private final StepGuard guard;

  /** The group of the shard's hosts. */
  private final Group group;

  /** The memory as it was before a step failed that had failed at an earlier start, too. */
  private @Nullable DurableState saved;

  /** The transaction at which the replica is stopped, of {@link #saved}. */
  private @Nullable Transaction suspect;

  /** The most commands of the configuration log that a replica keeps while it is stopped. */
  private static final int MOST_MISSED = 64;

  /** The commands of the configuration log that were chosen while the replica was stopped. */
  private final List<byte[]> missedCommands = new ArrayList<>();

  /** The facts of the step that runs, in the log's form. */
  private final List<Written> written = new ArrayList<>();

  /** A fact in the log's form, and its number. */
  private record Written(HostLog.Whole fact, long number) {}

  /**
   * The view in which the replica acted when it started again: it may have missed outcomes of it,
   * which the next view brings. Else 0, which is before all views.
   */
  private long missed;

  private boolean halted;

  /**
   * Returns the value of an item as today's version would write it; null before the first renewal.
   */
  private @Nullable BiFunction<ActorId, byte[], byte[]> renewal;

  /** How often transactions came with values that are to be renewed. */
  private long former;

  /** The messages that wait until the replica acts again. */
  private final HeldMessages held = new HeldMessages();

  private volatile ItemReplicaStatus status = ItemReplicaStatus.BEFORE;

  ShardDriver(
      int shard,
      Replica machine,
      TapirHost host,
      Group group,
      ReplicaHost configurationLogs,
      StepGuard guard) {
    this.group = group;
    this.guard = guard;
    this.shard = shard;
    this.machine = machine;
    this.host = host;
    this.parts = host.parts();
    this.numbers = new RecordNumbers(parts.scheduler()::nanos);
    this.missed = machine.memory().acts() ? machine.memory().view() : 0;
    this.runner =
        new MachineRunner<>(
            Timer.class, parts.scheduler(), host.queue(), this, new Invariants(machine.memory()));
    this.configurationLog =
        new ConfigurationLog(
            shard,
            group,
            host.queue(),
            configurationLogs,
            parts.history(),
            machine.memory().place(),
            this);
    this.images = new ReplicaImages(shard, new ShardImages(this), parts.log(), parts.imageBytes());
    this.transfer =
        new StateTransfer<>(
            "shard " + shard,
            (to, part) -> host.mail().transfer(shard, to, part),
            new ImageSource(() -> this.machine.memory(), configurationLog::place),
            new ImageSink(new TransferPort()),
            host::nonce,
            PATIENCE);
    this.fence = new ShardFence(this, host);
  }

  int shard() {
    return shard;
  }

  ConfigurationLog configurationLog() {
    return configurationLog;
  }

  /** May be called by any thread. */
  ItemReplicaStatus status() {
    return status;
  }

  private void look() {
    fence.look();
    if (halted) {
      return;
    }
    status =
        new ItemReplicaStatus(
            machine.memory().view(),
            machine.memory().isMember(),
            machine.memory().acts(),
            null,
            machine.memory().size(),
            machine.memory().items(),
            images.made(),
            transfer.installed(),
            transfer.installed() + former);
  }

  @Override
  public void fired(Timer timer) {
    on(new Event.TimerFired<>(timer));
    if (timer == Timer.RETRY && !halted) {
      catchUp();
      fence.again();
      guarded(() -> images.look(host.replicas(), configurationLog.isLong()));
    }
  }

  @Override
  public void leads(int now) {
    if (guard.stopped() != null) {
      yieldLater();
    }
    on(new Event.Input<>(new Input.Leads(now)));
    catchUp();
  }

  /** Asks the leader for the next view, if the replica may lack outcomes of this one. */
  private void catchUp() {
    if (missed > 0 && machine.memory().view() == missed) {
      endView(missed);
    }
  }

  /** Asks the leader to end a view, if there is one. */
  void endView(long view) {
    int leader = configurationLog.leader();
    if (leader != ConfigurationLog.NO_HOST && !halted) {
      host.ask(shard, leader, new Message.RequestViewChange(view));
    }
  }

  ShardFence fence() {
    return fence;
  }

  Replica machine() {
    return machine;
  }

  void on(Event<Input> event) {
    guarded(
        () -> {
          give(event);
          while (!halted && machine.memory().acts() && !held.isEmpty()) {
            give(held.removeFirst());
          }
        });
  }

  private void give(Event<Input> event) {
    Transaction of =
        event instanceof Event.Received<Input> it ? TapirPlace.of((Message) it.message()) : null;
    long place = of == null ? 0 : TapirPlace.number(of);
    boolean isPassedOver = of != null && guard.isPassedOver(place);
    try {
      if (of != null && !isPassedOver) {
        if (guard.isSuspect(place)) {
          suspect = of;
          saved = machine.memory().copy();
        }
        parts.scheduler().mayFailAt(shard, place);
      }
      written.clear();
      Event<Input> given = isPassedOver ? TapirPlace.without((Event.Received<Input>) event) : event;
      List<Effect<Output>> effects = runner.checked(given, machine.on(given));
      // From here on the log may have a part of the step, which the saved memory has not.
      if (saved != null) {
        saved = null;
        suspect = null;
      }
      runner.carryOut(effects);
    } catch (JournalFailed e) {
      throw e;
    } catch (Throwable e) {
      fail(
          of == null
              ? StepGuard.Place.of(event.words())
              : new StepGuard.Place(
                  place, true, isPassable(), () -> event.words() + ", transaction " + of.id()),
          e);
    }
  }

  /**
   * Returns whether the replica can refuse the transaction at which it stops, since it has not
   * answered about it yet.
   */
  private boolean isPassable() {
    DurableState before = saved;
    Transaction of = suspect;
    return before != null && of != null && !before.hasAnswered(of);
  }

  /** Ends the process, or stops this replica alone. */
  private void fail(StepGuard.Place place, Throwable cause) {
    guard.failed(place, cause);
    images.giveUp();
    halt();
    status = status.halted();
    yieldLater();
  }

  /** A coordinator of a transaction has failed: as if a step here had that concerns it. */
  void coordinatorFailed(Transaction of, Throwable cause) {
    fail(
        new StepGuard.Place(
            TapirPlace.number(of), true, false, () -> "a coordinator of transaction " + of.id()),
        cause);
  }

  /** The replica cannot begin here, and no order can pass over that. */
  void stop(String why) {
    guard.stop(new StoppedShard(shard, 0, why, false));
    halt();
    yieldLater();
  }

  /**
   * A host whose replica is stopped changes no views: another one has to lead the configuration
   * log.
   */
  private void yieldLater() {
    configurationLog.yieldLater(
        parts.scheduler(), host.settings().recoverNanos(), () -> guard.stopped() != null);
  }

  /** Returns why the replica is stopped; null if it is not. May be called by any thread. */
  @Nullable StoppedShard stopped() {
    return guard.stopped();
  }

  /**
   * Returns the transaction at which the replica is stopped, as an order to pass over it has it;
   * none, if it is not stopped there.
   */
  Optional<byte[]> stoppedAt(long place) {
    StoppedShard at = guard.stoppedAt(place);
    Transaction of = suspect;
    if (at == null || of == null || !at.isPassable()) {
      return Optional.empty();
    }
    Encoder out = new Encoder();
    of.encode(out);
    return Optional.of(out.toByteArray());
  }

  /** All replicas of the shard pass over a transaction: a replica that is stopped at it goes on. */
  private void passOver(PassOverOrder order) {
    guard.passOver(order.place());
    Transaction transaction = Transaction.decode(new Decoder(order.transaction()));
    DurableState memory = saved;
    if (guard.stoppedAt(order.place()) != null && memory != null) {
      LOG.warn(
          "shard {} goes on without transaction {}, as {} has ordered: {}",
          shard,
          transaction.id(),
          order.by(),
          order.reason());
      goOnFrom(memory);
    }
    on(new Event.Input<>(new Input.PassedOver(transaction, Input.PassedOver.NOBODY)));
  }

  private void goOnFrom(DurableState memory) {
    if (missedCommands.size() > MOST_MISSED) {
      throw guard.startAgain("it has missed too many commands of its configuration log");
    }
    saved = null;
    suspect = null;
    guard.goesOn();
    missed = memory.acts() ? memory.view() : 0;
    machine = new Replica(shard, group, host.settings(), memory);
    runner.watches(new Invariants(memory));
    numbers = new RecordNumbers(parts.scheduler()::nanos);
    halted = false;
    on(new Event.Started<>(host.nonce()));
    List<byte[]> commandsSince = List.copyOf(missedCommands);
    missedCommands.clear();
    commandsSince.forEach(this::chosen);
    leads(configurationLog.leader());
  }

  @Override
  public boolean record(ProtocolRecord record, Effect.Flush flush) {
    long number = numbers.ask();
    written.add(new Written(parts.log().whole(shard, ((Record) record)::encode), number));
    return true;
  }

  @Override
  public void append() {
    for (Written each : written) {
      parts.scheduler().mayFail();
      newest = parts.log().append(each.fact());
      parts.history().recorded(shard);
      numbers.appended(each.number(), each.number(), true);
      RecordNumbers its = numbers;
      parts.log().whenDurable(newest, durable -> persisted(its, each.number(), durable));
    }
    written.clear();
  }

  /**
   * A transaction takes the flushes of two records at most until it is decided, and each may wait
   * for a flush that has begun. Where the disk is slow, the replica waits for longer until it takes
   * a coordinator for dead: else no coordinator would come to its end.
   */
  @Override
  public long waitNanos(Timer timer, long nanos) {
    return timer == Timer.WATCH ? nanos + longerNanos() : nanos;
  }

  /** Returns how much longer is waited for records here than with a fast disk. */
  long longerNanos() {
    return numbers.longerNanos();
  }

  /** Takes a message, or holds it until the replica acts; it is lost if too many are held. */
  void received(int from, Message message) {
    Event.Received<Input> event = new Event.Received<>(new Address.Replica(from, shard), message);
    boolean ofViews =
        message instanceof Message.DoViewChange || message instanceof Message.RequestViewChange;
    if (ofViews || machine.memory().acts()) {
      on(event);
    } else {
      held.add(event);
    }
  }

  /** Runs a step of this replica later, on the queue of machines. May be called by any thread. */
  void step(Runnable step) {
    host.queue().step(() -> guarded(step));
  }

  /** Takes a part of a transfer that another host has sent. */
  void transferred(int from, Decoder in) {
    guarded(() -> transfer.received(from, in));
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
    look();
  }

  /** Ends the replica: the host stops, or its log has failed. */
  void halt() {
    halted = true;
    runner.stop();
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
    host.mail().answer(shard, at, message);
    if (message instanceof Message.PrepareReply told
        && told.entry().standing() == Entry.Standing.FORGOTTEN) {
      host.mail().tellFloor(shard, at, machine.memory().floor());
    }
  }

  @Override
  public void decided(Output output) {
    switch (output) {
      case Output.Append(ViewCommand entry) ->
          ViewChangeCommands.each(entry, host::nonce, configurationLog::append);
      case Output.Executed(Entry entry) -> {
        noteFormer(entry);
        if (entry.outcome() == Entry.Outcome.COMMITTED) {
          parts.history().committed(entry.transaction().id().toString());
        }
      }
      case Output.TakeOver what -> host.takeOver(what);
    }
  }

  /** Appends a record of which the machine is not told; returns its number. */
  long append(Record fact) {
    newest = parts.log().append(shard, fact::encode);
    parts.history().recorded(shard);
    return newest;
  }

  /**
   * Rewrites some items. Their meaning is unchanged, and so are their versions. A transaction in
   * progress may add others that must be rewritten.
   */
  void renew(
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      BiConsumer<@Nullable ActorId, Boolean> done) {
    guarded(
        () -> {
          renewal = value;
          boolean renewed = isRenewedLater(value);
          List<Record.Item> items = machine.memory().items(after, ReplicaImages.PIECE_BYTES);
          for (Record.Item item : items) {
            SortedMap<Timestamp, Part.Value> versions = new TreeMap<>();
            item.versions()
                .forEach(
                    (at, before) -> {
                      byte[] now = renewed(value, item.name(), before.bytes());
                      if (now != before.bytes()) {
                        versions.put(at, new Part.Value(now));
                      }
                    });
            if (!versions.isEmpty()) {
              Record.Item now = new Record.Item(item.name(), versions, item.read());
              machine.memory().add(now);
              append(now);
              renewed = true;
            }
          }
          done.accept(items.isEmpty() ? null : items.getLast().name(), renewed);
        });
  }

  private boolean isRenewedLater(BiFunction<ActorId, byte[], byte[]> value) {
    for (Entry entry : machine.memory().record()) {
      if (isFormer(entry, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFormer(Entry entry, BiFunction<ActorId, byte[], byte[]> value) {
    for (Map.Entry<ActorId, Part.Value> each : entry.part().writes().entrySet()) {
      byte[] before = each.getValue().bytes();
      if (renewed(value, each.getKey(), before) != before) {
        return true;
      }
    }
    return false;
  }

  /** Notes that an entry came that an earlier version of the application has written. */
  private void noteFormer(Entry entry) {
    BiFunction<ActorId, byte[], byte[]> value = renewal;
    if (value != null && isFormer(entry, value)) {
      former++;
    }
  }

  private static byte[] renewed(
      BiFunction<ActorId, byte[], byte[]> value, ActorId item, byte[] before) {
    return before.length == 0 ? before : value.apply(item, before);
  }

  /** The replica, as the memory of another one comes. */
  private final class TransferPort implements ImageSink.Replica {
    @Override
    public DurableState memory() {
      return machine.memory();
    }

    @Override
    public LogPosition place() {
      return configurationLog.place();
    }

    @Override
    public long append(Record record) {
      return ShardDriver.this.append(record);
    }

    @Override
    public void whenDurable(long lsn, Runnable step) {
      parts
          .log()
          .whenDurable(
              lsn,
              durable -> {
                if (durable) {
                  step(step);
                }
              });
    }

    @Override
    public void install(Image image, List<Record.Removed> gone) {
      images.giveUp();
      on(new Event.Input<>(new Input.Installed(image, gone)));
      configurationLog.reach(image.place());
      reached(image.place());
    }

    @Override
    public void reached(LogPosition place) {
      parts
          .log()
          .whenDurable(
              newest,
              durable -> {
                if (durable) {
                  configurationLog.reached(place);
                }
              });
    }
  }

  /** Called on the flusher's thread. One step tells of all that one flush has made durable. */
  private void persisted(RecordNumbers its, long number, boolean isDurable) {
    if (!isDurable) {
      host.queue().step(this::halt);
    } else if (its.durable(number)) {
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

  // --- the shard's configuration log ---

  @Override
  public boolean chosen(byte[] bytes, LogPosition behind) {
    return chosen(bytes);
  }

  @Override
  public void taken(byte[] command, LogPosition behind) {}

  /**
   * Returns {@code MAX_VALUE}: no other host needs earlier commands, since each image contains
   * their effects.
   */
  @Override
  public long keptFrom() {
    return Long.MAX_VALUE;
  }

  private boolean chosen(byte[] bytes) {
    Optional<PassOverOrder> order = PassOverOrder.of(bytes);
    if (order.isPresent()) {
      passOver(order.get());
      return guard.stopped() == null;
    }
    if (guard.stopped() != null) {
      if (missedCommands.size() <= MOST_MISSED) {
        missedCommands.add(bytes);
      }
      return false;
    }
    Optional<ViewCommand> command = commands.chosen(bytes);
    command.ifPresent(
        entry -> {
          if (entry instanceof ViewCommand.Open open) {
            open.record().forEach(this::noteFormer);
          }
          on(new Event.Input<>(new Input.Chosen(entry)));
        });
    return command.isPresent();
  }

  @Override
  public void offer(int to) {
    guarded(() -> transfer.offer(to));
  }
}
