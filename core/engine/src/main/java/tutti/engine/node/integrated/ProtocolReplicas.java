package tutti.engine.node.integrated;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.history.History;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.IntegratedProtocol;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.model.ActorId;
import tutti.model.Decoder;

/** The machines of one integrated protocol on a host, as its node uses them. Thread-safe. */
public sealed interface ProtocolReplicas extends ItemRenewal.Replicas, ReplicaCopies.Cuts
    permits TapirMachines, JanusMachines {

  /** The parts of a host's front that run transactions. */
  record Frame(
      ApplicationVersions versions,
      NodeRuntime runtime,
      Completion completion,
      List<TaskExecutor> executors,
      History history) {}

  /** Makes the frame in which transactions run over these machines; once, before the start. */
  IntegratedProtocol frame(Frame parts);

  /** Returns the item of the versions of the application; after {@link #frame}. */
  VersionAgreement.Store versions();

  /**
   * Starts the replicas of this host.
   *
   * @param failed is told why the host can serve nobody, if that is found
   */
  void start(Consumer<String> failed);

  /** Takes a message of the machines of another host; the bytes are read before this returns. */
  void received(int from, Decoder in);

  /** Returns the state of the replica of a shard; null if none is here. */
  @Override
  @Nullable ItemReplicaStatus status(int shard);

  /** Returns why the replica of a shard here is stopped; null if it is not. */
  @Nullable StoppedShard stopped(int shard);

  /**
   * Returns whether replicas that are stopped at an entry came to different ends there, so that all
   * go on with what one of them has, and none passes over anything.
   */
  default boolean upholds(long entry) {
    return false;
  }

  /**
   * Finds the transaction at which the replica of a shard here is stopped; none, if it is not
   * stopped at that place, or no replica can pass over what is there.
   */
  void stoppedAt(int shard, long place, Consumer<Optional<byte[]>> found);

  /**
   * Lets all replicas of a shard pass over a transaction, if this host leads its configuration log.
   */
  void passOver(int shard, PassOverOrder order, Consumer<Boolean> written);

  /**
   * Tells the transactions that are stuck here, or may be, for operators.
   *
   * @param only this one, or null for all
   */
  default void progress(@Nullable TransactionId only, Consumer<List<MemberProgress>> done) {
    done.accept(List.of());
  }

  /** Ends a transaction here as a person says. */
  default void resolve(TransactionId id, ResolutionRequest request, Consumer<Answer> done) {
    done.accept(new Answer.Failed("unknown-transaction", "nothing of it is in progress there"));
  }

  /** Returns how many transactions have coordinators here. */
  int coordinating();

  /** Returns for how many transactions a host that stops should wait. */
  int unended();

  /** Returns how often hosts took coordinators for gone here. */
  long takeOvers();

  /**
   * Returns how many replicas lack what was settled here without them, and get it as soon as they
   * can: 0 where nothing is settled without all of them.
   */
  default int leftOut() {
    return 0;
  }

  /** Returns what has happened so far, by its names. */
  SortedMap<String, Long> counted();

  /**
   * A part of what a replica has was looked through.
   *
   * @param last item of the part; null if there are no others behind it
   * @param renewed whether anything in it was written anew, or is to be later
   */
  record Renewed(@Nullable ActorId last, boolean renewed) {}

  /**
   * Writes a part of a replica's items anew.
   *
   * @param after the item behind which the part begins; null from the first on
   * @param value gives the new value of an item; the same array, if it is to stay
   * @param done is told, on some thread; never, if no replica of the shard runs here
   */
  @Override
  void renew(
      int shard,
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      Consumer<Renewed> done);

  /** Ends all machines. */
  void close();
}
