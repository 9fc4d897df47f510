package tutti.engine.node.replicated;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Receiver;
import tutti.model.ActorId;

/**
 * A host's side of its clients: requests go to the leader of a shard, on this host or on another
 * one, and wait for a leader within their time. Thread-safe.
 *
 * <p>A request that is known to have had no effect since the leader changed is asked for again in
 * its remaining time, and one that the former leader has left open is asked about: the next leader
 * knows the whole log.
 */
final class Front implements Receiver, QuestionTargets<Question> {
  /** The time that the asking host waits beyond the deadline of the leader that does the work. */
  private static final long GRACE_NANOS = 500_000_000;

  private static final long AGAIN_NANOS = 20_000_000;

  /** The codes of aborts after which another leader may do better. */
  private static final Set<String> OF_A_CHANGE =
      Set.of(
          "never-arrived",
          "restarted",
          "not-ready",
          "stopping",
          "node-unavailable",
          "storage-failed");

  private final Layout layout;
  private final HostLinks links;
  private final Peers peers;
  private final Calls calls;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final IntFunction<@Nullable LocalNode> reigns;
  private final ToIntFunction<ActorId> shardOf;
  private final long incarnation;
  private final int mostWaiting;
  private final HostMeter meter;
  private final Leaders leaders = new Leaders();
  private final AtomicLong nextNumber = new AtomicLong();
  private final AtomicInteger waits = new AtomicInteger();

  /** Why this host takes no requests, once it takes none. */
  private volatile Reason.@Nullable Unavailable closed;

  /** The requests that wait for a leader, by shard. Guarded by this. */
  private final Map<Integer, Set<Wait>> waiting = new TreeMap<>();

  /**
   * The ways of a front to leaders.
   *
   * @param peers sends as this front
   * @param reigns gives the reign of this host over a shard
   * @param shardOf gives the shard of an actor
   */
  record Ways(
      HostLinks links,
      Peers peers,
      Calls calls,
      IntFunction<@Nullable LocalNode> reigns,
      ToIntFunction<ActorId> shardOf) {}

  /**
   * @param incarnation a number that no other start of this host has
   */
  Front(
      Layout layout,
      Ways ways,
      Scheduler scheduler,
      StepQueue queue,
      long incarnation,
      HostMeter meter) {
    this.layout = layout;
    this.links = ways.links();
    this.peers = ways.peers();
    this.calls = ways.calls();
    this.scheduler = scheduler;
    this.queue = queue;
    this.reigns = ways.reigns();
    this.shardOf = ways.shardOf();
    this.incarnation = incarnation;
    this.mostWaiting = layout.deployment().admission().maxInFlight();
    this.meter = meter;
  }

  private TransactionId newId(int shard) {
    return new TransactionId(layout.front(), incarnation, nextNumber.getAndIncrement(), shard);
  }

  /** Takes no requests from now on. */
  void close(Reason.Unavailable why) {
    closed = why;
    for (int shard = 0; shard < layout.shards(); shard++) {
      led(shard);
    }
  }

  /** Returns the shard of an actor. */
  int shardOf(ActorId actor) {
    return shardOf.applyAsInt(actor);
  }

  // --- transactions ---

