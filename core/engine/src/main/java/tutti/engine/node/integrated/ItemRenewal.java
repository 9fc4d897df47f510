package tutti.engine.node.integrated;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.ItemValues;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;

/**
 * The renewal of what earlier versions of an application with actors in Java have written: the
 * classes of a version are gone with it, so its values must be today's before the next version
 * comes. Each replica renews its own, piece by piece, as long as it finds any: what a value says
 * does not change. Values of specifications stay as they are, since these can be made again.
 *
 * <p>It is over once a pass over replicas that all act has found nothing, and until more comes from
 * other hosts that an earlier version may have written. Confined to its queue, but for {@link
 * #isOver}.
 */
final class ItemRenewal {
  private static final long PAUSE_NANOS = 2_000_000;
  private static final long AGAIN_NANOS = 200_000_000;

  /** The number of looks between two passes where nothing comes. */
  private static final int LOOKS = 50;

  private static final long NEVER = -1;

  /** The replicas of this host. */
  interface Replicas {
    /** Returns the state of one; null if it is not there yet. */
    @Nullable ItemReplicaStatus status(int shard);

    /** Writes a part of its items anew, as {@link ProtocolReplicas#renew} does. */
    void renew(
        int shard,
        @Nullable ActorId after,
        BiFunction<ActorId, byte[], byte[]> value,
        Consumer<ProtocolReplicas.Renewed> done);
  }

  private final ApplicationVersions versions;
  private final List<Integer> shards;
  private final Replicas replicas;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final ItemValues values;

  private boolean found;

  /** The count of what had come from other hosts when the pass began. */
  private long began;

  /** The looks since the pass ended. */
  private int looks;

  /** Whether there is nothing to renew, whatever comes. */
  private volatile boolean needless;

  /** The count when the newest pass began that has found nothing; {@link #NEVER} before. */
  private volatile long renewed = NEVER;

  private volatile boolean closed;

  /**
   * @param shards that have replicas on this host
   */
  ItemRenewal(
      ApplicationVersions versions, List<Integer> shards, Scheduler scheduler, Replicas replicas) {
    this.versions = versions;
    this.shards = shards;
    this.replicas = replicas;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("renewal");
    this.values = new ItemValues(versions);
    this.needless = !(versions.today() instanceof RelationalApplication);
  }

  /** Begins once the versions are known, if there is anything to do then. */
  void start() {
    versions.whenSettled(
        () -> {
          if (!needless && versions.number() > 1) {
            queue.step(this::begin);
          } else {
            needless = true;
          }
        });
  }

  /** Returns whether nothing is here that an earlier version has written. */
  boolean isOver() {
    return needless || renewed == arrived();
  }

  void close() {
    closed = true;
  }

  /** The number of times that something came which an earlier version may have written. */
  private long arrived() {
    long all = 0;
    for (int shard : shards) {
      ItemReplicaStatus status = replicas.status(shard);
      all += status == null ? 0 : status.arrived();
    }
    return all;
  }

  private boolean allAct() {
    for (int shard : shards) {
      ItemReplicaStatus status = replicas.status(shard);
      if (status == null || !status.acts()) {
        return false;
      }
    }
    return true;
  }

  private void begin() {
    began = arrived();
    found = false;
    pass(0, null);
  }

  private void pass(int place, @Nullable ActorId after) {
    if (closed) {
      return;
    }
    if (place == shards.size()) {
      // A replica that does not act yet may lack what was not renewed elsewhere.
      renewed = !found && allAct() ? began : NEVER;
      looks = 0;
      scheduler.after(AGAIN_NANOS, queue, this::look);
      return;
    }
    replicas.renew(
        shards.get(place),
        after,
        values::renewed,
        piece -> {
          found |= piece.renewed();
          ActorId last = piece.last();
          scheduler.after(PAUSE_NANOS, queue, () -> pass(last == null ? place + 1 : place, last));
        });
  }

  private void look() {
    if (!isOver() || ++looks >= LOOKS) {
      begin();
    } else {
      scheduler.after(AGAIN_NANOS, queue, this::look);
    }
  }
}
