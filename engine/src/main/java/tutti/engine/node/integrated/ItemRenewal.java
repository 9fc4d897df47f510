package tutti.engine.node.integrated;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ApplicationVersions;
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
 * Confined to its queue, but for {@link #isOver}.
 */
final class ItemRenewal {
  private static final long PAUSE_NANOS = 2_000_000;
  private static final long AGAIN_NANOS = 200_000_000;
  private static final long RARELY_NANOS = 10_000_000_000L;

  private final ApplicationVersions versions;
  private final IntegratedMachines machines;
  private final List<Integer> shards;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final ItemValues values;

  private boolean found;
  private long installed = -1;
  private volatile boolean over;
  private volatile boolean closed;

  ItemRenewal(HostParts parts, IntegratedMachines machines) {
    this.versions = parts.versions();
    this.machines = machines;
    this.shards = parts.layout().own();
    this.scheduler = parts.ports().scheduler();
    this.queue = scheduler.newStepQueue("renewal");
    this.values = new ItemValues(versions);
    this.over = !(versions.today() instanceof RelationalApplication);
  }

  /** Begins once the versions are known, if there is anything to do then. */
  void start() {
    versions.whenSettled(
        () -> {
          if (!over && versions.number() > 1) {
            queue.step(() -> pass(0, null));
          } else {
            over = true;
          }
        });
  }

  /** Returns whether nothing was found that an earlier version has written. */
  boolean isOver() {
    return over;
  }

  void close() {
    closed = true;
  }

  private void pass(int place, @Nullable ActorId after) {
    if (closed) {
      return;
    }
    if (place == shards.size()) {
      ended();
      return;
    }
    machines.renew(
        shards.get(place),
        after,
        values::renewed,
        piece -> {
          found |= piece.renewed();
          ActorId last = piece.last();
          scheduler.after(PAUSE_NANOS, queue, () -> pass(last == null ? place + 1 : place, last));
        });
  }

  /** A memory that comes from another host may have what was not renewed there. */
  private void ended() {
    long now =
        shards.stream()
            .map(machines::glance)
            .mapToLong(glance -> glance != null && glance.acts() ? glance.installed() : -1)
            .sum();
    over = !found && now == installed;
    installed = now;
    found = false;
    scheduler.after(over ? RARELY_NANOS : AGAIN_NANOS, queue, () -> pass(0, null));
  }
}
