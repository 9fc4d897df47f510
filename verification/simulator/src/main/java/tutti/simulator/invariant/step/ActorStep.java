package tutti.simulator.invariant.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.Call;

/**
 * One call of a node's concurrency control, and its effect on the actor. Nothing else has happened
 * since.
 *
 * @param request the request of a {@link Kind#REQUEST} or {@link Kind#WITHDRAWAL}, else null
 * @param verdict the verdict on the request, or the conflict of a lock or a validation; else null
 * @param locked the claim that was locked, validated, committed or aborted; else null
 * @param before the uses of the actor before the call, in the order of {@code uses}
 * @param after the uses now
 * @param versionBefore the number of effects that the actor had before
 * @param granted the uses that are held now, and were not before: granted in this step
 * @param blockers tells the participants that a request waits for
 * @param story the knowledge of the actor from earlier steps
 */
public record ActorStep(
    Kind kind,
    Cell cell,
    @Nullable ActorRequest request,
    @Nullable Verdict verdict,
    @Nullable Claim locked,
    List<Use> before,
    List<Use> after,
    List<Use.Held> granted,
    long versionBefore,
    Deployment deployment,
    Blockers blockers,
    ActorStory story) {

  /** The kinds of calls. */
  public enum Kind {
    REQUEST,
    WITHDRAWAL,
    LOCK,
    VALIDATION,
    COMMIT,
    ABORT,
    REINSTATEMENT
  }

  /** The source of the participants that a request waits for. */
  public interface Blockers {
    void tell(ActorRequest request, Consumer<Participant> sink);
  }

  /** The uses granted in a step, see {@link #granted()}: a use that is only put back is none. */
  public static List<Use.Held> granted(Kind kind, List<Use> before, List<Use> after) {
    List<Use.Held> granted = List.of();
    if (kind != Kind.REINSTATEMENT) {
      Set<Claim> held = held(before);
      for (Use use : after) {
        if (use instanceof Use.Held now && !held.contains(now.claim())) {
          granted = granted.isEmpty() ? new ArrayList<>(2) : granted;
          granted.add(now);
        }
      }
    }
    return granted;
  }

  /** The claims that are held, by identity. */
  private static Set<Claim> held(List<Use> uses) {
    Set<Claim> held = identities();
    for (Use use : uses) {
      if (use instanceof Use.Held here) {
        held.add(here.claim());
      }
    }
    return held;
  }

  /**
   * The requests that wait, by identity. There may be thousands: a search of a list for each would
   * cost the square.
   */
  public static Set<ActorRequest> waiting(List<Use> uses) {
    Set<ActorRequest> waiting = identities();
    for (Use use : uses) {
      if (use instanceof Use.Waits here) {
        waiting.add(here.request());
      }
    }
    return waiting;
  }

  static <T> Set<T> identities() {
    return Collections.newSetFromMap(new IdentityHashMap<>(4));
  }

  /** Whether a read was answered in this step, at once or after it had waited. */
  public boolean readAnswered() {
    if (verdict instanceof Verdict.CurrentState) {
      return true;
    }
    Set<ActorRequest> wait = null;
    for (Use use : before) {
      if (use instanceof Use.Waits waiting && isRead(waiting) && waiting.request() != request) {
        wait = wait == null ? waiting(after) : wait;
        if (!wait.contains(waiting.request())) {
          return true;
        }
      }
    }
    return false;
  }

  /** The actions that are in progress or decided, in order of arrival. */
  public List<Use.Held> acts() {
    List<Use.Held> acts = new ArrayList<>(after.size());
    for (Use use : after) {
      if (use instanceof Use.Held held && held.claim().call() != null) {
        acts.add(held);
      }
    }
    return acts;
  }

  public static boolean isRead(Use use) {
    return use.work() instanceof Work.Read;
  }

  public static Call call(Use.Held held) {
    Call call = held.claim().call();
    if (call == null) {
      throw new IllegalArgumentException(held + " is no action");
    }
    return call;
  }

  /** The actor, for a sentence. */
  @Override
  public String toString() {
    return cell.id() + " in version " + cell.version() + ", used by " + after;
  }
}
