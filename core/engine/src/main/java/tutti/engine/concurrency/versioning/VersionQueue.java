package tutti.engine.concurrency.versioning;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Verdict.Conflict.Cause;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.OverlaidRows;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * The transactions at one actor, in the order of their versions, and the requests that wait here.
 * Guarded by the cell's latch.
 */
final class VersionQueue implements InUse {
  private static final List<Call> NO_PARTNERS = List.of();

  /** The bounds of a transaction that has not said how it uses the actor. */
  private static final Work.Begin UNBOUNDED =
      new Work.Begin(Long.MAX_VALUE, Long.MAX_VALUE, false, false);

  /** The answer to a request whose transaction has ended here before it was answered. */
  private static final Verdict.Conflict ENDED = new Verdict.Conflict(null, "has ended already");

  private final Cell cell;
  private final Discipline discipline;
  private final int maxSpeculative;

  private final VersionOrder order;

  private final VersionAssignment beginnings;
  private final ArrayDeque<ActorRequest> reads = new ArrayDeque<>(2);

  VersionQueue(Cell cell, Discipline discipline, int maxSpeculative) {
    this.cell = cell;
    this.discipline = discipline;
    this.order = new VersionOrder(cell);
    this.beginnings = new VersionAssignment(discipline.sharesReads());
    this.maxSpeculative = maxSpeculative;
  }

  boolean isIdle() {
    return order.head() == null && beginnings.isEmpty() && reads.isEmpty();
  }

  /** Whether a change of one place here can matter to another transaction. */
  boolean isShared() {
    return order.head() != order.tail() || !beginnings.isEmpty() || !reads.isEmpty();
  }

  // --- requests ---

  /** Answers a request, or keeps it. */
  Verdict request(ActorRequest request) {
    return switch (request.work()) {
      case Work.Read _ -> {
        if (isReadable()) {
          yield Verdict.CurrentState.of(cell);
        }
        reads.add(request);
        yield Verdict.Delay.INSTANCE;
      }
      case Work.Begin bounds -> begin(request, bounds);
      case Work.Settle _ -> settle(request);
      default -> use(request);
    };
  }

  private Verdict begin(ActorRequest request, Work.Begin bounds) {
    if (!beginnings.admits(bounds)) {
      beginnings.await(request);
      return Verdict.Delay.INSTANCE;
    }
    return enter(request, bounds);
  }

  private Verdict enter(ActorRequest request, Work.Begin bounds) {
    PrivateVersion place = order.join(request, bounds, true);
    if (bounds.hold() && discipline.releasesEarly()) {
      beginnings.hold(place);
    }
    return answerOrWait(place, request);
  }

  private Verdict settle(ActorRequest request) {
    PrivateVersion place = order.placeOf(request.owner());
    if (place == null) {
      return ENDED;
    }
    place.release();
    return answerOrWait(place, request);
  }

  private Verdict use(ActorRequest request) {
    PrivateVersion place = order.placeOf(request.owner());
    if (place != null) {
      return answerOrWait(place, request);
    }
    if (request.owner().namesAllActors()) {
      return refused(
          "undeclared-access",
          cell.id() + " is not among the actors that the transaction has declared");
    }
    PrivateVersion last = order.tail();
    if (last != null || !beginnings.isEmpty()) {
      // A version that is taken now may be in another order than elsewhere.
      return new Verdict.Conflict(
          last == null ? null : last.owner().id(), "came first", 0, Cause.MOVED_KEY);
    }
    place = order.join(request, UNBOUNDED, false);
    Verdict verdict = answer(place, request);
    if (!place.isHeld()) {
      remove(place);
    }
    return verdict;
  }

  private Verdict answerOrWait(PrivateVersion place, ActorRequest request) {
    if (place.doomed() == null && !mayGo(place, request)) {
      return await(place, request);
    }
    return answer(place, request);
  }

  private static Verdict await(PrivateVersion place, ActorRequest request) {
    if (place.waiting != null) {
      throw new IllegalStateException(place + " waits already: " + place.waiting.work());
    }
    place.waiting = request;
    return Verdict.Delay.INSTANCE;
  }

  /** Answers a request whose turn it is. */
  private Verdict answer(PrivateVersion place, ActorRequest request) {
    Verdict.Conflict doomed = place.doomed();
    if (doomed != null) {
      return doomed;
    }
    return switch (request.work()) {
      case Work.Begin _ -> new Verdict.Accept(place, NO_PARTNERS, null);
      case Work.Settle _ -> settled(place);
      default -> used(place, request);
    };
  }

  private Verdict settled(PrivateVersion place) {
    if (place.changes() && place.position() < 0) {
      place.settledAt(cell.takePosition());
    }
    place.settled(cell.lastLsn());
    return new Verdict.Accept(place, NO_PARTNERS, null);
  }

