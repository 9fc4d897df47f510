package tutti.engine.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.commit.Assumption;

/**
 * Takes a backup through its rounds, on all nodes, or on the leaders of all shards. Thread-safe.
 */
public final class NodesBackups implements Backups {
  /** The longest time that an answer may take which waits for a disk. */
  private static final long ANSWER_NANOS = 20_000_000_000L;

  private final QuestionTargets<? super Question.OfBackup> targets;
  private final Scheduler scheduler;
  private final RandomGenerator entropy;
  private final IntFunction<String> names;
  private final long holdNanos;
  private @Nullable Here here;

  /**
   * @param targets the nodes or leaders
   * @param entropy names backups
   * @param names gives the name of each by its number, for errors; empty for none
   */
  public NodesBackups(
      QuestionTargets<? super Question.OfBackup> targets,
      Deployment deployment,
      Scheduler scheduler,
      RandomGenerator entropy,
      IntFunction<String> names) {
    this.targets = targets;
    this.scheduler = scheduler;
    this.entropy = entropy;
    this.names = names;
    this.holdNanos = longestHold(deployment);
  }

  /**
   * Returns the backups of a node and of all others.
   *
   * @param notReady tells why this node takes no requests, or null
   * @param folder of this node, or null if nothing is kept
   * @param distribution reaches the others; null if there are none
   * @param actors counts those in memory
   */
  static NodesBackups of(
      Deployment deployment,
      Supplier<@Nullable String> notReady,
      Ports ports,
      @Nullable DataFolder folder,
      @Nullable Distribution distribution,
      LongSupplier actors) {
    Here here = new Here(deployment, notReady, ports, folder, actors);
    NodesBackups all =
        new NodesBackups(
            new NodeQuestions<>(distribution, here::answer),
            deployment,
            ports.scheduler(),
            ports.entropy(),
            distribution == null ? _ -> "" : distribution.peers()::name);
    all.here = here;
    return all;
  }

  /** Returns this node's own part. */
  Here here() {
    return Objects.requireNonNull(here, "the leaders of shards have parts of their own");
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
            case Result.Good<List<NodeCopy>>(var all) ->
                done.accept(new Result.Good<>(new Begun(id, at, all)));
            case Result.Failed<List<NodeCopy>>(var code, var why) ->
                end(id, () -> done.accept(new Result.Failed<>(code, why)));
          }
        });
  }

  @Override
  public void read(String id, int from, String file, long at, Consumer<Result<byte[]>> done) {
    if (from < 0 || from >= targets.count()) {
      done.accept(new Result.Failed<>("backup-unknown", "there is no node number " + from));
      return;
    }
    targets.ask(
        from,
        new Question.BackupPiece(id, file, at),
        ANSWER_NANOS,
        answer ->
            done.accept(
                result(from, answer, it -> it instanceof Answer.Bytes(byte[] all) ? all : null)));
  }

  @Override
  public void end(String id, Runnable done) {
    everywhere(
        new Question.BackupEnd(id), holdAnswerNanos(), answer -> true, ignored -> done.run());
  }

  /**
   * Asks all nodes; {@code done} is told when all have answered, or have failed to: one failure is
   * enough for all.
   */
  private <T> void everywhere(
      Question.OfBackup question,
      long timeoutNanos,
      Function<Answer, @Nullable T> read,
      Consumer<Result<List<T>>> done) {
    targets.gather(
        node -> true,
        node -> question,
        timeoutNanos,
        answers -> {
          List<T> good = new ArrayList<>();
          for (QuestionTargets.From from : answers) {
            switch (result(from.node(), from.answer(), read)) {
              case Result.Good<T>(T value) -> good.add(value);
              case Result.Failed<T>(var code, var why) -> {
                done.accept(new Result.Failed<>(code, why));
                return;
              }
            }
          }
          done.accept(new Result.Good<>(good));
        });
  }

  private <T> Result<T> result(int from, Answer answer, Function<Answer, @Nullable T> read) {
    T value = answer instanceof Answer.Failed ? null : read.apply(answer);
    if (value != null) {
      return new Result.Good<>(value);
    }
    Answer.Failed failed = QuestionTargets.failure(answer);
    String name = names.apply(from);
    boolean said = answer.equals(failed) && !failed.code().equals(NodeQuestions.UNAVAILABLE);
    return new Result.Failed<>(
        failed.code(), said && !name.isEmpty() ? name + ": " + failed.message() : failed.message());
  }

  /** A node's own part in backups; with replicas, that of the leader of a shard. Thread-safe. */
  static final class Here {
    private final Deployment deployment;
    private final Supplier<@Nullable String> notReady;
    private final Ports ports;
    private final @Nullable DataFolder folder;
    private final LongSupplier actors;
    private @Nullable NodeBackups local;

    Here(
        Deployment deployment,
        Supplier<@Nullable String> notReady,
        Ports ports,
        @Nullable DataFolder folder,
        LongSupplier actors) {
      this.deployment = deployment;
      this.notReady = notReady;
      this.ports = ports;
      this.folder = folder;
      this.actors = actors;
    }

    /** Returns the part, made when it is first needed, since it has a thread of its own. */
    private synchronized @Nullable NodeBackups local() {
      if (local == null && folder != null) {
        long holdNanos = longestHold(deployment);
        local = new NodeBackups(ports.self(), folder, actors, ports.scheduler(), holdNanos);
      }
      return local;
    }

    /** Answers a question to this node alone, by itself or by another one. */
    void answer(Question.OfBackup question, Consumer<Answer> answer) {
      NodeBackups here = local();
      String not = notReady.get();
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
            here.read(
                id, file, at, given(answer, (bytes, to) -> to.accept(new Answer.Bytes(bytes))));
        case Question.BackupEnd(String id) -> here.end(id, () -> answer.accept(new Answer.Done()));
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
}
