package tutti.engine.concurrency.locking.actor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.Precedence;

/**
 * The lock of one actor that more than a single action uses: its holders and the waiting requests.
 * Guarded by the cell's latch.
 */
final class Lock implements InUse, Precedence.Contended {
  private @Nullable LockClaim exclusive;
  private final ArrayList<LockClaim> shared = new ArrayList<>(2);

  /** The waiting requests, in order of arrival; upgrades are before all others. */
  private final ArrayDeque<ActorRequest> queue = new ArrayDeque<>(4);

  private int upgrades;
  private final ArrayDeque<ActorRequest> reads = new ArrayDeque<>(2);

  Lock(@Nullable LockClaim exclusive) {
    this.exclusive = exclusive;
  }

  @Nullable LockClaim exclusive() {
    return exclusive;
  }

  void hold(LockClaim claim) {
    if (claim.isExclusive()) {
      exclusive = claim;
    } else {
      shared.add(claim);
    }
  }

  void letGo(LockClaim claim) {
    if (exclusive == claim) {
      exclusive = null;
    } else if (!shared.remove(claim)) {
      throw new IllegalStateException("not held: " + claim);
    }
  }

  /**
   * Whether a new request may be granted immediately: no holder in its way, and no request before
   * it.
   *
   * @param byAge whether only older ones are before it
   */
  boolean mayEnter(ActorRequest request, boolean byAge) {
    return compatible(request)
        && (queue.isEmpty() || holds(request.owner()) || (byAge && allYounger(request.owner())));
  }

  private boolean allYounger(Participant owner) {
    for (ActorRequest queued : queue) {
      if (!Participant.older(owner, queued.owner())) {
        return false;
      }
    }
    return true;
  }

  /** Whether the lock's holders admit the request. */
  boolean compatible(ActorRequest request) {
    Participant owner = request.owner();
    if (exclusive != null && exclusive.owner() != owner) {
      return false;
    }
    return wantsExclusive(request)
        ? !sharedByOthers(owner)
        : !request.willAct() || !updatedByOthers(owner);
  }

  /** A read needs only that no decided or nearly decided effect is still to be applied. */
  boolean readable() {
    return exclusive == null || !exclusive.owner().readsWait();
  }

  /**
   * @param byAge whether the queue is in the order of age, not of arrival
   */
  void await(ActorRequest request, boolean byAge) {
    if (request.work() instanceof Work.Read) {
      reads.add(request);
    } else if (wantsExclusive(request) && holds(request.owner())) {
      awaitUpgrade(request);
    } else if (byAge) {
      awaitByAge(request);
    } else {
      queue.add(request);
    }
  }

  private void awaitByAge(ActorRequest request) {
    ArrayDeque<ActorRequest> younger = new ArrayDeque<>();
    while (queue.size() > upgrades && Participant.older(request.owner(), queue.getLast().owner())) {
      younger.addFirst(queue.removeLast());
    }
    queue.add(request);
    queue.addAll(younger);
  }

  /** Returns all requests behind this one: first come, first served. */
  @Override
  public List<ActorRequest> behind(ActorRequest request) {
    List<ActorRequest> behind = new ArrayList<>();
    boolean found = false;
    for (ActorRequest each : queue) {
      if (found && each.owner() != request.owner()) {
        behind.add(each);
      }
      found |= each == request;
    }
    return behind;
  }

  private void awaitUpgrade(ActorRequest request) {
    ArrayDeque<ActorRequest> before = new ArrayDeque<>(upgrades);
    for (int i = 0; i < upgrades; i++) {
      before.addLast(queue.removeFirst());
    }
    queue.addFirst(request);
    while (!before.isEmpty()) {
      queue.addFirst(before.removeLast());
    }
    upgrades++;
  }

  @Nullable ActorRequest nextRead() {
    return reads.poll();
  }

