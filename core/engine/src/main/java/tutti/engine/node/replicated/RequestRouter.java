package tutti.engine.node.replicated;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.PeerReading;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.PageRoom;
import tutti.engine.node.Requests;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Sender;
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
final class RequestRouter implements Requests, Receiver, QuestionTargets<Question> {
  /**
   * The time that the asking host waits beyond the deadline of the leader that does the work.
   * Within it the leader hears from a majority that it still leads, and its answer comes: four
   * ways, which may be a tenth of a second each.
   */
  private static final long GRACE_NANOS = 1_000_000_000;

  /** Connections that are gone may come back for the time of so many elections. */
  private static final int ELECTIONS = 2;

  private final ReplicaLayout layout;
  private final HostLinks links;
  private final Peers peers;
  private final Calls calls;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final IntFunction<@Nullable ShardTerm> terms;
  private final ToIntFunction<ActorId> shardOf;
  private final long incarnation;
  private final int mostWaiting;
  private final HostMeter meter;
  private final Leaders leaders = new Leaders();
  private final AtomicLong nextNumber = new AtomicLong();
  private final RequestWaits waits;
  private final PageRoom pages;
  private final PeerReading reading;
  private final CutOffShards cutOff;

  /** Why this host takes no requests, once it takes none. */
  private volatile Reason.@Nullable Unavailable closed;

  /**
   * The ways of a front to leaders.
   *
   * @param peers sends as this front
   * @param terms gives the term of this host over a shard
   * @param shardOf gives the shard of an actor
   */
  record Ways(
      HostLinks links,
      Peers peers,
      Calls calls,
      IntFunction<@Nullable ShardTerm> terms,
      ToIntFunction<ActorId> shardOf) {}

  /**
   * @param incarnation a number that no other start of this host has
   * @param seed of this host's waits
   */
  RequestRouter(
      ReplicaLayout layout,
      Ways ways,
      Scheduler scheduler,
      StepQueue queue,
      long incarnation,
      long seed,
      HostMeter meter) {
    this.layout = layout;
    this.links = ways.links();
    this.peers = ways.peers();
    this.calls = ways.calls();
    this.scheduler = scheduler;
    this.queue = queue;
    this.terms = ways.terms();
    this.shardOf = ways.shardOf();
    this.incarnation = incarnation;
    this.mostWaiting = layout.deployment().admission().maxInFlight();
    this.meter = meter;
    this.pages = new PageRoom(scheduler, queue, layout.shards());
    this.cutOff =
        new CutOffShards(
            layout,
            links::isConnected,
            scheduler,
            ELECTIONS * layout.deployment().replication().electionTimeout().toNanos());
    this.reading = new PeerReading(peers.format(), scheduler, queue, this::take);
    this.waits = new RequestWaits(this::reaches, this::isHopeless, scheduler, queue, seed);
  }

  /** Hears that a connection to another host has begun, or has ended. */
  void sessionsChanged() {
    cutOff.look();
  }

  /** Returns whether nothing waits for a leader of that shard: this host or the shard stops. */
  private boolean isHopeless(int shard) {
    return closed != null || !reaches(shard) && links.stopped(shard) != null;
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

  /** Returns whether no leader elsewhere has to answer any more. */
  boolean isAnswered() {
    return calls.size() == 0;
  }

  /** Ends what leaders elsewhere have not answered: this host hears them no more. */
  void end() {
    calls.stop();
  }

  /** Returns the shard of an actor. */
  int shardOf(ActorId actor) {
    return shardOf.applyAsInt(actor);
  }

  // --- transactions ---

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    int shard = shardOf(request.calls().getFirst().target());
    if (admit() instanceof Result.Failed(Reason not)) {
      turnAway(shard, not, onOutcome);
      return;
    }
    if (cutOff.has(shard)) {
      turnAway(shard, CutOffShards.why(shard), onOutcome);
      return;
    }
    run(new RoutedRequest(shard, request, scheduler.nanos(), heard(shard), 0, onOutcome));
  }

  /** Returns how many answers about keys this host knows to have been given by the leader. */
  private long heard(int shard) {
    ShardTerm here = terms.apply(shard);
    return here != null ? here.answersSoFar() : calls.heard(shard);
  }

