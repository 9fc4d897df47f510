package tutti.engine.transaction.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.Promise;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.Surroundings;

/**
 * The events of a {@link DryRun}: they are evaluated in decided states, and change none. Used by
 * one task at a time.
 */
final class DryEvents implements Surroundings {
  /** The share of the time left that a state of another node is waited for. */
  private static final int SHARE = 4;

  private final RunParts parts;
  private final DryRun.Of of;
  private final FoundUses uses;
  private final Map<ActorId, ActorState> states = new HashMap<>();
  private final Set<Look> looks = new HashSet<>();
  private final Set<ActorId> acted = new HashSet<>();

  private record Look(ActorId actor, Observation what) {}

  DryEvents(RunParts parts, DryRun.Of of, FoundUses uses) {
    this.parts = parts;
    this.of = of;
    this.uses = uses;
  }

  /** Evaluates an event and all that it synchronizes with. */
  Result happen(Call call, Consumer<Procedures.Happened> happened) {
    List<Call> todo = new ArrayList<>(List.of(call));
    List<Call> procedures = new ArrayList<>(0);
    Object result = null;
    while (!todo.isEmpty()) {
      Call next = todo.removeFirst();
      if (next.negated()) {
        forbid(next);
        continue;
      }
      uses.add(next.target(), true);
      Evaluation evaluation =
          acted.add(next.target())
              ? evaluate(next)
              : new Evaluation.Refused(Refusal.of("instance-twice", next + " is a second event"));
      switch (evaluation) {
        case Evaluation.Refused(var refusal) -> {
          return refused(next, refusal);
        }
        case Evaluation.Accepted(var after, var partners, var given) -> {
          result = next == call ? given : result;
          for (Call partner : partners) {
            if (!(partner.action() instanceof ProcedureAction procedure)) {
              todo.add(partner);
            } else if (procedure.isPure()) {
              procedures.add(partner);
            } else {
              return refused(partner, Refusal.of("not-pure", partner + " does not run dry"));
            }
          }
        }
      }
    }
    happened.accept(new Procedures.Happened(result, procedures));
    return Result.DONE;
  }

  private static Result refused(Call call, Refusal refusal) {
    return new Result.Failed(new Reason.Refused(call.target(), call.action().name(), refusal));
  }

  /** Finds the actors that are asked whether an event is impossible, as far as they are needed. */
  private void forbid(Call negated) {
    List<Call> open = new ArrayList<>(List.of(negated));
    while (!open.isEmpty()) {
      Call next = open.removeFirst();
      uses.add(next.target(), false);
      if (!(evaluate(next) instanceof Evaluation.Accepted accepted)) {
        return;
      }
      for (Call partner : accepted.partners()) {
        if (!partner.negated() && !(partner.action() instanceof ProcedureAction)) {
          open.add(partner);
        }
      }
    }
  }

  private Evaluation evaluate(Call call) {
    try {
      return Evaluations.evaluate(call, state(call.target()), this);
    } catch (IllegalArgumentException noSuchActor) {
      return new Evaluation.Refused(
          Refusal.of("invalid-key", String.valueOf(noSuchActor.getMessage())));
    }
  }

  @Override
  public Instant now() {
    return of.now();
  }

  @Override
  public Caller caller() {
    return of.caller();
  }

  @Override
  public @Nullable Object observe(ActorId other, Observation what) {
    if (looks.add(new Look(other, what))) {
      uses.add(other, false);
    }
    return what.in(state(other));
  }

  private ActorState state(ActorId actor) {
    ActorState known = states.get(actor);
    if (known == null) {
      known = parts.directory().isHere(actor) ? stateHere(actor) : stateThere(actor);
      states.put(actor, known);
    }
    return known;
  }

  /** Returns the decided state of an actor of this node. */
  ActorState stateHere(ActorId actor) {
    Cell cell = parts.directory().containerOf(actor).actors().find(actor);
    return cell == null ? parts.directory().typeOf(actor).blank(actor.key()) : cell.state();
  }

  private ActorState stateThere(ActorId actor) {
    long left = of.deadlineNanos() - parts.scheduler().nanos();
    Promise<@Nullable ActorState> read = new Promise<>();
    parts.source().read(actor, Math.max(1, left / SHARE), read::complete);
    ActorState state = read.await();
    if (state == null) {
      throw new IllegalArgumentException(actor + " could not be read");
    }
    return state;
  }
}