  private Verdict used(PrivateVersion place, ActorRequest request) {
    boolean writing = writes(request.work());
    if (!place.allows(writing)) {
      String text = cell.id() + " " + place.excess(writing);
      return place.isDeclared()
          ? refused("supremum-exceeded", text + " (declared)")
          : new Verdict.Conflict(null, text, 0, Cause.SUPREMUM);
    }
    Verdict verdict = DecidedState.answer(request, order.stateBefore(place), new Uses(place));
    if (verdict instanceof Verdict.Reject && !isFirst(place)) {
      // What it rests on may never come to be.
      place.refusedEarly = true;
      return await(place, request);
    }
    place.refusedEarly = false;
    if (verdict instanceof Verdict.Accept) {
      place.used(writing);
      releaseIfExhausted(place);
    }
    return verdict;
  }

  /** Makes the claims of uses of one place. */
  private final class Uses implements DecidedState.Claims {
    private final PrivateVersion place;

    Uses(PrivateVersion place) {
      this.place = place;
    }

    @Override
    public Claim looks(ActorRequest request) {
      UseClaim claim = new UseClaim(request, place, order.versionBefore(place));
      place.granted(claim);
      return claim;
    }

    @Override
    public Claim acts(ActorRequest request, ActorState next) {
      UseClaim claim = new UseClaim(request, place, order.versionBefore(place));
      place.granted(claim);
      place.acted(claim, next);
      return claim;
    }

    @Override
    public Claim runs(ActorRequest request) {
      UseClaim claim = new UseClaim(request, place, order.versionBefore(place));
      place.granted(claim);
      place.runs();
      if (place.rows() == null) {
        OverlaidRows rows =
            new OverlaidRows(
                cell.id(),
                ActorRows.of(cell.state()),
                !place.writes(),
                VersionOrder.rowsBefore(place));
        place.works(claim, rows);
      }
      return claim;
    }
  }

  private Verdict refused(String code, String text) {
    return new Verdict.Reject(Refusal.of(code, text), cell.lastLsn());
  }

  private static boolean writes(Work work) {
    return switch (work) {
      case Work.Act _ -> true;
      case Work.Run(boolean writing) -> writing;
      default -> false;
    };
  }

  // --- turns ---

  private void releaseIfExhausted(PrivateVersion place) {
    if (discipline.releasesEarly() && place.isExhausted(discipline.sharesReads())) {
      place.release();
    }
  }

  /** A call of a procedure has ended. */
  void ran(PrivateVersion place) {
    place.ran();
    releaseIfExhausted(place);
  }

  /** Whether transactions behind this one must wait before they use the actor. */
  private boolean blocks(PrivateVersion place) {
    if (discipline.sharesReads() && !place.writes()) {
      return false;
    }
    return !discipline.releasesEarly() || !place.isReleased() || place.doomed() != null;
  }

  /** Whether a place need not wait for the end of another one before it. */
  private boolean passes(PrivateVersion place, PrivateVersion other) {
    return discipline.sharesReads() && !place.writes() && !other.writes();
  }

  /** Whether all that are before a place, and that its owner must wait for, have ended. */
  private boolean isFirst(PrivateVersion place) {
    for (PrivateVersion each = place.before; each != null; each = each.before) {
      if (!passes(place, each)) {
        return false;
      }
    }
    return true;
  }

  private boolean mayGo(PrivateVersion place, ActorRequest request) {
    boolean toTheEnd =
        switch (request.work()) {
          case Work.Settle _ -> true;
          case Work.Begin _ -> !discipline.releasesEarly();
          default -> place.refusedEarly || place.owner().conservative();
        };
    if (request.work() instanceof Work.Begin && !toTheEnd) {
      return true;
    }
    return toTheEnd ? isFirst(place) : mayUse(place);
  }

  private boolean mayUse(PrivateVersion place) {
    PrivateVersion first = order.head();
    if (first != null && place.version - first.version > maxSpeculative) {
      return isFirst(place);
    }
    for (PrivateVersion each = place.before; each != null; each = each.before) {
      if (blocks(each)) {
        return false;
      }
    }
    return true;
  }

  /** Answers all that can be answered now. */
  void advance(PendingVerdicts answers) {
    for (PrivateVersion each = order.head(); each != null; each = each.after) {
      ActorRequest request = each.waiting;
      if (request != null && (each.doomed() != null || mayGo(each, request))) {
        each.waiting = null;
        Verdict verdict = answer(each, request);
        if (!(verdict instanceof Verdict.Delay)) {
          answers.add(request, verdict);
        }
      }
      if (blocks(each)) {
        break;
      }
    }
    if (isReadable()) {
      for (ActorRequest read = reads.poll(); read != null; read = reads.poll()) {
        answers.add(read, Verdict.CurrentState.of(cell));
      }
    }
    for (ActorRequest next = beginnings.next(); next != null; next = beginnings.next()) {
      if (next.work() instanceof Work.Begin bounds) {
        Verdict verdict = enter(next, bounds);
        if (!(verdict instanceof Verdict.Delay)) {
          answers.add(next, verdict);
        }
      }
    }
  }

