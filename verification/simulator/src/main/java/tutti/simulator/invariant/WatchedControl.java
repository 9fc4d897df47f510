package tutti.simulator.invariant;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.invariant.step.ActorStep;
import tutti.simulator.invariant.step.ActorStep.Kind;
import tutti.simulator.invariant.step.ActorStory;
import tutti.simulator.invariant.step.NodeLife;

/**
 * A container's concurrency control; after every call its actor is checked.
 *
 * @param invariants the invariants of declarative actors
 * @param ofRows the invariants of relational actors
 */
record WatchedControl(
    ConcurrencyControl control,
    NodeLife life,
    Inspector inspector,
    List<Invariant<ActorStep>> invariants,
    List<Invariant<ActorStep>> ofRows)
    implements ForwardingControl {

  @Override
  public Verdict request(ActorRequest request) {
    life.at(request.cell());
    Verdict verdict = control.request(request);
    look(Kind.REQUEST, request.cell(), request, verdict, null);
    return verdict;
  }

  @Override
  public Verdict.Check lock(Claim claim) {
    life.at(claim.cell());
    Verdict.Check check = control.lock(claim);
    look(Kind.LOCK, claim.cell(), null, conflict(check), claim);
    return check;
  }

  @Override
  public Verdict.Check validate(Claim claim) {
    life.at(claim.cell());
    Verdict.Check check = control.validate(claim);
    look(Kind.VALIDATION, claim.cell(), null, conflict(check), claim);
    return check;
  }

  private static Verdict.@Nullable Conflict conflict(Verdict.Check check) {
    return check instanceof Verdict.Conflict met ? met : null;
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    life.at(request.cell());
    boolean waited = control.withdraw(request);
    look(Kind.WITHDRAWAL, request.cell(), request, null, null);
    return waited;
  }

  @Override
  public void commit(Claim claim, long lsn) {
    inspector.letsGo(life, claim);
    life.at(claim.cell());
    control.commit(claim, lsn);
    look(Kind.COMMIT, claim.cell(), null, null, claim);
  }

  @Override
  public void abort(Claim claim) {
    inspector.letsGo(life, claim);
    life.at(claim.cell());
    control.abort(claim);
    look(Kind.ABORT, claim.cell(), null, null, claim);
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    life.at(cell);
    Claim claim = control.reinstate(owner, cell, work, around, position, low);
    life.reinstated(claim);
    look(Kind.REINSTATEMENT, cell, null, null, null);
    return claim;
  }

  private void look(
      Kind kind,
      Cell cell,
      @Nullable ActorRequest request,
      @Nullable Verdict verdict,
      @Nullable Claim claim) {
    if (life.over()) {
      return;
    }
    ActorStory story = life.meets(cell);
    boolean timed = control.timestamps() != null;
    story.grantedBefore = timed ? life.grantedBefore() : 0;
    List<Use> after = new ArrayList<>();
    control.uses(cell, after::add);
    ActorStep step =
        new ActorStep(
            kind,
            cell,
            request,
            verdict,
            claim,
            story.uses,
            after,
            ActorStep.granted(kind, story.uses, after),
            story.version,
            life.deployment(),
            control::blockers,
            story);
    story.follow(step);
    inspector.look(
        life.node(), cell.type() instanceof RelationalActorType ? ofRows : invariants, step);
    if (timed) {
      life.grants(step);
    }
    story.uses = after;
    story.version = cell.version();
  }
}