  private Result admit() {
    Reason stopping = closed;
    if (stopping != null) {
      return new Result.Failed(stopping);
    }
    if (waits.count() >= mostWaiting) {
      return new Result.Failed(new Reason.Overloaded(mostWaiting));
    }
    return links.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                Reason.Unavailable.CONGESTED,
                "more is waiting to be sent to other hosts than should"))
        : Result.DONE;
  }

  /** Ends a request that comes to no leader. */
  private void turnAway(int shard, Reason why, Consumer<Outcome> onOutcome) {
    meter.turnedAway(why.code());
    onOutcome.accept(new Outcome.Aborted(newId(shard), why));
  }

  /**
   * A client's request. A definite answer about its key that was given after the request came
   * concerns the request too, however long it waits here for a leader.
   *
   * @param began when it came
   * @param heard how many answers about keys this host knew then to have been given by the leader
   * @param tries how often it was tried
   */
  private record RoutedRequest(
      int shard,
      TransactionRequest request,
      long began,
      long heard,
      int tries,
      Consumer<Outcome> onOutcome) {
    long deadline() {
      return began + Math.min(request.timeoutNanos(), TransactionRequest.LONGEST.toNanos());
    }

    RoutedRequest again() {
      return new RoutedRequest(shard, request, began, heard, tries + 1, onOutcome);
    }

    /**
     * The request after the leader has ended it once: the leader has counted that as an answer
     * about the key, and it is told to no client.
     *
     * @param count of the leader's answers, with that one
     */
    RoutedRequest ended(long count) {
      return new RoutedRequest(shard, request, began, count, tries, onOutcome);
    }

    TransactionRequest within(long left) {
      return request.within(left);
    }
  }

  private void run(RoutedRequest it) {
    waits.whenLed(
        it.shard,
        it.deadline(),
        left -> {
          ShardTerm here = terms.apply(it.shard);
          if (here != null) {
            RequestOrigin door = new RequestOrigin(it);
            here.submit(
                it.within(left),
                door,
                inTime(
                    left,
                    () -> unsaid(it, door.id()),
                    outcome -> ended(it.ended(here.answersSoFar()), outcome)));
          } else {
            ask(it, newId(it.shard), it.within(left));
          }
        },
        () -> turnAway(it.shard, unled(it.shard), it.onOutcome));
  }

  /** The door of this host, which has had a request for a while that runs here. */
  private final class RequestOrigin implements Sender {
    private final RoutedRequest it;
    private volatile @Nullable TransactionId id;

    RequestOrigin(RoutedRequest it) {
      this.it = it;
    }

    TransactionId id() {
      return Objects.requireNonNull(id, "a request that is not answered runs");
    }

    @Override
    public void named(TransactionId name) {
      id = name;
    }

    @Override
    public long heard() {
      return it.heard;
    }

    @Override
    public void age(Consumer<OptionalLong> told) {
      told.accept(OptionalLong.of(scheduler.nanos() - it.began));
    }
  }

  /**
   * Returns a taker of the answer of a leader on this host, which waits for no longer than for that
   * of a leader elsewhere.
   *
   * @param unsaid gives the outcome where the leader says none
   */
  private Consumer<Outcome> inTime(
      long timeoutNanos, Supplier<Outcome> unsaid, Consumer<Outcome> to) {
    return new TimedAnswer(scheduler, queue, timeoutNanos + GRACE_NANOS, unsaid, to);
  }

  private static Outcome unsaid(RoutedRequest it, TransactionId id) {
    return it.request.untold(id, unsaid(id));
  }

  /** Returns why a transaction is in doubt of which its leader says nothing. */
  private static String unsaid(TransactionId id) {
    return "the leader of shard " + id.coordinator() + " has not said what became of it";
  }

  private Reason unled(int shard) {
    StoppedShard stopped = links.stopped(shard);
    if (stopped != null) {
      return new Reason.Unavailable(StoppedShard.CODE, stopped.text());
    }
    return new Reason.Unavailable(
        "node-unavailable", "no host leads shard " + shard + ", and its actors are needed");
  }

  private void ask(RoutedRequest it, TransactionId id, TransactionRequest request) {
    int shard = it.shard;
    HostLinks.ShardLeader leader = links.leader(shard);
    calls.ask(
        shard,
        new Question.Submit(id, leader == null ? 0 : leader.term(), it.heard, request),
        it.began,
        request.timeoutNanos() + GRACE_NANOS,
        result -> answered(it, id, result));
  }

  private void answered(RoutedRequest it, TransactionId id, Calls.Result result) {
    switch (result) {
      case Calls.Result.Answered(Answer answer) ->
          ended(it.ended(calls.heard(it.shard)), outcome(id, answer));
      case Calls.Result.Unsent _ -> ended(it, new Outcome.Aborted(id, unled(it.shard)));
      case Calls.Result.Silent _ -> ended(it, unsaid(it, id));
      case Calls.Result.Unsendable(var why) ->
          // It is as long at the next try.
          it.onOutcome.accept(new Outcome.Aborted(id, why.ofThisTry(it.request)));
    }
  }

  private static Outcome outcome(TransactionId id, Answer answer) {
    return switch (answer) {
      case Answer.Ended(Outcome outcome) -> outcome;
      case Answer.Failed(String code, String message) ->
          new Outcome.Aborted(id, new Reason.Unavailable(code, message));
      default -> new Outcome.InDoubt(id, "the leader gave an answer that is none");
    };
  }

  private void ended(RoutedRequest it, Outcome outcome) {
    boolean late = waits.isLate(it.shard, it.deadline());
    switch (outcome) {
      case Outcome.Aborted(var id, Reason.Unavailable reason)
          when Reason.Unavailable.OF_A_CHANGE.contains(reason.code()) -> {
        if (late) {
          it.onOutcome.accept(new Outcome.Aborted(id, told(reason).ofThisTry(it.request)));
        } else {
          waits.later(it.deadline(), it.tries, () -> run(it.again()));
        }
      }
      case Outcome.InDoubt doubt when !late ->
          waits.later(it.deadline(), it.tries, () -> settle(it.again(), doubt));
      default -> it.onOutcome.accept(outcome);
    }
  }

  /** The reason that is told in place of a leader's, which ended since this host stops. */
  private Reason.Unavailable told(Reason.Unavailable reason) {
    Reason.Unavailable stopping = closed;
    return stopping == null ? reason : stopping;
  }

  /** Asks the leader of the day what became of a transaction. */
  private void settle(RoutedRequest it, Outcome.InDoubt doubt) {
    status(
        doubt.transaction(),
        Math.max(1, it.deadline() - scheduler.nanos()),
        status ->
            ended(
                it,
                status instanceof TransactionStatus.Ended(Outcome known)
                        && !(known instanceof Outcome.InDoubt)
                    ? known
                    : doubt));
  }

  /** A block runs under the term of its first actor if it is here, else under any term here. */
  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    int shard = shardOf(block.first());
    Optional<ShardTerm> here =
        IntStream.concat(IntStream.of(shard), IntStream.range(0, layout.shards()))
            .mapToObj(terms)
            .filter(Objects::nonNull)
            .findFirst();
    if (here.isPresent()) {
      Supplier<TransactionId> id = () -> Objects.requireNonNull(block.transaction(), "it began");
      here.get()
          .run(
              block,
              inTime(
                  block.timeoutNanos(),
                  () -> new Outcome.InDoubt(id.get(), unsaid(id.get())),
                  onEnd));
      return;
    }
    turnAway(
        shard,
        new Reason.Unavailable(
            "not-ready",
            "a transaction that a block of the program's own code makes runs on a host that leads"
                + " a shard, and this one leads none now: try again, or on another host"),
        outcome -> {
          block.begin(((Outcome.Aborted) outcome).transaction());
          onEnd.accept(outcome);
        });
  }

  // --- questions ---

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    int shard = shardOf(actor);
    if (cutOff.has(shard)) {
      Reason.Unavailable why = CutOffShards.why(shard);
      onSeen.accept(new ReadResult.Failed(why.code(), why.message()));
      return;
    }
    leaders.ask(
        shard,
        new Question.Read(actor, timeoutNanos),
        timeoutNanos,
        answer -> onSeen.accept(ReadResult.of(answer)));
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    status(id, timeoutNanos(), onStatus);
  }

  private long timeoutNanos() {
    return layout.deployment().transactionTimeout().toNanos();
  }

  private void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
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
  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    Question.Page page = new Question.Page(type, stage, limit, after);
    pages.list(
        (left, done) ->
            leaders.gather(
                shard -> true,
                shard -> page,
                left,
                answers -> done.accept(ListResult.merged(answers, limit))),
        timeoutNanos(),
        onPage);
  }

  /** The leaders of all shards; the next one is asked if one cannot answer any more. */
  private final class Leaders implements QuestionTargets<Question> {
    @Override
    public int count() {
      return RequestRouter.this.count();
    }

    @Override
    public void ask(int shard, Question question, long timeoutNanos, Consumer<Answer> done) {
      ask(shard, question, scheduler.nanos() + timeoutNanos, 0, done);
    }

    private void ask(
        int shard, Question question, long deadline, int tries, Consumer<Answer> done) {
      RequestRouter.this.ask(
          shard,
          question,
          deadline - scheduler.nanos(),
          answer -> {
            if (!(answer instanceof Answer.Failed(String code, String why))
                || !Reason.Unavailable.OF_A_CHANGE.contains(code)) {
              done.accept(answer);
            } else if (waits.isLate(shard, deadline)) {
              Reason.Unavailable told = told(new Reason.Unavailable(code, why));
              done.accept(new Answer.Failed(told.code(), told.message()));
            } else {
              waits.later(deadline, tries, () -> ask(shard, question, deadline, tries + 1, done));
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
    StoppedShard stopped = links.stopped(shard);
    Answer.Failed none =
        stopped != null
            ? new Answer.Failed(StoppedShard.CODE, stopped.text())
            : new Answer.Failed(
                "node-unavailable", "no host leads shard " + shard + ", or answers");
    waits.whenLed(
        shard,
        scheduler.nanos() + timeoutNanos,
        left ->
            calls.ask(
                shard, question, left + GRACE_NANOS, result -> done.accept(result.answer(none))),
        () -> done.accept(none));
  }

  // --- leaders ---

  /** Returns whether a shard has a leader that this host reaches. */
  boolean reaches(int shard) {
    return terms.apply(shard) != null || peers.connected(shard);
  }

  /** A shard has a leader: what waits for it goes on. */
  void led(int shard) {
    waits.led(shard);
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
    reading.received(shard, bytes, offset, length);
  }

  private void take(int shard, PeerMessage message) {
    switch (message) {
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