  void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    int shard = shardOf(request.calls().getFirst().target());
    if (admit() instanceof Result.Failed(Reason not)) {
      turnAway(shard, not, onOutcome);
      return;
    }
    submit(shard, request, scheduler.nanos() + request.timeoutNanos(), onOutcome);
  }

  private Result admit() {
    Reason stopping = closed;
    if (stopping != null) {
      return new Result.Failed(stopping);
    }
    if (waits.get() >= mostWaiting) {
      return new Result.Failed(new Reason.Overloaded(mostWaiting));
    }
    return links.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                "network-congested", "more is waiting to be sent to other hosts than should"))
        : Result.DONE;
  }

  /** Ends a request that comes to no leader. */
  void turnAway(int shard, Reason why, Consumer<Outcome> onOutcome) {
    meter.turnedAway(why.code());
    onOutcome.accept(new Outcome.Aborted(newId(shard), why));
  }

  private void submit(
      int shard, TransactionRequest request, long deadline, Consumer<Outcome> onOutcome) {
    Consumer<Outcome> ended = outcome -> ended(shard, request, deadline, outcome, onOutcome);
    whenLed(
        shard,
        deadline,
        left -> {
          TransactionRequest now =
              new TransactionRequest(
                  request.calls(), request.idempotency(), left, request.stalenessNanos());
          LocalNode here = reigns.apply(shard);
          if (here != null) {
            here.submit(now, ended);
          } else {
            ask(shard, newId(shard), now, ended);
          }
        },
        () -> turnAway(shard, unled(shard), onOutcome));
  }

  private static Reason unled(int shard) {
    return new Reason.Unavailable(
        "node-unavailable", "no host leads shard " + shard + ", and its actors are needed");
  }

  private void ask(
      int shard, TransactionId id, TransactionRequest request, Consumer<Outcome> ended) {
    HostLinks.Leader leader = links.leader(shard);
    Question.Submit question =
        new Question.Submit(id, leader == null ? 0 : leader.reign(), calls.heard(shard), request);
    calls.ask(
        shard,
        question,
        request.timeoutNanos() + GRACE_NANOS,
        result ->
            ended.accept(
                switch (result) {
                  case Calls.Result.Answered(Answer.Ended(Outcome outcome)) -> outcome;
                  case Calls.Result.Answered(Answer.Failed(String code, String message)) ->
                      new Outcome.Aborted(id, new Reason.Unavailable(code, message));
                  case Calls.Result.Answered other ->
                      new Outcome.InDoubt(id, "the leader gave an answer that is none");
                  case Calls.Result.Unsent unsent -> new Outcome.Aborted(id, unled(shard));
                  case Calls.Result.Silent silent ->
                      new Outcome.InDoubt(
                          id, "the leader of shard " + shard + " has not said what became of it");
                }));
  }

  private void ended(
      int shard,
      TransactionRequest request,
      long deadline,
      Outcome outcome,
      Consumer<Outcome> onOutcome) {
    boolean late = isLate(deadline);
    switch (outcome) {
      case Outcome.Aborted(var id, Reason.Unavailable reason)
          when !late && OF_A_CHANGE.contains(reason.code()) ->
          later(() -> submit(shard, request, deadline, onOutcome));
      case Outcome.InDoubt doubt when !late ->
          later(() -> settle(shard, request, deadline, doubt, onOutcome));
      default -> onOutcome.accept(outcome);
    }
  }

  /** Asks the leader of the day what became of a transaction. */
  private void settle(
      int shard,
      TransactionRequest request,
      long deadline,
      Outcome.InDoubt doubt,
      Consumer<Outcome> onOutcome) {
    status(
        doubt.transaction(),
        Math.max(1, deadline - scheduler.nanos()),
        status -> {
          if (status instanceof TransactionStatus.Ended(Outcome known)
              && !(known instanceof Outcome.InDoubt)) {
            ended(shard, request, deadline, known, onOutcome);
          } else {
            ended(shard, request, deadline, doubt, onOutcome);
          }
        });
  }

  /** Whether there is no time left to ask again, or the host stops. */
  private boolean isLate(long deadline) {
    return closed != null || scheduler.nanos() + AGAIN_NANOS >= deadline;
  }

  private void later(Runnable step) {
    scheduler.after(AGAIN_NANOS, queue, step);
  }

  // --- questions ---

  void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    int shard = shardOf(actor);
    leaders.ask(
        shard,
        new Question.Read(actor, timeoutNanos),
        timeoutNanos,
        answer -> onSeen.accept(ReadResult.of(answer)));
  }

  void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    int shard = id.coordinator();
    if (shard < 0 || shard >= layout.shards()) {
      onStatus.accept(new TransactionStatus.Unknown());
      return;
    }
    leaders.ask(
        shard,
        new Question.Status(id),
        timeoutNanos,
        answer ->
            onStatus.accept(
                answer instanceof Answer.Stands(var status)
                    ? status
                    : new TransactionStatus.Waiting(
                        "shard " + shard + " decides it, and no host leads that now")));
  }

  /** A page over all shards: the leader of each is asked for one, and they are merged by key. */
  void list(Question.Page page, long timeoutNanos, Consumer<ListResult> onPage) {
    leaders.gather(
        shard -> true,
        shard -> page,
        timeoutNanos,
        answers -> onPage.accept(ListResult.merged(answers, page.limit())));
  }

  /** The leaders of all shards; the next one is asked if one cannot answer any more. */
  private final class Leaders implements QuestionTargets<Question> {
    @Override
    public int count() {
      return Front.this.count();
    }

    @Override
    public void ask(int shard, Question question, long timeoutNanos, Consumer<Answer> done) {
      long deadline = scheduler.nanos() + timeoutNanos;
      Front.this.ask(
          shard,
          question,
          timeoutNanos,
          answer -> {
            if (answer instanceof Answer.Failed(String code, String why)
                && OF_A_CHANGE.contains(code)
                && !isLate(deadline)) {
              later(() -> ask(shard, question, deadline - scheduler.nanos(), done));
            } else {
              done.accept(answer);
            }
          });
    }
  }

  @Override
  public int count() {
    return layout.shards();
  }

  @Override
  public void ask(int shard, Question question, long timeoutNanos, Consumer<Answer> done) {
    Answer.Failed none =
        new Answer.Failed("node-unavailable", "no host leads shard " + shard + ", or answers");
    whenLed(
        shard,
        scheduler.nanos() + timeoutNanos,
        left ->
            calls.ask(
                shard,
                question,
                left + GRACE_NANOS,
                result ->
                    done.accept(
                        result instanceof Calls.Result.Answered(Answer answer) ? answer : none)),
        () -> done.accept(none));
  }

  // --- leaders ---

  /**
   * Does something as soon as a shard has a leader that this host reaches.
   *
   * @param then is given the time that is left
   * @param otherwise if there is none in time
   */
  private void whenLed(int shard, long deadline, LongConsumer then, Runnable otherwise) {
    long left = deadline - scheduler.nanos();
    if (left <= 0 || closed != null) {
      otherwise.run();
    } else if (reaches(shard)) {
      then.accept(left);
    } else {
      Wait wait = new Wait(shard, () -> whenLed(shard, deadline, then, otherwise));
      waits.incrementAndGet();
      synchronized (this) {
        waiting.computeIfAbsent(shard, it -> new LinkedHashSet<>()).add(wait);
      }
      wait.timer = scheduler.after(left, queue, wait);
      if (reaches(shard)) {
        queue.step(() -> led(shard));
      }
    }
  }

  /** A request that waits for a leader, or for its time to be over. */
  private final class Wait implements Runnable {
    private final int shard;
    private final Runnable step;
    private volatile Scheduler.Timer timer = () -> {};

    Wait(int shard, Runnable step) {
      this.shard = shard;
      this.step = step;
    }

    @Override
    public void run() {
      synchronized (Front.this) {
        Set<Wait> here = waiting.get(shard);
        if (here == null || !here.remove(this)) {
          return;
        }
      }
      waits.decrementAndGet();
      timer.cancel();
      step.run();
    }
  }

  /** Returns whether a shard has a leader that this host reaches. */
  boolean reaches(int shard) {
    return reigns.apply(shard) != null || peers.connected(shard);
  }

  /** A shard has a leader: what waits for it goes on. */
  void led(int shard) {
    List<Wait> all;
    synchronized (this) {
      all = List.copyOf(waiting.getOrDefault(shard, Set.of()));
    }
    all.forEach(Wait::run);
  }

  // --- its transport ---

  @Override
  public @Nullable String greeted(int shard, byte[] greeting) {
    return null;
  }

  @Override
  public void refused(int shard, String why) {}

  @Override
  public void connected(int shard) {
    calls.connected(shard);
    queue.step(() -> led(shard));
  }

  @Override
  public void disconnected(int shard, String why) {}

  @Override
  public void received(int shard, byte[] bytes, int offset, int length) {
    switch (peers.read(bytes, offset, length)) {
      case PeerMessage.Response response -> calls.answered(shard, response);
      case PeerMessage.Request(long number, Question.Age(var id)) -> {
        OptionalLong age = calls.age(id);
        Answer answer = age.isPresent() ? new Answer.Age(age.getAsLong()) : new Answer.Missing();
        peers.send(shard, new PeerMessage.Response(number, answer, 0));
      }
      default -> {}
    }
  }
}
