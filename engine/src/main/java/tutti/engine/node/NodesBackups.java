package tutti.engine.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.commit.Assumption;

/** Takes a backup through its rounds, on this node and on the others. Thread-safe. */
final class NodesBackups implements Backups {
  /** The longest time that an answer may take which waits for a disk. */
  private static final long ANSWER_NANOS = 20_000_000_000L;

  private final LocalNode node;
  private final int self;
  private final @Nullable DataFolder folder;
  private final @Nullable Distribution distribution;
  private final Scheduler scheduler;
  private final RandomGenerator entropy;
  private final LongSupplier actors;
  private final long holdNanos;
  private @Nullable NodeBackups local;

  NodesBackups(
      LocalNode node,
      int self,
      @Nullable DataFolder folder,
      @Nullable Distribution distribution,
      Scheduler scheduler,
      RandomGenerator entropy,
      LongSupplier actors,
      long holdNanos) {
    this.node = node;
    this.self = self;
    this.folder = folder;
    this.distribution = distribution;
    this.scheduler = scheduler;
    this.entropy = entropy;
    this.actors = actors;
    this.holdNanos = holdNanos;
  }

  /**
   * The longest time for which a log may be held under a deployment, in nanoseconds. Where commit
   * takes silence for a crash, a held log must not look like one: it takes half the bound within
   * which every message is handled, and leaves the other half to the network and the disk.
   */
  static long longestHold(Deployment deployment) {
    boolean silenceIsACrash =
        deployment.nodes().size() > 1
            && !deployment.protocol().traits().safeUnder().contains(Assumption.ASYNCHRONOUS);
    long bound = deployment.commitment().delayBound().toNanos();
    return silenceIsACrash ? Math.min(NodeBackups.HOLD_NANOS, bound / 2) : NodeBackups.HOLD_NANOS;
  }

  /**
   * Returns this node's own part in backups. The object is made when it is first needed, since it
   * has a thread of its own.
   */
  private synchronized @Nullable NodeBackups local() {
    if (local == null && folder != null) {
      local = new NodeBackups(self, folder, actors, scheduler, holdNanos);
    }
    return local;
  }

  /**
   * Returns the longest time for an answer of the first round: shorter than a log is held, so that
   * the nodes need not give up by themselves.
   */
  private long holdAnswerNanos() {
    return holdNanos / 2;
  }

  // --- the rounds ---

  @Override
  public void begin(Consumer<Result<Begun>> done) {
    String id;
    synchronized (this) {
      id = HexFormat.of().toHexDigits(entropy.nextLong());
    }
    Instant at = scheduler.now();
    everywhere(
        new Question.BackupHold(id),
        holdAnswerNanos(),
        answer -> answer instanceof Answer.Done ? true : null,
        held -> {
          if (held instanceof Result.Failed<List<Boolean>>(var code, var why)) {
            end(id, () -> done.accept(new Result.Failed<>(code, why)));
          } else {
            letGo(id, at, done);
          }
        });
  }

  private void letGo(String id, Instant at, Consumer<Result<Begun>> done) {
    everywhere(
        new Question.BackupLetGo(id),
        ANSWER_NANOS,
        answer -> answer instanceof Answer.ToCopy(NodeCopy copy) ? copy : null,
        copies -> {
          switch (copies) {
            case Result.Good<List<NodeCopy>>(var all) -> {
              List<NodeCopy> sorted = new ArrayList<>(all);
              sorted.sort(Comparator.comparingInt(NodeCopy::node));
              done.accept(new Result.Good<>(new Begun(id, at, sorted)));
            }
            case Result.Failed<List<NodeCopy>>(var code, var why) ->
                end(id, () -> done.accept(new Result.Failed<>(code, why)));
          }
        });
  }

  @Override
  public void read(String id, int from, String file, long at, Consumer<Result<byte[]>> done) {
    if (from != self && (distribution == null || !distribution.has(from))) {
      done.accept(new Result.Failed<>("backup-unknown", "there is no node number " + from));
      return;
    }
    ask(
        from,
        new Question.BackupPiece(id, file, at),
        ANSWER_NANOS,
        answer -> answer instanceof Answer.Bytes(byte[] bytes) ? bytes : null,
        done);
  }

