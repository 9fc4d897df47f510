package tutti.simulator.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.footprint.Access;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Source;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.application.Turn;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientDoor;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * The client transactions of one client: blocks whose steps are the calls of a few requests, with
 * looks at actors and releases between them. A block goes on after most refusals, is rolled back at
 * times, and sometimes hangs for longer than its time. In tasks only.
 */
final class ClientBlocks {
  /** The distance between the client numbers of the requests that one block consists of. */
  private static final int PART = 100;

  private static final int MOST_PARTS = 3;
  private static final int MOST_RUNS = 4;

  /** The longest time of a block that is going to hang: others wait for it. */
  private static final long HANGING_NANOS = 20_000_000;

  /** The time within which a block that hangs is surely ended. */
  private static final long ENDED_NANOS = 3_000_000_000L;

  /** The codes of refusals since a block has used more than it has declared. */
  private static final Set<String> BOUNDS = Set.of("undeclared-access", "supremum-exceeded");

  private final AskingClient client;
  private final RunContext run;
  private final RandomGenerator random;
  private final List<BlockStep> steps = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();

  /** The calls that make sense with others only, since they are of one request. */
  private final Set<Call> together = Collections.newSetFromMap(new IdentityHashMap<>());

  private final boolean hangs;

  /**
   * @param random of this block alone
   */
  ClientBlocks(
      AskingClient client, RunContext run, RandomGenerator random, Scenario scenario, Turn turn) {
    this.client = client;
    this.run = run;
    this.random = random;
    this.hangs = random.nextInt(8) == 0 && run.faults().uses(FaultKind.VANISH);
    for (int part = 1; part <= 1 + random.nextInt(MOST_PARTS); part++) {
      Turn its = new Turn(turn.client() + PART * part, turn.index());
      List<Call> request = scenario.request(random, its);
      if (!scenario.mayJoin(calls, request)) {
        continue;
      }
      request.forEach(this::add);
      if (request.size() > 1) {
        together.addAll(request);
      }
    }
  }

  private void add(Call call) {
    ActorId actor = call.target();
    // Only the state of a declarative actor can be looked at as a whole.
    if (!(call.action() instanceof ProcedureAction) && random.nextInt(3) == 0) {
      steps.add(new BlockStep.Look(actor));
    }
    steps.add(new BlockStep.Perform(call));
    calls.add(call);
    if (random.nextInt(4) == 0) {
      steps.add(new BlockStep.Release(actor));
    }
  }

  /**
   * Makes the block, again if its bounds were too small or others were in its way.
   *
   * @param hurries whether so little time may be too short
   */
  void make(NodeUnderTest node, long timeoutNanos, boolean hurries) {
    @Nullable Footprint accesses = declared();
    for (int i = 0; i < MOST_RUNS; i++) {
      long limit = hangs ? 1 + random.nextLong(HANGING_NANOS) : timeoutNanos;
      ClientDoor.OpenBlock door = node.door().block(client.name(), accesses, limit);
      if (door == null) {
        return;
      }
      OneRun once = new OneRun(door, hurries || hangs);
      Again again = once.make();
      if (again == Again.NO) {
        return;
      }
      run.reached().add(CoveragePoint.BLOCK_RAN_AGAIN);
      accesses = again == Again.WITHOUT_BOUNDS ? null : accesses;
      client.pause(random.nextLong(10_000_000));
    }
  }

  /** Returns what the block declares: nothing, all that it uses, or less than it may need. */
  private @Nullable Footprint declared() {
    return switch (random.nextInt(4)) {
      case 0 -> once();
      case 1 -> {
        Footprint exact = Footprint.of(calls, run.world().now());
        Footprint all = Footprint.NOTHING;
        for (Access access : exact.accesses()) {
          if (access.item() instanceof Item.Known) {
            all = all.and(declared(access.item(), access.bound()));
          }
        }
        for (BlockStep step : steps) {
          if (step instanceof BlockStep.Look(ActorId actor)) {
            all = all.and(declared(new Item.Known(actor), Bound.ONCE));
          }
        }
        yield all;
      }
      default -> null;
    };
  }

  /** Returns one use of each actor that a step names. */
  private Footprint once() {
    Set<ActorId> named = new HashSet<>();
    Footprint all = Footprint.NOTHING;
    for (Call call : calls) {
      if (named.add(call.target())) {
        all = all.and(declared(new Item.Known(call.target()), Bound.ONCE));
      }
    }
    return all;
  }

  private static Footprint declared(Item item, Bound bound) {
    return Footprint.of(item, Access.Mode.WRITE, Bound.atMost(bound.most()), Source.DECLARED);
  }

  private enum Again {
    NO,
    WITH_THESE,
    WITHOUT_BOUNDS
  }

  /** A state that the block was told. */
  private record Told(ActorId actor, @Nullable Object state) {}

  /** One run of the block: one transaction. */
  private final class OneRun {
    private final ClientDoor.OpenBlock door;
    private final boolean hurries;
    private final Recorder.Asked asks;
    private final List<@Nullable Object> results = new ArrayList<>();
    private final List<Told> looks = new ArrayList<>();
    private final List<Call> tried = new ArrayList<>();
    private boolean refused;

    /** Whether a call was refused without which others make no sense. */
    private boolean torn;

    private boolean exceeded;
    private boolean released;
    private boolean commits;
    private boolean broken;

