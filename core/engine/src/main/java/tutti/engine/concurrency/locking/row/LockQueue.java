package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.locking.Precedence;

/**
 * The requests that wait for locks on an actor's rows, in the order of arrival, or of age. A
 * request waits behind the earlier requests whose lock excludes its own, and behind no others. A
 * request of a transaction that already holds a lock (an upgrade) does not wait behind requests
 * that wait for that very transaction. Guarded by the cell's latch.
 */
final class LockQueue implements Precedence.Contended {
  private final RowLocks locks;
  private final boolean byAge;
  private final List<Waiting> queue = new ArrayList<>(2);

  /** A request that waits. */
  private static final class Waiting {
    final ActorRequest request;
    final RowLock lock;
    boolean over;

    /**
     * An owner that the request waits for, as long as it waits for that one: a {@link Participant}
     * or another.
     */
    @Nullable Object behind;

    Waiting(ActorRequest request) {
      this.request = request;
      this.lock = RowLocking.lockOf(request);
    }

    Participant owner() {
      return request.owner();
    }
  }

  /**
   * @param byAge whether older transactions go first; else earlier requests
   */
  LockQueue(RowLocks locks, boolean byAge) {
    this.locks = locks;
    this.byAge = byAge;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Whether a waiting request goes before a lock that is asked for now. */
  boolean isBefore(RowLock lock, Participant owner) {
    return !queue.isEmpty() && before(lock, owner, placeFor(owner)) != null;
  }

  private int placeFor(Participant owner) {
    int place = queue.size();
    while (byAge && place > 0 && Participant.older(owner, queue.get(place - 1).owner())) {
      place--;
    }
    return place;
  }

  /** The first of those that wait before a place and go before that lock, or null. */
  private @Nullable Waiting before(RowLock lock, Participant owner, int place) {
    for (int i = 0; i < place; i++) {
      if (goesBefore(queue.get(i), lock, owner)) {
        return queue.get(i);
      }
    }
    return null;
  }

  private boolean goesBefore(Waiting waiting, RowLock lock, Participant owner) {
    return isExcluded(waiting, lock, owner)
        && !locks.isInTheWay(owner, waiting.lock, waiting.owner());
  }

  private static boolean isExcluded(Waiting waiting, RowLock lock, Participant owner) {
    return waiting.owner() != owner && waiting.lock.excludes(lock);
  }

  /** Lets a request wait for its lock. */
  void await(ActorRequest request) {
    queue.add(placeFor(request.owner()), new Waiting(request));
  }

  private int placeOf(ActorRequest request) {
    for (int i = 0; i < queue.size(); i++) {
      if (queue.get(i).request == request) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    int place = placeOf(request);
    if (place < 0) {
      return false;
    }
    queue.remove(place).over = true;
    return true;
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    int place = placeOf(request);
    if (place < 0) {
      return;
    }
    Waiting waiting = queue.get(place);
    locks.anyInTheWay(
        waiting.lock,
        waiting.owner(),
        holder -> {
          sink.accept(holder);
          return false;
        });
    for (int i = 0; i < place; i++) {
      if (goesBefore(queue.get(i), waiting.lock, waiting.owner())) {
        sink.accept(queue.get(i).owner());
      }
    }
  }

  @Override
  public List<ActorRequest> behind(ActorRequest request) {
    List<ActorRequest> behind = new ArrayList<>(0);
    int place = placeOf(request);
    if (place < 0) {
      return behind;
    }
    Waiting waiting = queue.get(place);
    for (int i = 0; i < queue.size(); i++) {
      Waiting other = queue.get(i);
      if (isExcluded(other, waiting.lock, waiting.owner())
          && !(i < place && goesBefore(other, waiting.lock, waiting.owner()))) {
        behind.add(other.request);
      }
    }
    return behind;
  }

  /**
   * Shows the requests that need not wait any more, first to last; each leaves the queue and has
   * its lock when the next one is looked at.
   *
   * @param gone the participant that has released a lock, or does not wait any more
   */
  void serve(Participant gone, BiConsumer<ActorRequest, RowLock> grant) {
    for (int i = 0; i < queue.size(); ) {
      Waiting waiting = queue.get(i);
      if (mayHaveBecomeFree(waiting, gone) && isFree(waiting, i)) {
        queue.remove(i);
        waiting.over = true;
        grant.accept(waiting.request, waiting.lock);
      } else {
        i++;
      }
    }
  }

  private static boolean mayHaveBecomeFree(Waiting waiting, Participant gone) {
    return waiting.behind instanceof Waiting other
        ? other.over
        : waiting.behind == null || waiting.behind == gone;
  }

  private boolean isFree(Waiting waiting, int place) {
    waiting.behind = locks.inTheWay(waiting.lock, waiting.owner());
    if (waiting.behind == null) {
      waiting.behind = before(waiting.lock, waiting.owner(), place);
    }
    return waiting.behind == null;
  }

  void requests(Consumer<ActorRequest> sink) {
    queue.forEach(waiting -> sink.accept(waiting.request));
  }
}
