package tutti.simulator.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.Journal;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.Node;
import tutti.engine.node.Readiness;
import tutti.engine.node.RunningBatch;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.footprint.Footprint;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.trace.TraceEvent;

/**
 * The connection of clients to a node. It carries their requests to the node and the answers back,
 * breaks when the node crashes, and judges when the answers come and whether the node's readiness
 * is right. All methods are for tasks of the simulated world.
 */
public final class ClientDoor {
  /** The longest time of a read, in virtual nanoseconds. */
  private static final long READ_TIMEOUT = 5_000_000_000L;

  /** The patience of a client that waits until it is answered. */
  public static final long PATIENT = -1;

  private final int number;
  private final RunContext run;
  private final boolean overNetwork;
  private final TaskExecutor hand;
  private final AnswerWatch answers;
  private final Supplier<@Nullable Incarnation> life;
  private final UnaryOperator<TransactionRequest> toNode;

  /**
   * @param overNetwork whether requests come over a network, and wait while the node stands still
   * @param life the node's present life, or null if clients are not let in
   * @param toNode a client's request as the node's version of the application has it
   */
  ClientDoor(
      int number,
      RunContext run,
      boolean overNetwork,
      Supplier<@Nullable Incarnation> life,
      UnaryOperator<TransactionRequest> toNode) {
    this.number = number;
    this.run = run;
    this.overNetwork = overNetwork;
    this.hand = run.world().newExecutor("hand-" + number);
    this.answers = new AnswerWatch(run.world(), hand, run.findings(), number);
    this.life = life;
    this.toNode = toNode;
  }

  /** Submits a client's request. Call this only in a task. */
  public ClientReply submit(String client, TransactionRequest request) {
    return submit(client, request, PATIENT);
  }

  /**
   * Submits the request of a client that hangs up if it is not answered by then; the request goes
   * on.
   *
   * @param patienceNanos virtual, or {@link #PATIENT}
   */
  public ClientReply submit(String client, TransactionRequest request, long patienceNanos) {
    TransactionRequest.Idempotency key = request.idempotency();
    TransactionRequest put = toNode.apply(request);
    long asked = run.world().nanos();
    Incarnation now = life.get();
    ClientReply reply =
        ask(
            now,
            client,
            key == null ? null : key.key(),
            put.calls(),
            new Limits(put.timeoutNanos(), patienceNanos),
            (node, to) -> node.submit(put, outcome -> to.accept(new ClientReply.Told(outcome))));
    if (now != null && reply instanceof ClientReply.Told(var outcome)) {
      checkMemory(now, put, asked, outcome);
    }
    return reply;
  }

  /**
   * Checks that a request that may change something has not happened on a node whose heap was full
   * since before the request came, and that a request of queries alone was not refused for that. A
   * request with a key may repeat an earlier one, which happened before.
   */
  private void checkMemory(Incarnation now, TransactionRequest put, long asked, Outcome outcome) {
    if (outcome instanceof Outcome.Aborted aborted
        && aborted.reason().code().equals(MemoryGate.CODE)) {
      run.reach(CoveragePoint.REFUSED_FOR_MEMORY, true);
      if (!put.mayChange()) {
        run.found("memory", "node %s has refused queries: %s".formatted(number, put.calls()));
      }
    }
    if (!(outcome instanceof Outcome.Committed) || put.idempotency() != null) {
      return;
    }
    for (Call call : put.calls()) {
      int home = home(now, call.target());
      if (home >= 0
          && TransactionRequest.mayChange(call)
          && run.world().heap(home).fullSince() < asked) {
        run.found(
            "memory", "the heap of node %s is full, and %s happened there".formatted(home, call));
      }
    }
  }

  /** Returns the node that must refuse a change of an actor if its heap is full; -1 if unknown. */
  private int home(Incarnation now, ActorId actor) {
    if (now.served().replicated() != null) {
      return -1;
    }
    ActorPlace place = now.served().integrated() != null ? null : now.node().place(actor);
    return place == null ? number : place.shard();
  }

  /** Reads an actor for a client. Call this only in a task. */
  public ClientReply read(String client, ActorId actor) {
    return ask(
        client,
        null,
        actor,
        new Limits(READ_TIMEOUT, PATIENT),
        (node, reply) ->
            node.read(actor, READ_TIMEOUT, result -> reply.accept(new ClientReply.Read(result))));
  }

  /**
   * Opens a block of a client; returns null if the node takes no clients. Call this only in a task.
   *
   * @param accesses the accesses that the block declares; null if it declares none
   * @param timeoutNanos the block's time, from its first step
   */
  public @Nullable OpenBlock block(String client, @Nullable Footprint accesses, long timeoutNanos) {
    Incarnation now = life.get();
    return now == null ? null : new OpenBlock(now, client, accesses, timeoutNanos);
  }

