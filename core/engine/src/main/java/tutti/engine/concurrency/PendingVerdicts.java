package tutti.engine.concurrency;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * The verdicts that one decision made possible, gathered under a cell's latch and given to the
 * waiting requests once it is released. Not thread-safe: lives in one call.
 */
public final class PendingVerdicts {
  private @Nullable Answer first;
  private @Nullable Answer last;

  private @Nullable List<Wound> wounds;

  private record Wound(Participant owner, ActorId at, Verdict.Conflict why) {}

  private static final class Answer {
    final ActorRequest request;
    final Verdict verdict;
    @Nullable Answer next;

    Answer(ActorRequest request, Verdict verdict) {
      this.request = request;
      this.verdict = verdict;
    }
  }

  /** Keeps an answer; {@code verdict} is not {@link Verdict.Delay}. */
  public void add(ActorRequest request, Verdict verdict) {
    Answer answer = new Answer(request, verdict);
    if (last == null) {
      first = answer;
    } else {
      last.next = answer;
    }
    last = answer;
  }

  /** Keeps that a younger transaction is to begin anew for {@code request}. */
  public void wound(Participant younger, ActorRequest request) {
    Verdict.Conflict why = new Verdict.Conflict(request.owner().id(), "is older, and needs it");
    wound(younger, request.cell().id(), why);
  }

  /** Keeps that a transaction is to begin anew. */
  public void wound(Participant owner, ActorId at, Verdict.Conflict why) {
    if (wounds == null) {
      wounds = new ArrayList<>(2);
    }
    wounds.add(new Wound(owner, at, why));
  }

  /** Gives all answers, in the order they were added. Called without any latch. */
  public void deliver() {
    if (wounds != null) {
      for (Wound wound : wounds) {
        wound.owner.wound(wound.at, wound.why);
      }
    }
    for (Answer answer = first; answer != null; answer = answer.next) {
      answer.request.resolve(answer.verdict);
    }
  }
}
