package tutti.engine.concurrency;

import java.util.List;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Unobserved;

/**
 * The verdict on a request at an actor whose state is decided, and which no other transaction is
 * changing. Called with the cell's latch held.
 */
public final class DecidedState {
  private static final List<Call> NO_PARTNERS = List.of();

  private DecidedState() {}

  /** Makes the claims of one concurrency control, of the kinds of work that the control knows. */
  public interface Claims {
    /** Returns the claim of an action that changes the actor to {@code next}. */
    default Claim acts(ActorRequest request, ActorState next) {
      throw unknown(request);
    }

    /** Returns the claim of a request that only reads. */
    Claim looks(ActorRequest request);

    /** Returns the claim of procedures on a relational actor. */
    default Claim runs(ActorRequest request) {
      throw unknown(request);
    }

    /** Returns whether other replicas execute the request, too, each by itself. */
    default boolean replicated() {
      return false;
    }

    /** Returns the evaluation of a call of the request. */
    private Evaluation evaluation(ActorRequest request, Call call, ActorState state) {
      return replicated()
          ? Evaluations.replicated(call, state, request.around())
          : Evaluations.evaluate(call, state, request.around());
    }

    private static IllegalArgumentException unknown(ActorRequest request) {
      return new IllegalArgumentException(
          "no claim of this kind at " + request.cell().id() + ": " + request.work());
    }
  }

  /** The verdict: never a delay, never a conflict. */
  public static Verdict answer(ActorRequest request, Claims claims) {
    return answer(request, request.cell().state(), claims);
  }

  /**
   * The verdict in another state than the actor's newest one: never a delay, never a conflict.
   *
   * @param state the state that no other transaction changes for the owner
   */
  public static Verdict answer(ActorRequest request, ActorState state, Claims claims) {
    Cell cell = request.cell();
    try {
      return switch (request.work()) {
        case Work.Act(Call call) ->
            switch (claims.evaluation(request, call, state)) {
              case Evaluation.Accepted accepted ->
                  new Verdict.Accept(
                      claims.acts(request, accepted.next()),
                      accepted.partners(),
                      accepted.result());
              case Evaluation.Refused refused ->
                  new Verdict.Reject(refused.refusal(), cell.lastLsn());
            };
        case Work.Forbid(Call call) ->
            switch (claims.evaluation(request, call, state)) {
              case Evaluation.Accepted accepted ->
                  new Verdict.Accept(claims.looks(request), accepted.partners(), false);
              case Evaluation.Refused refused ->
                  new Verdict.Accept(claims.looks(request), NO_PARTNERS, true);
            };
        case Work.Observe(var what) ->
            new Verdict.Accept(claims.looks(request), NO_PARTNERS, what.in(state));
        case Work.Run run -> new Verdict.Accept(claims.runs(request), NO_PARTNERS, null);
        case Work.Lock lock ->
            throw new IllegalArgumentException("no rows are locked here: " + lock.rows());
        case Work.Begin _, Work.Settle _ ->
            throw new IllegalArgumentException("transactions do not begin here: " + request.work());
        case Work.Read() -> Verdict.CurrentState.of(cell);
      };
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
  }
}