  /** A block of a client, which this life of the node runs: a crash ends it. */
  public final class OpenBlock {
    private final Incarnation in;
    private final String client;
    private final ClientBlock block;
    private long begunNanos = -1;

    private OpenBlock(
        Incarnation in, String client, @Nullable Footprint accesses, long timeoutNanos) {
      this.in = in;
      this.client = client;
      this.block = new ClientBlock(accesses, timeoutNanos, this::begin);
    }

    private void begin(ClientBlock begins) {
      in.node()
          .run(
              begins,
              outcome -> {
                if (!in.machine().crashed()) {
                  begins.end(outcome);
                }
              });
    }

    /** Sends the block's next step, and waits for the answer. Call this only in a task. */
    public ClientReply put(BlockStep step) {
      if (in.machine().crashed()) {
        return new ClientReply.Broken(false);
      }
      BlockStep named =
          step instanceof BlockStep.Perform(var call) ? new BlockStep.Perform(named(call)) : step;
      long passed = begunNanos < 0 ? 0 : run.world().nanos() - begunNanos;
      return ask(
          in,
          client,
          null,
          named,
          new Limits(Math.max(0, block.timeoutNanos() - passed), PATIENT),
          (_, reply) -> {
            begunNanos = begunNanos < 0 ? run.world().nanos() : begunNanos;
            block.put(named, answer -> reply.accept(new ClientReply.Stepped(answer)));
          });
    }

    /** Returns the block's transaction, or null if the node has not begun it. */
    public @Nullable TransactionId transaction() {
      return block.transaction();
    }
  }

  /**
   * Sends a client's batch; returns null if the node takes no clients. Call this only in a task.
   *
   * @param items null for one that cannot be read
   * @param asKnown whether answers come as items end; else in the order of their numbers
   * @param window the items that are under way at a time, at most
   */
  public @Nullable OpenBatch batch(
      String client, List<@Nullable TransactionRequest> items, boolean asKnown, int window) {
    Incarnation now = life.get();
    return now == null ? null : new OpenBatch(now, client, items, asKnown, window);
  }

  /** A batch of a client, which this life of the node runs: a crash breaks it off. */
  public final class OpenBatch implements RunningBatch.Transactions<ClientReply.Item> {
    private final Incarnation in;
    private final String client;
    private final List<@Nullable TransactionRequest> items;
    private final long[] begunNanos;
    private final RunningBatch<ClientReply.Item> batch;

    /** Whether the node has been told that its client has gone. */
    private boolean left;

    private OpenBatch(
        Incarnation in,
        String client,
        List<@Nullable TransactionRequest> items,
        boolean asKnown,
        int window) {
      this.in = in;
      this.client = client;
      this.items = items.stream().map(each -> each == null ? null : toNode.apply(each)).toList();
      this.begunNanos = new long[items.size()];
      Arrays.fill(begunNanos, -1);
      TaskExecutor door = in.door();
      this.batch =
          new RunningBatch<>(
              in.node()::submitAll,
              this,
              items.size(),
              asKnown,
              window,
              new RunningBatch.Threads(door::step, door::step, () -> 0),
              () -> {});
      arrive(in, batch::submit);
    }

    @Override
    public @Nullable TransactionRequest request(int index) {
      if (left) {
        run.found("batch", "item " + index + " of a batch begins, and its client has gone");
      }
      begunNanos[index] = run.world().nanos();
      return items.get(index);
    }

    @Override
    public ClientReply.Item answer(int index, @Nullable Outcome outcome, boolean crowded) {
      return new ClientReply.Item(index, outcome);
    }

    @Override
    public boolean isLong(Outcome outcome) {
      return outcome.transaction().number() % 4 == 0;
    }

    @Override
    public long bytes(ClientReply.Item answer) {
      return 1;
    }

    /** Waits for the next answer to an item. Call this only in a task. */
    public ClientReply next() {
      if (in.machine().crashed()) {
        return new ClientReply.Broken(false);
      }
      // Something is under way, or begins now: so an answer comes within the time of an item.
      long longest =
          items.stream().mapToLong(each -> each == null ? 0 : each.timeoutNanos()).max().orElse(0);
      ClientReply reply =
          ask(in, client, null, items, new Limits(longest, PATIENT), (_, to) -> take(to));
      if (reply instanceof ClientReply.Item(int index, Outcome outcome) && outcome != null) {
        TransactionRequest item = items.get(index);
        if (item != null) {
          checkMemory(in, item, begunNanos[index], outcome);
        }
      }
      return reply;
    }

    private void take(Consumer<ClientReply> reply) {
      if (batch.isThereOr(() -> in.door().step(() -> take(reply)))) {
        reply.accept(Objects.requireNonNull(batch.take()));
      }
    }

    /** Returns whether the node has begun an item. */
    public boolean hasBegun(int index) {
      return begunNanos[index] >= 0;
    }

