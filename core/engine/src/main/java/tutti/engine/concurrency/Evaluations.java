package tutti.engine.concurrency;

import tutti.engine.runtime.FatalErrors;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Refusal;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/**
 * The evaluation of actions, guarded so that a fault in one action never harms the transactions
 * that meet it at an actor.
 */
public final class Evaluations {
  private Evaluations() {}

  /**
   * Returns the evaluation of a call in a state. An action that breaks its contract and throws is
   * refused there with code {@code internal-error}: concurrency control evaluates waiting requests
   * in threads of other transactions.
   *
   * @throws Unobserved if the action needs to see another actor first
   */
  public static Evaluation evaluate(Call call, ActorState state, Surroundings around) {
    try {
      return replicated(call, state, around);
    } catch (StackOverflowError fault) {
      return failed(call, fault);
    }
  }

  /**
   * Returns the evaluation where each replica evaluates by itself. A stack that overflows is no
   * refusal there, for the others' need not: the error is thrown.
   *
   * @throws Unobserved if the action needs to see another actor first
   */
  static Evaluation replicated(Call call, ActorState state, Surroundings around) {
    try {
      return call.action().evaluate(state, call.arguments(), around);
    } catch (Unobserved missing) {
      throw missing;
    } catch (RuntimeException fault) {
      VirtualMachineError error = FatalErrors.of(fault);
      if (error != null) {
        throw error;
      }
      return failed(call, fault);
    }
  }

  private static Evaluation failed(Call call, Throwable fault) {
    return new Evaluation.Refused(
        Refusal.of("internal-error", call + " failed to evaluate: " + fault));
  }

  /**
   * Returns the evaluation of an action that was accepted before a crash, in a state that must
   * still accept it.
   *
   * @throws IllegalStateException if it is not accepted there
   */
  public static Evaluation.Accepted again(Call call, ActorState state, Surroundings around) {
    Object evaluation;
    try {
      evaluation = evaluate(call, state, around);
    } catch (Unobserved unforeseen) {
      evaluation = unforeseen;
    }
    if (evaluation instanceof Evaluation.Accepted accepted) {
      return accepted;
    }
    throw new IllegalStateException(
        call + " was accepted before the node stopped, and is not now: " + evaluation);
  }
}
