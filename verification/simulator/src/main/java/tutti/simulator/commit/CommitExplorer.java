package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.rule.ProtocolClaims;
import tutti.simulator.commit.state.CommitScope;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.world.Machines;

/**
 * The explorer of a commit protocol: it visits every order of all events that can happen to one
 * transaction, whichever of its participants change something.
 */
public final class CommitExplorer {
  private final CommitProtocol protocol;
  private final ProtocolClaims claims;
  private final CommitScope scope;
  private final boolean more;
  private final boolean acts;
  private final boolean machinesStop;
  private final Machines<CommitMachine, Input, Output> machines = new Machines<>();

  /**
   * @param claim the claim by which the protocol is judged: its own claim, if that is more
   */
  public CommitExplorer(Explored explored, CommitScope scope, Assumption claim) {
    this(explored.protocol(), explored.claims(), scope, claim);
  }

  CommitExplorer(
      CommitProtocol protocol, ProtocolClaims claims, CommitScope scope, Assumption claim) {
    this(protocol, claims, scope, claim, false, false);
  }

  private CommitExplorer(
      CommitProtocol protocol,
      ProtocolClaims claims,
      CommitScope scope,
      Assumption claim,
      boolean acts,
      boolean machinesStop) {
    this.machinesStop = machinesStop;
    this.protocol = protocol;
    this.claims = claims;
    this.scope = scope;
    this.more = claim == Assumption.ASYNCHRONOUS;
    this.acts = acts;
  }

  /**
   * Returns an explorer of transactions that each have an irrevocable operation.
   *
   * @throws IllegalArgumentException if the protocol's coordinator runs none
   */
  public CommitExplorer withOperation() {
    if (!protocol.traits().acts()) {
      throw new IllegalArgumentException(
          protocol.name() + " has no irrevocable operations: other nodes decide, too");
    }
    return new CommitExplorer(protocol, claims, scope, claim(), true, machinesStop);
  }

  private Assumption claim() {
    return more ? Assumption.ASYNCHRONOUS : Assumption.SYNCHRONOUS_CRASH;
  }

  /**
   * Returns an explorer in whose world not only processes end, but whole machines stop: a crash
   * loses also what the network had taken and not delivered. What protocols claim does not cover
   * that.
   */
  public CommitExplorer withMachineStops() {
    return new CommitExplorer(protocol, claims, scope, claim(), acts, true);
  }

  /** The world with the fewest assumptions in which that protocol claims to be safe. */
  public static Assumption weakestWorld(CommitProtocol protocol) {
    return protocol.traits().safeUnder().contains(Assumption.ASYNCHRONOUS)
        ? Assumption.ASYNCHRONOUS
        : Assumption.SYNCHRONOUS_CRASH;
  }

  /**
   * Explores all transactions, until a claim does not hold, or the thread is interrupted.
   *
   * @param progress called now and then with the number of states so far
   */
  public CommitExploration explore(LongConsumer progress) {
    long states = 0;
    long transitions = 0;
    int deepest = 0;
    SortedSet<String> ends = new TreeSet<>();
    List<Violation> violations = new ArrayList<>();
    for (Set<Integer> changers : transactions()) {
      long before = states;
      CommitExploration each = explore(changers, some -> progress.accept(before + some));
      states += each.states();
      transitions += each.transitions();
      deepest = Math.max(deepest, each.deepest());
      ends.addAll(each.ends());
      violations.addAll(each.violations());
      if (!each.complete()) {
        return new CommitExploration(states, transitions, deepest, false, ends, violations);
      }
    }
    return new CommitExploration(states, transitions, deepest, true, ends, violations);
  }

  /** Explores one transaction, which changes something on these nodes. */
  CommitExploration explore(Set<Integer> changers, LongConsumer progress) {
    return explore(changers, true, progress);
  }

  /**
   * @param reduced whether worlds count as one if no later step can show their difference
   */
  CommitExploration explore(Set<Integer> changers, boolean reduced, LongConsumer progress) {
    TransitionRelation laws =
        new TransitionRelation(protocol, scope, changers, acts, machinesStop, machines);
    String words = changers.isEmpty() ? "nobody changes anything" : changers + " change something";
    return new Search(laws, claims, claimed(), words, scope.limit(), reduced, progress).run();
  }

  private Predicate<GlobalState> claimed() {
    Set<Assumption> safe = protocol.traits().safeUnder();
    if (more || safe.contains(Assumption.ASYNCHRONOUS)) {
      return world -> true;
    }
    FaultBudget most = scope.ledger();
    return world ->
        safe.contains(scope.world())
            && world.ledger.left(FaultBudget.LOSS) == most.left(FaultBudget.LOSS)
            && world.ledger.left(FaultBudget.DELAY) == most.left(FaultBudget.DELAY);
  }

  /** The sets of nodes that change something, one for each transaction: first the set of all. */
  private List<Set<Integer>> transactions() {
    List<Set<Integer>> all = new ArrayList<>();
    for (int bits = (1 << scope.participants()) - 1; bits >= 0; bits--) {
      Set<Integer> changers = new TreeSet<>();
      for (int node = 0; node < scope.participants(); node++) {
        if ((bits >> node & 1) == 1) {
          changers.add(node);
        }
      }
      all.add(changers);
    }
    return all;
  }
}