  /** The first in the queue, if it may enter now; it leaves the queue. */
  @Nullable ActorRequest nextGranted() {
    ActorRequest head = queue.peek();
    if (head == null || !compatible(head)) {
      return null;
    }
    queue.poll();
    upgrades = Math.max(0, upgrades - 1);
    return head;
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    if (reads.remove(request)) {
      return true;
    }
    int place = 0;
    for (Iterator<ActorRequest> all = queue.iterator(); all.hasNext(); place++) {
      if (all.next() == request) {
        all.remove();
        upgrades -= place < upgrades ? 1 : 0;
        return true;
      }
    }
    return false;
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    if (reads.contains(request)) {
      if (exclusive != null) {
        sink.accept(exclusive.owner());
      }
    } else if (queue.contains(request)) {
      holdersBefore(request, sink);
      queueBefore(request, sink);
    }
  }

  /** Shows the queue first, then the reads, which wait for the exclusive holder alone. */
  @Override
  public void showQueue(QueueViewer viewer) {
    List<Participant> acting = new ArrayList<>();
    if (exclusive != null) {
      acting.add(exclusive.owner());
    }
    List<Participant> updating = new ArrayList<>(acting);
    List<Participant> holding = new ArrayList<>(acting);
    for (LockClaim claim : shared) {
      holding.add(claim.owner());
      if (claim.isUpdate()) {
        updating.add(claim.owner());
      }
    }
    List<Participant> queued = new ArrayList<>();
    for (ActorRequest request : queue) {
      List<Participant> holders =
          wantsExclusive(request) ? holding : request.willAct() ? updating : acting;
      if (!viewer.sees(request, holders, queued, queued.size())) {
        return;
      }
      queued.add(request.owner());
    }
    for (ActorRequest read : reads) {
      if (!viewer.sees(read, acting, queued, 0)) {
        return;
      }
    }
  }

  private void holdersBefore(ActorRequest request, Consumer<Participant> sink) {
    if (exclusive != null && exclusive.owner() != request.owner()) {
      sink.accept(exclusive.owner());
    }
    for (LockClaim claim : shared) {
      boolean conflicts = wantsExclusive(request) || (request.willAct() && claim.isUpdate());
      if (conflicts && claim.owner() != request.owner()) {
        sink.accept(claim.owner());
      }
    }
  }

  /**
   * Gives the participants that a request waits for: all before it, even those it could share with.
   */
  private void queueBefore(ActorRequest request, Consumer<Participant> sink) {
    for (ActorRequest earlier : queue) {
      if (earlier == request) {
        return;
      }
      if (earlier.owner() != request.owner()) {
        sink.accept(earlier.owner());
      }
    }
  }

  @Override
  public void uses(Consumer<Use> sink) {
    if (exclusive != null) {
      sink.accept(exclusive.use());
    }
    shared.forEach(claim -> sink.accept(claim.use()));
    queue.forEach(request -> sink.accept(new Use.Waits(request, "")));
    reads.forEach(request -> sink.accept(new Use.Waits(request, "")));
  }

  boolean idle() {
    return exclusive == null && shared.isEmpty() && queue.isEmpty() && reads.isEmpty();
  }

  private boolean holds(Participant owner) {
    if (exclusive != null && exclusive.owner() == owner) {
      return true;
    }
    for (LockClaim claim : shared) {
      if (claim.owner() == owner) {
        return true;
      }
    }
    return false;
  }

  private boolean sharedByOthers(Participant owner) {
    for (LockClaim claim : shared) {
      if (claim.owner() != owner) {
        return true;
      }
    }
    return false;
  }

  private boolean updatedByOthers(Participant owner) {
    for (LockClaim claim : shared) {
      if (claim.isUpdate() && claim.owner() != owner) {
        return true;
      }
    }
    return false;
  }

  static boolean wantsExclusive(ActorRequest request) {
    return request.work() instanceof Work.Act
        || (request.work() instanceof Work.Run run && run.writes());
  }
}