  @Override
  public void end(String id, Runnable done) {
    everywhere(
        new Question.BackupEnd(id), holdAnswerNanos(), answer -> true, ignored -> done.run());
  }

  /** Asks all nodes; {@code done} is told when all have answered, or have failed to. */
  private <T> void everywhere(
      Question question,
      long timeoutNanos,
      Function<Answer, @Nullable T> read,
      Consumer<Result<List<T>>> done) {
    Distribution others = distribution;
    int nodes = others == null ? 1 : others.nodes();
    Gathering<T> gathering = new Gathering<>(nodes, done);
    for (int each = 0; each < nodes; each++) {
      ask(others == null ? self : each, question, timeoutNanos, read, gathering::add);
    }
  }

  private <T> void ask(
      int to,
      Question question,
      long timeoutNanos,
      Function<Answer, @Nullable T> read,
      Consumer<Result<T>> done) {
    Distribution others = distribution;
    if (to == self || others == null) {
      answer(question, answer -> done.accept(result(to, answer, read)));
      return;
    }
    others
        .calls()
        .ask(
            to,
            question,
            timeoutNanos,
            result ->
                done.accept(
                    result instanceof Calls.Result.Answered(Answer answer)
                        ? result(to, answer, read)
                        : new Result.Failed<>(
                            "node-unavailable",
                            others.name(to) + " cannot be reached, or does not answer")));
  }

  private <T> Result<T> result(int from, Answer answer, Function<Answer, @Nullable T> read) {
    if (answer instanceof Answer.Failed(String code, String why)) {
      return new Result.Failed<>(
          code, distribution == null ? why : distribution.name(from) + ": " + why);
    }
    T value = read.apply(answer);
    return value == null
        ? new Result.Failed<>("internal-error", "an answer that is none: " + answer)
        : new Result.Good<>(value);
  }

  /** The answers of all nodes, until all are there; one failure is enough for all. */
  private static final class Gathering<T> {
    private final Consumer<Result<List<T>>> done;
    private final List<T> good = new ArrayList<>();
    private Result.@Nullable Failed<List<T>> failed;
    private int missing;

    Gathering(int missing, Consumer<Result<List<T>>> done) {
      this.missing = missing;
      this.done = done;
    }

    void add(Result<T> result) {
      Result<List<T>> all;
      synchronized (this) {
        switch (result) {
          case Result.Good<T>(T value) -> good.add(value);
          case Result.Failed<T>(var code, var why) -> failed = new Result.Failed<>(code, why);
        }
        if (--missing > 0) {
          return;
        }
        all = failed != null ? failed : new Result.Good<>(good);
      }
      done.accept(all);
    }
  }

  // --- this node ---

  /** Answers a question to this node alone, by itself or by another one. */
  void answer(Question question, Consumer<Answer> answer) {
    NodeBackups here = local();
    String not = node.notReady();
    if (here == null) {
      answer.accept(
          new Answer.Failed(
              "nothing-kept", "durability is off: nothing is on disk that could be copied"));
      return;
    }
    switch (question) {
      case Question.BackupHold(String id) when not != null ->
          answer.accept(new Answer.Failed("not-ready", not));
      case Question.BackupHold(String id) ->
          here.hold(id, given(answer, (held, to) -> to.accept(new Answer.Done())));
      case Question.BackupLetGo(String id) ->
          here.letGo(id, given(answer, (copy, to) -> to.accept(new Answer.ToCopy(copy))));
      case Question.BackupPiece(String id, String file, long at) ->
          here.read(id, file, at, given(answer, (bytes, to) -> to.accept(new Answer.Bytes(bytes))));
      case Question.BackupEnd(String id) -> here.end(id, () -> answer.accept(new Answer.Done()));
      case Question.Submit it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Age it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Read it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Page it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Status it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Progress it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.Resolve it -> throw new IllegalArgumentException("no part of a backup: " + it);
      case Question.OfSnapshot it ->
          throw new IllegalArgumentException("no part of a backup: " + it);
    }
  }

  private static <T> Consumer<Result<T>> given(
      Consumer<Answer> answer, BiConsumer<T, Consumer<Answer>> good) {
    return result -> {
      switch (result) {
        case Result.Good<T>(T value) -> good.accept(value, answer);
        case Result.Failed<T>(var code, var why) -> answer.accept(new Answer.Failed(code, why));
      }
    };
  }
}
