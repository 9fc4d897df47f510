package tutti.simulator.invariant.step;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;

/**
 * The story of one actor in one life of its node: the arrivals of its users, how often each waiting
 * request was overtaken, and the effect that was applied last.
 */
public final class ActorStory {
  public List<Use> uses = List.of();
  public long version;

  /** The arrival position of the newest effect that was applied; -1 before the first. */
  public long lastApplied = -1;

  /** The greatest age of all participants that were accepted here: under timestamps the latest. */
  public long latestAccepted;

  /**
   * The greatest timestamp that the node has granted before it started; 0 if its control knows
   * none.
   */
  public long grantedBefore;

  private long arrivals;
  private final Map<ActorRequest, Waiter> waiting = new IdentityHashMap<>();
  private final Map<Participant, Long> held = new IdentityHashMap<>();
  private @Nullable Overtaken most;

  private static final class Waiter {
    final long since;
    int overtaken;

    Waiter(long since) {
      this.since = since;
    }
  }

  /** A waiting use, and the number of later actions that were accepted meanwhile. */
  public record Overtaken(Use.Waits who, int times) {}

  /** The use that was overtaken in the newest step, and most often; null if none was. */
  public @Nullable Overtaken overtaken() {
    return most;
  }

  /** Follows a step, before it is judged. */
  public void follow(ActorStep step) {
    most = null;
    arrivals++;
    if (step.verdict() instanceof Verdict.Accept accept) {
      latestAccepted = Math.max(latestAccepted, accept.claim().owner().age());
    }
    for (Use.Held granted : step.granted()) {
      if (granted.claim().call() != null) {
        overtake(step, granted, arrivalOf(step, granted));
      }
    }
    for (Use.Held granted : step.granted()) {
      // A participant that had to wait has been here since then.
      held.merge(granted.owner(), arrivalOf(step, granted), Math::min);
    }
    for (Use use : step.after()) {
      if (use instanceof Use.Waits waits) {
        waiting.computeIfAbsent(waits.request(), none -> new Waiter(arrivals));
      } else {
        held.putIfAbsent(use.owner(), arrivals);
      }
    }
    if (waiting.size() + held.size() > step.after().size()) {
      Set<ActorRequest> wait = ActorStep.waiting(step.after());
      waiting.keySet().removeIf(request -> !wait.contains(request));
      Set<Participant> hold = ActorStep.identities();
      for (Use use : step.after()) {
        if (use instanceof Use.Held) {
          hold.add(use.owner());
        }
      }
      held.keySet().removeIf(owner -> !hold.contains(owner));
    }
  }

  /** The arrival of the request, or of its owner's first claim here, if that was earlier. */
  private long arrivalOf(ActorStep step, Use.Held granted) {
    long came = held.getOrDefault(granted.owner(), arrivals);
    for (Use use : step.before()) {
      if (use instanceof Use.Waits waits && isFor(waits, granted)) {
        Waiter waiter = waiting.get(waits.request());
        came = waiter == null ? came : Math.min(came, waiter.since);
      }
    }
    return came;
  }

  public static boolean isFor(Use.Waits waits, Use.Held granted) {
    return waits.owner() == granted.owner() && waits.work().equals(granted.work());
  }

  private void overtake(ActorStep step, Use.Held by, long came) {
    for (Use use : step.after()) {
      if (use instanceof Use.Waits waits && waits.owner() != by.owner()) {
        Waiter waiter = waiting.get(waits.request());
        if (waiter != null && waiter.since < came) {
          waiter.overtaken++;
          if (most == null || most.times < waiter.overtaken) {
            most = new Overtaken(waits, waiter.overtaken);
          }
        }
      }
    }
  }
}