  /** A read needs only that no decided or nearly decided effect is still to be applied. */
  private boolean isReadable() {
    PrivateVersion first = order.head();
    while (first != null && passes(first, first)) {
      first = first.after;
    }
    return first == null || first.position() < 0 || !first.owner().readsWait();
  }

  /** Returns the lowest position whose effect is not applied and may come to be. */
  long unapplied() {
    return order.unapplied();
  }

  /** The owner of a place has begun everywhere. */
  void begun(PrivateVersion place) {
    beginnings.over(place);
  }

  // --- ends ---

  /**
   * Ends a place whose last claim has ended, and a request that waits there: a branch may end while
   * another executor puts its question.
   *
   * @return the claim whose effect was applied, or null
   */
  @Nullable UseClaim end(
      PrivateVersion place, boolean committed, long lsn, PendingVerdicts answers) {
    UseClaim effective = null;
    if (committed && place.changes()) {
      if (!isFirst(place)) {
        throw new IllegalStateException(place + " is decided before " + place.before);
      }
      effective = apply(place, lsn);
    } else if (!committed && place.hasChanged()) {
      doomAfter(place, answers);
    }
    ActorRequest left = place.waiting;
    if (left != null) {
      answers.add(left, ENDED);
    }
    remove(place);
    return effective;
  }

  private UseClaim apply(PrivateVersion place, long lsn) {
    UseClaim claim = place.action();
    ActorState next = place.state();
    if (claim == null) {
      claim = place.writer();
    }
    if (claim == null) {
      throw new IllegalStateException(place + " changes nothing");
    }
    Call call = claim.call();
    if (next == null && call != null) {
      next = call.action().apply(cell.state(), call.arguments(), claim.around());
    }
    if (next != null) {
      cell.apply(next, lsn);
    }
    OverlaidRows rows = place.rows();
    if (rows != null) {
      rows.applied();
    }
    return claim;
  }

  private void remove(PrivateVersion place) {
    order.remove(place);
    begun(place);
  }

  /** Ends all that have used the actor after a place whose changes will not come to be. */
  private void doomAfter(PrivateVersion gone, PendingVerdicts answers) {
    Verdict.Conflict why =
        new Verdict.Conflict(
            gone.owner().id(), "has rolled back what this one has used", 0, Cause.CASCADE);
    for (PrivateVersion each = gone.after; each != null; each = each.after) {
      if (each.isUsed()) {
        each.doom(why);
        answers.wound(each.owner(), cell.id(), why);
        ActorRequest request = each.waiting;
        if (request != null) {
          each.waiting = null;
          answers.add(request, why);
        }
      }
    }
  }

  /** Takes a request back; returns whether it waited. */
  boolean withdraw(ActorRequest request) {
    PrivateVersion place = order.placeOf(request.owner());
    if (place != null && place.waiting == request) {
      place.waiting = null;
      if (request.work() instanceof Work.Begin) {
        remove(place);
      }
      return true;
    }
    return beginnings.withdraw(request) || reads.remove(request);
  }

  /** Puts back a claim that was granted before a crash. */
  UseClaim reinstate(ActorRequest granted, long position) {
    PrivateVersion place = order.placeOf(granted.owner());
    if (place == null) {
      place = order.join(granted, UNBOUNDED, false);
    }
    UseClaim claim = new UseClaim(granted, place, cell.version());
    place.granted(claim);
    if (granted.work() instanceof Work.Act(Call call)) {
      // Rows are written when their transaction commits: others wait until then.
      ActorState next =
          call.action() instanceof WriteAction
              ? null
              : Evaluations.again(call, order.stateBefore(place), granted.around()).next();
      place.acted(claim, next);
      place.settledAt(position);
      if (next != null) {
        place.release();
      }
    }
    return claim;
  }

  // --- looking ---

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    PrivateVersion place = order.placeOf(request.owner());
    if (place != null && place.waiting == request) {
      for (PrivateVersion each = order.head(); each != null && each != place; each = each.after) {
        if (!passes(place, each)) {
          sink.accept(each.owner());
        }
      }
    } else if (beginnings.contains(request)) {
      for (PrivateVersion each = order.head(); each != null; each = each.after) {
        if (each.isBeginning()) {
          sink.accept(each.owner());
        }
      }
    } else if (reads.contains(request) && order.head() != null) {
      sink.accept(order.head().owner());
    }
  }

  @Override
  public void uses(Consumer<Use> sink) {
    for (PrivateVersion each = order.head(); each != null; each = each.after) {
      each.uses(sink);
    }
    beginnings.uses(sink);
    reads.forEach(request -> sink.accept(new Use.Waits(request, "")));
  }
}
