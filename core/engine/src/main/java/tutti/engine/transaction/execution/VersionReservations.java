package tutti.engine.transaction.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.footprint.Access;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Source;

/**
 * The places of one attempt at the actors that it uses, under a control that {@linkplain
 * ConcurrencyControl#begins begins}: taken at its start in the order of nodes and actors, and
 * settled at its end. Used in the attempt's own task.
 */
final class VersionReservations {
  private static final Logger LOG = LoggerFactory.getLogger(VersionReservations.class);

  private final Attempt attempt;
  private final Transaction transaction;
  private final Directory directory;

  /** The sources of the bounds, if a footprint has them all; else empty. */
  private Map<ActorId, Source> sources = Map.of();

  VersionReservations(Attempt attempt) {
    this.attempt = attempt;
    this.transaction = attempt.transaction;
    this.directory = attempt.directory;
  }

  // --- the start ---

  /** Takes a place at every actor of the footprint. */
  Result begin() {
    List<DeclaredUse> uses = announced();
    List<Integer> held = new ArrayList<>(0);
    for (int from = 0; from < uses.size(); ) {
      int node = directory.nodeOf(uses.get(from).actor());
      int to = from + 1;
      while (to < uses.size() && directory.nodeOf(uses.get(to).actor()) == node) {
        to++;
      }
      boolean last = to == uses.size();
      List<DeclaredUse> there = uses.subList(from, to);
      Result begun =
          node == directory.self() ? beginHere(there, last) : beginThere(node, there, !last);
      if (begun instanceof Result.Failed failed) {
        return failed;
      }
      if (!last && node != directory.self()) {
        held.add(node);
      }
      from = to;
    }
    if (uses.size() > 1) {
      eachPlace(ConcurrencyControl::begun);
    }
    held.forEach(node -> attempt.with().places().begun(node));
    return Result.DONE;
  }

  private Result beginHere(List<DeclaredUse> uses, boolean last) {
    for (DeclaredUse use : uses) {
      boolean hold = !last || use != uses.getLast();
      switch (attempt.put(use.actor(), use.work(hold))) {
        case PendingRequest.Answer.Stopped(var reason) -> {
          return new Result.Failed(reason);
        }
        case PendingRequest.Answer.Given(Verdict.Accept accept) -> transaction.hold(accept.claim());
        // A key that cannot be is refused when the actor is used.
        case PendingRequest.Answer.Given _ -> {}
      }
    }
    return Result.DONE;
  }

  private Result beginThere(int node, List<DeclaredUse> uses, boolean hold) {
    Reason stopped = attempt.stopped();
    return stopped != null
        ? new Result.Failed(stopped)
        : result(attempt.with().places().begin(node, List.copyOf(uses), hold));
  }

  private static Result result(Reply reply) {
    return reply instanceof Reply.Stopped(var reason) ? new Result.Failed(reason) : Result.DONE;
  }

  /** Returns the uses of all actors that are known, in the order of nodes and actors. */
  private List<DeclaredUse> announced() {
    SortedMap<ActorId, DeclaredUse> known = new TreeMap<>();
    Footprint footprint = footprint();
    boolean declared = false;
    boolean closed = true;
    for (Access access : footprint.accesses()) {
      declared |= access.source() == Source.DECLARED;
      if (access.item() instanceof Item.Known(var actor)) {
        known.computeIfAbsent(actor, id -> announced(footprint, id, access.source()));
      } else {
        closed = false;
      }
    }
    boolean dry =
        attempt.runs.dryRuns()
            && transaction.submission().block() == null
            && footprint.leavesOpen();
    if (dry) {
      runDry(known);
    }
    sources = closed && !dry ? sources(footprint) : Map.of();
    for (Call call : attempt.roots) {
      known.computeIfAbsent(call.target(), this::unbounded);
    }
    for (ActorId actor : transaction.submission().priorActors()) {
      known.computeIfAbsent(actor, this::unbounded);
    }
    for (ActorId actor : transaction.submission().unbounded()) {
      known.put(actor, unbounded(actor));
    }
    transaction.namesAllActors(declared && closed);
    List<DeclaredUse> uses = new ArrayList<>(known.values());
    uses.sort(Comparator.comparingInt(use -> directory.nodeOf(use.actor())));
    return uses;
  }

  /** Returns any number of uses of an actor; a request of queries alone writes nothing. */
  private DeclaredUse unbounded(ActorId actor) {
    boolean block = transaction.submission().block() != null;
    return DeclaredUse.unbounded(actor, block || transaction.submission().request().mayChange());
  }

