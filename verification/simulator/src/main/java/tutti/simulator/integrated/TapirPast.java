package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.simulator.explorer.world.Bounded;
import tutti.simulator.explorer.world.Budget;

/**
 * The facts about the past by which a state is judged, and the choices that are left. Immutable.
 *
 * @param configurationLogs the commands of each shard's configuration log
 * @param leaders the leader of each configuration log
 * @param lives the facts about each transaction of the scope
 * @param lost the replicas that have lost a disk
 * @param moments the number of begins and ends so far
 * @param starts the number of machines that were started
 * @param budget the choices that are left
 */
record TapirPast(
    List<List<ViewCommand>> configurationLogs,
    List<Integer> leaders,
    List<Life> lives,
    Set<Integer> lost,
    int moments,
    int starts,
    Budget budget)
    implements Bounded<TapirPast> {

  /** The moment of what has not happened. */
  static final int NEVER = Integer.MAX_VALUE;

  /**
   * The life of a transaction.
   *
   * @param parts its accesses by the index of its participants; empty before it began
   * @param begun the moment at which it began
   * @param told the moment at which its client was answered
   * @param outcome its outcome
   * @param refused whether a participant has refused it
   * @param consents the replicas that have answered in the newest view that they consent
   * @param merged the shards that have consented in a view change
   * @param executed the shards in which some replica has executed it
   */
  record Life(
      List<Part> parts,
      int begun,
      int told,
      Outcome outcome,
      boolean refused,
      Set<Integer> consents,
      Set<Integer> merged,
      Set<Integer> executed) {
    static final Life UNBORN =
        new Life(List.of(), NEVER, NEVER, Outcome.UNKNOWN, false, Set.of(), Set.of(), Set.of());

    boolean hasBegun() {
      return begun != NEVER;
    }

    Life beginning(List<Part> its, int at) {
      return new Life(List.copyOf(its), at, told, outcome, refused, consents, merged, executed);
    }

    Life ending(Outcome end, boolean byRefusal, int at) {
      return new Life(parts, begun, at, end, byRefusal, consents, merged, executed);
    }

    /** The life without what matters only as long as no outcome is known. */
    Life known() {
      return new Life(parts, begun, told, outcome, refused, Set.of(), Set.of(), executed);
    }

    Life decided(Outcome end) {
      return new Life(parts, begun, told, end, refused, consents, merged, executed);
    }

    Life consented(int replica) {
      return new Life(
          parts, begun, told, outcome, refused, and(consents, replica), merged, executed);
    }

    /** A view begins with its own results: consents of the one before are over. */
    Life beyond(Predicate<Integer> shardsReplicas) {
      Set<Integer> left = new TreeSet<>(consents);
      left.removeIf(shardsReplicas);
      return new Life(parts, begun, told, outcome, refused, left, merged, executed);
    }

    Life merging(int shard) {
      return new Life(parts, begun, told, outcome, refused, consents, and(merged, shard), executed);
    }

    Life executing(int shard) {
      return new Life(parts, begun, told, outcome, refused, consents, merged, and(executed, shard));
    }

    private static Set<Integer> and(Set<Integer> some, int other) {
      Set<Integer> all = new TreeSet<>(some);
      all.add(other);
      return all;
    }
  }

  boolean haveAllBegun() {
    return lives.stream().allMatch(Life::hasBegun);
  }

  Life life(int transaction) {
    return lives.get(transaction);
  }

  /** The past without the choices that are left. */
  TapirPast withoutChoices() {
    return new TapirPast(configurationLogs, leaders, lives, lost, moments, starts, Budget.NONE);
  }

  /**
   * Returns whether this past leaves all the choices that {@code other} leaves, and equals it in
   * all else.
   */
  boolean offers(TapirPast other) {
    return budget.offers(other.budget);
  }

  TapirPast with(int transaction, Life life) {
    List<Life> all = new ArrayList<>(lives);
    all.set(transaction, life);
    return new TapirPast(
        configurationLogs, leaders, List.copyOf(all), lost, moments, starts, budget);
  }

  @Override
  public TapirPast with(Budget left) {
    return new TapirPast(configurationLogs, leaders, lives, lost, moments, starts, left);
  }

  TapirPast appending(int shard, ViewCommand entry) {
    List<List<ViewCommand>> all = new ArrayList<>(configurationLogs);
    List<ViewCommand> log = new ArrayList<>(all.get(shard));
    log.add(entry);
    all.set(shard, List.copyOf(log));
    return new TapirPast(List.copyOf(all), leaders, lives, lost, moments, starts, budget);
  }

  TapirPast leading(int shard, int host) {
    List<Integer> all = new ArrayList<>(leaders);
    all.set(shard, host);
    return new TapirPast(configurationLogs, List.copyOf(all), lives, lost, moments, starts, budget);
  }

  TapirPast losing(int replica) {
    Set<Integer> all = new TreeSet<>(lost);
    all.add(replica);
    return new TapirPast(configurationLogs, leaders, lives, all, moments, starts, budget);
  }

  TapirPast passing() {
    return new TapirPast(configurationLogs, leaders, lives, lost, moments + 1, starts, budget);
  }

  TapirPast starting() {
    return new TapirPast(configurationLogs, leaders, lives, lost, moments, starts + 1, budget);
  }
}
