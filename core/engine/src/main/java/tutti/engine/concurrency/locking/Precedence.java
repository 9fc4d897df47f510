package tutti.engine.concurrency.locking;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;

/**
 * The rule by which a queued request waits, or is ended, or ends the requests in its way, so that a
 * waiting transaction is always older ({@link WaitRule#WAIT_DIE}) or always younger ({@link
 * WaitRule#WOUND_WAIT}) than those that it waits for. Then no cycle of waits can close, on any
 * number of actors and nodes.
 */
public final class Precedence {
  private static final String HERE_BEFORE = "was here before";
  private static final String OLDER = "is older, and was here before";

  private Precedence() {}

  /** A lock, or a place, that requests wait for in a queue. */
  public interface Contended {

    /**
     * Gives the participants that a queued request waits for: the holders, and earlier requests.
     */
    void blockers(ActorRequest request, Consumer<Participant> sink);

    /** Returns the other owners' requests in the queue that have to wait for a request in it. */
    List<ActorRequest> behind(ActorRequest request);

    /** Takes a request out of the queue; false if it is not in it. */
    boolean withdraw(ActorRequest request);
  }

  /**
   * Decides on a request that has just joined the lock's queue.
   *
   * @param answers gets the requests that it ends, and the participants that it wounds
   * @return {@link Verdict.Delay}, or {@link Verdict.Conflict}: it has left the queue then
   */
  public static Verdict settle(
      WaitRule rule, ActorRequest request, Contended lock, PendingVerdicts answers) {
    Participant inTheWay =
        switch (rule) {
          case WAIT -> null;
          case NO_WAIT -> blockers(lock, request).getFirst();
          case WAIT_DIE -> elder(lock, request);
          case WOUND_WAIT -> woundYounger(lock, request, answers);
        };
    if (inTheWay != null) {
      lock.withdraw(request);
      String how = rule == WaitRule.NO_WAIT ? HERE_BEFORE : OLDER;
      return new Verdict.Conflict(inTheWay.id(), how);
    }
    if (rule == WaitRule.WAIT_DIE) {
      endYoungerBehind(lock, request, answers);
    }
    return Verdict.Delay.INSTANCE;
  }

  private static List<Participant> blockers(Contended lock, ActorRequest request) {
    List<Participant> blockers = new ArrayList<>(2);
    lock.blockers(request, blockers::add);
    return blockers;
  }

  /**
   * Returns, for wait-die, an older participant that the request would have to wait for, or null.
   */
  private static @Nullable Participant elder(Contended lock, ActorRequest request) {
    for (Participant blocker : blockers(lock, request)) {
      if (!Participant.older(request.owner(), blocker)) {
        return blocker;
      }
    }
    return null;
  }

  /**
   * Ends, for wait-die, the younger requests behind an upgrade: it goes before the queue, where
   * only older transactions may wait for it.
   */
  private static void endYoungerBehind(
      Contended lock, ActorRequest request, PendingVerdicts answers) {
    for (ActorRequest behind : lock.behind(request)) {
      if (Participant.older(request.owner(), behind.owner())) {
        lock.withdraw(behind);
        answers.add(behind, new Verdict.Conflict(request.owner().id(), OLDER));
      }
    }
  }

  /**
   * Wounds all younger transactions in the request's way that still execute (wound-wait).
   *
   * @return an older transaction that would have to wait for the request, since the request is an
   *     upgrade; null if there is none
   */
  private static @Nullable Participant woundYounger(
      Contended lock, ActorRequest request, PendingVerdicts answers) {
    for (ActorRequest behind : lock.behind(request)) {
      if (Participant.older(behind.owner(), request.owner())) {
        return behind.owner();
      }
    }
    for (Participant blocker : blockers(lock, request)) {
      if (blocker.status() == Participant.Status.ACTIVE
          && Participant.older(request.owner(), blocker)) {
        answers.wound(blocker, request);
      }
    }
    return null;
  }
}