  /**
   * Adds what a dry run finds, unless more is known. If the run does not come to its end, the
   * actors that it has found are used any number of times.
   */
  private void runDry(SortedMap<ActorId, DeclaredUse> known) {
    if (!DryRun.isFor(attempt.roots)) {
      return;
    }
    DryRun run =
        new DryRun(
            attempt.runs,
            new DryRun.Of(
                transaction.id(),
                attempt.home.home(),
                transaction.seen().now(),
                transaction.seen().caller(),
                attempt.home.deadlineNanos(),
                attempt.home.timeoutNanos()),
            attempt::stopped);
    boolean whole = run.run(attempt.roots);
    for (DeclaredUse found : run.uses()) {
      DeclaredUse use = whole ? found : unbounded(found.actor());
      known.merge(found.actor(), use, (one, two) -> one.isBounded() ? one : two);
    }
  }

  /** Returns where the bound of each actor is known from. */
  private static Map<ActorId, Source> sources(Footprint footprint) {
    Map<ActorId, Source> sources = new HashMap<>();
    for (Access access : footprint.accesses()) {
      if (access.item() instanceof Item.Known(var actor)) {
        sources.merge(actor, access.source(), Source::or);
      }
    }
    return sources;
  }

  /**
   * Logs that a footprint does not hold which was derived: that is a bug, though the transaction
   * begins anew without it.
   *
   * @param actor is used more often, or is not among the actors of the footprint
   */
  void broken(ActorId actor) {
    Source source =
        sources.isEmpty() ? Source.UNKNOWN : sources.getOrDefault(actor, Source.REQUEST);
    if (source.compareTo(Source.BYTECODE) <= 0) {
      LogLine.about(LOG.atError(), transaction.submission())
          .log(
              "{}: the footprint of {} does not hold ({}); please report this",
              actor,
              attempt.roots,
              sources.containsKey(actor) ? source : "the actor is not in it");
    }
  }

  private static DeclaredUse announced(Footprint footprint, ActorId actor, Source source) {
    return new DeclaredUse(
        actor,
        footprint.bound(actor).most(),
        footprint.bound(actor, Access.Mode.WRITE).most(),
        source == Source.DECLARED);
  }

  private Footprint footprint() {
    ClientBlock block = transaction.submission().block();
    Footprint accesses = block == null ? null : block.accesses();
    if (accesses != null) {
      return accesses;
    }
    try {
      return Footprint.of(attempt.roots, transaction.seen().now());
    } catch (RuntimeException refusedLater) {
      // Arguments that no footprint fits are refused by the action itself.
      return Footprint.UNKNOWN;
    }
  }

  /**
   * Releases an actor before the end.
   *
   * @param procedures those of the attempt, which hold their claims until they have ended
   */
  void release(ActorId actor, Procedures.@Nullable Execution procedures) {
    int node = directory.nodeOf(actor);
    if (node != directory.self()) {
      Remote.Coordination with = attempt.coordination();
      if (with != null) {
        with.places().release(node, actor);
      }
      return;
    }
    ConcurrencyControl control = directory.containerOf(actor).control();
    Consumer<Claim> release =
        claim -> {
          if (claim.holdsPlace() && claim.cell().id().equals(actor)) {
            control.release(claim);
          }
        };
    transaction.claims().forEach(release);
    if (procedures != null) {
      procedures.claims(release);
    }
  }

  // --- the end ---

  /**
   * Releases all actors, and waits until all transactions before this one there have ended.
   *
   * @param confirms whether a refusal is to be told
   * @return done, or why the attempt cannot end as it has executed
   */
  Result settle(boolean confirms) {
    Remote.Coordination with = attempt.coordination();
    Promise<Reply> elsewhere = with == null ? null : with.places().settle(confirms);
    eachPlace(ConcurrencyControl::release);
    for (Claim claim : transaction.claims()) {
      if (claim.holdsPlace()
          && attempt.put(claim.cell().id(), new Work.Settle())
              instanceof PendingRequest.Answer.Stopped(var reason)) {
        return new Result.Failed(reason);
      }
    }
    return elsewhere == null ? Result.DONE : result(elsewhere.await());
  }

  private void eachPlace(BiConsumer<ConcurrencyControl, Claim> change) {
    for (Claim claim : transaction.claims()) {
      if (claim.holdsPlace()) {
        change.accept(directory.containerOf(claim.cell().id()).control(), claim);
      }
    }
  }
}