    /** Ends the connection: what has begun goes on. */
    public void leave() {
      if (!in.machine().crashed()) {
        arrive(
            in,
            () -> {
              batch.abandon();
              left = true;
            });
      }
    }
  }

  /** Has something done when it reaches a node, which may stand still. */
  private void arrive(Incarnation at, Runnable what) {
    if (overNetwork) {
      at.door().step(what);
    } else {
      what.run();
    }
  }

  private Call named(Call call) {
    return toNode.apply(new TransactionRequest(List.of(call), null, 1)).calls().getFirst();
  }

  /**
   * The limits of the time of an answer.
   *
   * @param deadlineNanos the time for the node
   * @param patienceNanos the time for the client, or {@link #PATIENT}
   */
  private record Limits(long deadlineNanos, long patienceNanos) {}

  private interface Question {
    void put(Node node, Consumer<ClientReply> reply);
  }

  private ClientReply ask(
      String client, @Nullable String key, Object what, Limits limits, Question question) {
    return ask(life.get(), client, key, what, limits, question);
  }

  private ClientReply ask(
      @Nullable Incarnation now,
      String client,
      @Nullable String key,
      Object what,
      Limits limits,
      Question question) {
    if (!run.world().trace().recording()) {
      ClientReply reply = ask(now, client, what, question, limits);
      run.world().trace().content(reply.text());
      return reply;
    }
    long ask = run.world().trace().newMessage();
    String text = what instanceof ActorId ? "reads " + what : String.valueOf(what);
    run.world().record(new TraceEvent.Asked(ask, client, number, key, text));
    ClientReply reply = ask(now, client, what, question, limits);
    run.world().trace().content(reply.text());
    run.world().record(answered(ask, client, reply));
    return reply;
  }

  private TraceEvent answered(long ask, String client, ClientReply reply) {
    return new TraceEvent.Answered(
        ask, client, number, reply.transaction(), reply.text(), reply.isGood());
  }

  private ClientReply ask(
      @Nullable Incarnation now, String client, Object what, Question question, Limits limits) {
    if (now == null) {
      return new ClientReply.Broken(false);
    }
    Promise<ClientReply> promise = new Promise<>();
    now.open().add(promise);
    Consumer<ClientReply> told =
        reply -> {
          // A message that a crashed node sends in its last slice arrives nowhere.
          if (!now.machine().crashed()) {
            checkReadiness(now);
            look(now.looked(), reply);
            promise.complete(reply);
          }
        };
    AtomicBoolean read = new AtomicBoolean();
    arrive(
        now,
        () -> {
          read.set(true);
          question.put(now.node(), told);
        });
    Scheduler.Timer hangUp =
        limits.patienceNanos == PATIENT
            ? () -> {}
            : run.world()
                .after(
                    limits.patienceNanos,
                    hand,
                    () -> {
                      if (promise.complete(new ClientReply.Broken(!read.get()))) {
                        run.faults().happened(FaultKind.HANG_UP);
                      }
                    });
    Scheduler.Timer watch =
        answers.watch(
            () -> client + " asked for " + what,
            limits.deadlineNanos,
            now.machine()::stoodStill,
            now.machine()::behind);
    ClientReply reply = promise.await();
    hangUp.cancel();
    watch.cancel();
    now.open().remove(promise);
    return reply;
  }

  /**
   * Checks the node's readiness: a node whose log has failed reports that it is not ready, and why;
   * no other node does.
   */
  void checkReadiness(Incarnation now) {
    if (run.world().heap(number).isFull() && now.node().readiness().ready()) {
      run.found("memory", "the heap of node %s is full, and it says it is ready".formatted(number));
    }
    if (now.served().replicated() != null || now.served().integrated() != null) {
      return;
    }
    Journal its = now.log();
    boolean failed = its != null && its.failed();
    Readiness says = now.node().readiness();
    if (failed != says.journalFailed() || (failed && says.ready())) {
      run.found(
          "readiness",
          "the log of node %s %s, and the node says %s"
              .formatted(number, failed ? "has failed" : "has not failed", says));
    }
    run.reach(CoveragePoint.NOT_READY_SINCE_THE_LOG_FAILED, failed && !says.ready());
  }

  private static void look(Inspector.@Nullable Life looked, ClientReply reply) {
    if (looked == null) {
      return;
    }
    if (reply instanceof ClientReply.Told(var outcome)) {
      looked.told(outcome);
    } else if (reply instanceof ClientReply.Item(_, Outcome outcome) && outcome != null) {
      looked.told(outcome);
    } else if (reply instanceof ClientReply.Stepped(StepAnswer.Ended(var outcome))) {
      looked.told(outcome);
    } else if (reply instanceof ClientReply.Read(Node.ReadResult.Found(var found))) {
      looked.read(found.id(), found.version());
    }
  }
}
