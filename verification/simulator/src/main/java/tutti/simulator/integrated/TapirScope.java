package tutti.simulator.integrated;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.DUPLICATE;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.integrated.TapirScope.LEADER;
import static tutti.simulator.integrated.TapirScope.TAKE_OVER;
import static tutti.simulator.integrated.TapirScope.VIEW;

import java.util.List;
import tutti.simulator.explorer.search.Scopes;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.ChoiceKind;

/**
 * The bounds of a world in which TAPIR is explored.
 *
 * @param name the name of the scope
 * @param hosts the number of replicas of each shard
 * @param plans the transactions, in the order of their indexes
 * @param start the events that have happened at the start
 * @param executes whether outcomes are sent to replicas; if not, those messages are lost
 * @param budget the faults and other choices, each with a bound
 */
public record TapirScope(
    String name, int hosts, List<Plan> plans, Start start, boolean executes, Budget budget) {
  public TapirScope {
    plans = List.copyOf(plans);
  }

  /**
   * A transaction.
   *
   * @param time its timestamp
   * @param accesses the items that it touches
   * @param after the index of the transaction whose client must have been answered before this one
   *     begins; -1 if none
   */
  public record Plan(long time, List<Access> accesses, int after) {
    public Plan {
      accesses = List.copyOf(accesses);
    }

    List<Integer> shards() {
      return accesses.stream().map(Access::shard).distinct().toList();
    }
  }

  /** An access of an item, which is read, written or both. */
  public record Access(int shard, String item, boolean reads, boolean writes) {}

  /** The start, in which the first view is open. */
  public enum Start {
    /** No step but the starts of the replicas. */
    FRESH,
    /**
     * The replicas have voted: all but the last for the first transaction, and the last for the
     * second. What they have told the second's coordinator is lost.
     */
    VOTED,
    /** As VOTED; a majority has told the first's coordinator, which proposes that it consents. */
    PROPOSED,
    /** As VOTED; all have told the first's coordinator, which has told its client. */
    TAKEN,
    /** As VOTED; a majority has refused the second transaction, and its client was told. */
    REFUSED,
    /** The last replica knows nothing of the first transaction, which the others let commit. */
    MISSED,
    /**
     * One replica has voted for the first transaction; it and the last heed another coordinator,
     * which proposes a refusal. The first's other questions come late.
     */
    OVERTAKEN,
    /**
     * All replicas except the last have consented to the first transaction. Its coordinator has
     * proposed that result, which only the last replica but one has accepted. The other replicas
     * obey another coordinator, which has proposed a refusal; the first replica has accepted that.
     */
    OVERRULED,
    /**
     * The first transaction has committed; its client was told, and the first replica alone. The
     * second one has read that there. The other replicas have consented to it, too, which its
     * coordinator proposes.
     */
    NOTED,
    /**
     * All but the last replica have voted for the first transaction, then for the second, and the
     * first's coordinator has heard them. The last one's questions are under way. The second's
     * coordinator is gone; the first's proposes a result only once no fast quorum can come. Another
     * coordinator takes over the first transaction alone.
     */
    ASKED,
    /**
     * The first replica has voted for the first transaction and told so; in the view after that,
     * its vote is not there. The other questions come late.
     */
    DROPPED;

    /**
     * Whether coordinators wait for a fast quorum as long as one can come, and only the first
     * transaction is taken over.
     */
    boolean isPatient() {
      return this == ASKED;
    }
  }

  /** A view that is ended. */
  public static final ChoiceKind VIEW = new ChoiceKind("view changes");

  /** A coordinator that takes over. */
  public static final ChoiceKind TAKE_OVER = new ChoiceKind("that take over");

  /** A transaction whose first coordinator hears that no client waits for it. */
  public static final ChoiceKind GIVE_UP = new ChoiceKind("given up");

  /** A change of the leader of the configuration log. */
  public static final ChoiceKind LEADER = new ChoiceKind("new leaders");

  private static Plan increment(long time) {
    return new Plan(time, List.of(new Access(0, "x", true, true)), -1);
  }

  private static final Plan ACROSS =
      new Plan(30, List.of(new Access(0, "x", true, true), new Access(1, "y", true, true)), -1);

  private static final List<Plan> CONFLICT = List.of(increment(10), increment(20));

  private static final List<Plan> ONE = List.of(increment(10));

  private static final List<Plan> LATER_FIRST = List.of(increment(20), increment(10));

  private static final List<Plan> READ =
      List.of(increment(10), new Plan(20, List.of(new Access(0, "x", true, false)), 0));

  private static final List<Plan> INVERSION =
      List.of(
          new Plan(30, List.of(new Access(0, "a", false, true)), -1),
          new Plan(10, List.of(new Access(0, "b", false, true)), 0),
          new Plan(
              20, List.of(new Access(0, "a", true, false), new Access(0, "b", true, false)), 1));

  /** The scopes by name. */
  public static final Scopes<TapirScope> ALL =
      new Scopes<>(
          List.of(
              new TapirScope("conflict", 3, CONFLICT, Start.FRESH, false, Budget.NONE),
              new TapirScope("read", 3, READ, Start.FRESH, false, Budget.NONE),
              new TapirScope("inversion", 1, INVERSION, Start.FRESH, true, Budget.NONE),
              new TapirScope("view", 3, LATER_FIRST, Start.PROPOSED, false, views(1)),
              new TapirScope("merge", 5, LATER_FIRST, Start.TAKEN, false, views(1)),
              new TapirScope("take-over", 3, ONE, Start.TAKEN, false, takeOvers(1)),
              new TapirScope("contended", 3, CONFLICT, Start.ASKED, false, takeOvers(1)),
              new TapirScope("fenced", 3, ONE, Start.OVERTAKEN, false, Budget.NONE),
              new TapirScope("overruled", 3, CONFLICT, Start.OVERRULED, false, views(1)),
              new TapirScope(
                  "given-up", 3, CONFLICT, Start.VOTED, false, Budget.of(GIVE_UP, 1).and(VIEW, 1)),
              new TapirScope("noted", 3, CONFLICT, Start.NOTED, false, views(1)),
              new TapirScope("dropped", 3, ONE, Start.DROPPED, false, Budget.NONE),
              new TapirScope("two-shards", 1, List.of(ACROSS), Start.FRESH, true, takeOvers(1)),
              new TapirScope(
                  "forgets",
                  1,
                  List.of(ACROSS),
                  Start.TAKEN,
                  true,
                  Budget.of(VIEW, 1).and(TAKE_OVER, 1)),
              new TapirScope("execute", 3, ONE, Start.MISSED, true, views(1)),
              new TapirScope("crash", 3, ONE, Start.FRESH, false, Budget.of(CRASH, 1)),
              new TapirScope(
                  "disk", 3, LATER_FIRST, Start.REFUSED, false, Budget.of(RETRY, 1).and(DISK, 1)),
              new TapirScope("duplicate", 3, CONFLICT, Start.VOTED, false, Budget.of(DUPLICATE, 1)),
              new TapirScope(
                  Scopes.EVERYTHING,
                  3,
                  List.of(increment(10), increment(20), ACROSS),
                  Start.FRESH,
                  true,
                  Budget.of(VIEW, 2)
                      .and(TAKE_OVER, 2)
                      .and(GIVE_UP, 1)
                      .and(RETRY, 4)
                      .and(LEADER, 1)
                      .and(CRASH, 1)
                      .and(DISK, 1)
                      .and(DUPLICATE, 2))),
          TapirScope::name);

  private static Budget views(int many) {
    return Budget.of(VIEW, many);
  }

  private static Budget takeOvers(int many) {
    return Budget.of(TAKE_OVER, many);
  }

  int shards() {
    return 1
        + plans.stream()
            .flatMap(plan -> plan.accesses().stream())
            .mapToInt(Access::shard)
            .max()
            .orElse(0);
  }

  @Override
  public String toString() {
    return "%s: %s replicas of each of %s shards, %s transactions, %s"
        .formatted(name, hosts, shards(), plans.size(), budget);
  }
}
