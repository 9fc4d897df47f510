package tutti.engine.transaction;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;

/** What a transaction hears of an actor that it asked, wherever that lives. */
public sealed interface Reply {

  /**
   * Granted, and held until the transaction ends.
   *
   * @param partners as in {@link tutti.engine.concurrency.Verdict.Accept#partners}
   * @param result as in {@link tutti.engine.concurrency.Verdict.Accept#result}
   */
  record Granted(List<Call> partners, @Nullable Object result) implements Reply {}

  /** The application's rules refuse it. */
  record Refused(Refusal refusal) implements Reply {}

  /** Something of another actor must be observed first; then it is asked again. */
  record NeedsObservation(ActorId actor, Observation what) implements Reply {}

  /**
   * Procedures have run there until nothing goes on without the coordinator.
   *
   * @param ends calls that have ended, by the number under which the coordinator made them
   * @param calls what they call elsewhere, each under a number that its end must bring back
   */
  record Performed(List<Numbered<RemoteEnd>> ends, List<Numbered<RemoteCall>> calls)
      implements Reply {}

  /** One of several things that are on their way, and their answers. */
  record Numbered<T>(int number, T value) {}

  /** Not answered: a deadlock's victim, out of time, or its node cannot be reached. */
  record Stopped(Reason reason) implements Reply {}
}