    OneRun(ClientDoor.OpenBlock door, boolean hurries) {
      this.door = door;
      this.hurries = hurries;
      this.asks = run.oracle().recorder().asked(client.name(), null, run.world().nanos());
    }

    Again make() {
      int hangsAt = hangs ? random.nextInt(steps.size()) : -1;
      boolean regrets = random.nextInt(6) == 0;
      for (int i = 0; i < steps.size(); i++) {
        Outcome ended = work(steps.get(i));
        if (broken) {
          return broke();
        }
        if (ended != null) {
          return ended(ended);
        }
        if (i == hangsAt) {
          client.pause(HANGING_NANOS + ENDED_NANOS);
          return hung();
        }
        client.pause(random.nextLong(200_000));
        regrets |= torn || exceeded || refused && random.nextInt(3) == 0;
        if (regrets && random.nextInt(steps.size()) <= i) {
          break;
        }
      }
      commits = !regrets;
      return last(
          regrets ? new BlockStep.RollBack("the block has regrets") : new BlockStep.Commit());
    }

    /** Makes a step; returns the end of the block, or null if it goes on or has lost its node. */
    private @Nullable Outcome work(BlockStep step) {
      if (step instanceof BlockStep.Perform(Call call)) {
        tried.add(call);
      }
      switch (door.put(step)) {
        case ClientReply.Stepped(StepAnswer.Done(var result)) -> done(step, result);
        case ClientReply.Stepped(StepAnswer.Refused(var id, var reason)) -> {
          refused = true;
          torn |= step instanceof BlockStep.Perform(Call call) && together.contains(call);
          if (BOUNDS.contains(reason.code())) {
            exceeded = true;
          } else {
            client.checkRefusal(tried, reason);
          }
        }
        case ClientReply.Stepped(StepAnswer.Ended(Outcome outcome)) -> {
          return outcome;
        }
        case ClientReply.Broken _ -> broken = true;
        case ClientReply.Told _, ClientReply.Item _, ClientReply.Read _ ->
            throw new IllegalStateException("a step was put");
      }
      return null;
    }

    private void done(BlockStep step, @Nullable Object result) {
      switch (step) {
        case BlockStep.Perform _ -> results.add(result);
        case BlockStep.Look(ActorId actor) -> looks.add(new Told(actor, result));
        case BlockStep.Release _ -> released = true;
        case BlockStep.Commit _, BlockStep.RollBack _ ->
            run.found("block", "the node says that a block goes on after its end");
      }
    }

    private Again last(BlockStep step) {
      Outcome ended = work(step);
      return broken ? broke() : ended == null ? Again.NO : ended(ended);
    }

    /** Takes up a block whose transaction must have ended without it. */
    private Again hung() {
      run.faults().happened(FaultKind.VANISH);
      Outcome ended = work(steps.getFirst());
      if (broken) {
        return broke();
      }
      if (ended == null) {
        run.found("block", "a block hung for seconds beyond its deadline, and may go on");
        return Again.NO;
      }
      run.reached().add(CoveragePoint.BLOCK_HUNG);
      return ended(ended);
    }

    /** A transaction that was not told to commit does not, whatever happens to its node. */
    private Again broke() {
      TransactionId id = door.transaction();
      if (id != null && !commits) {
        aborted(id);
      }
      return Again.NO;
    }

    private void aborted(TransactionId id) {
      run.oracle().aborted(id, null);
      asks.aborted(id, run.world().nanos());
    }

    private Again ended(Outcome outcome) {
      switch (outcome) {
        case Outcome.Committed(var id, var its, _) -> committed(id, its);
        case Outcome.InDoubt(var id, _, _) -> inDoubt(id);
        case Outcome.Aborted(var id, Reason reason) -> {
          aborted(id);
          return again(id, reason);
        }
      }
      return Again.NO;
    }

    /** A failed log may hide how a transaction ended; one that was not told to commit did not. */
    private void inDoubt(TransactionId id) {
      run.reached().add(CoveragePoint.IN_DOUBT);
      if (commits) {
        client.doubts().add(id);
        asks.inDoubt(id);
      } else {
        aborted(id);
      }
    }

    private void committed(TransactionId id, List<@Nullable Object> its) {
      if (!commits) {
        run.found("block", id + " has committed, and its block did not say so");
      }
      run.oracle().acknowledged(id, null, its);
      asks.committed(id, run.world().nanos());
      looks.forEach(told -> run.oracle().looked(id, told.actor, told.state));
      if (!results.equals(its)) {
        run.found("observed", "a block was told " + results + ", and committed with " + its);
      }
      run.reached().add(CoveragePoint.BLOCK_COMMITTED);
      run.reach(CoveragePoint.BLOCK_REFUSED_AND_COMMITTED, refused);
      run.reach(CoveragePoint.BLOCK_RELEASED, released);
    }

    private Again again(TransactionId id, Reason reason) {
      if (reason.code().equals(BlockStep.RollBack.CODE)) {
        run.reached().add(CoveragePoint.BLOCK_ROLLED_BACK);
        return exceeded ? Again.WITHOUT_BOUNDS : Again.NO;
      }
      client.checkRefusal(tried, reason);
      return client.again(id, reason, hurries) ? Again.WITH_THESE : Again.NO;
    }
  }
}
