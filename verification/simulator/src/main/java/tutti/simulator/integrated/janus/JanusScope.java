package tutti.simulator.integrated.janus;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DUPLICATE;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.integrated.TapirScope.GIVE_UP;
import static tutti.simulator.integrated.TapirScope.TAKE_OVER;

import java.util.Collections;
import java.util.List;
import tutti.simulator.explorer.search.Scopes;
import tutti.simulator.explorer.world.Budget;

/**
 * The bounds of a world in which Janus is explored.
 *
 * @param name the name of the scope
 * @param hosts the number of replicas of each shard
 * @param plans the transactions, in the order of their indexes
 * @param start the events that have happened at the start
 * @param telling whether decisions are sent to replicas
 * @param budget the faults and other choices, each with a bound
 */
public record JanusScope(
    String name, int hosts, List<Plan> plans, Start start, Telling telling, Budget budget) {
  public JanusScope {
    plans = List.copyOf(plans);
  }

  /**
   * A transaction, which writes one item of each of its shards.
   *
   * @param after the index of the transaction whose client must have been answered before this one
   *     begins; -1 if none
   * @param isSyncPoint whether it reads all items, and writes none
   */
  public record Plan(List<Integer> shards, int after, boolean isSyncPoint) {
    public Plan {
      shards = List.copyOf(shards);
    }

    Plan(List<Integer> shards, int after) {
      this(shards, after, false);
    }
  }

  /** The parts of a transaction's life that a scope has. */
  public enum Telling {
    /** Decisions are chosen, and not told to replicas. */
    DECIDES,
    /**
     * All decisions except the last transaction's are sent to replicas, which execute; nothing is
     * forgotten.
     */
    TELLS,
    /** Decisions are sent to replicas, which execute; coordinators do not get their answers. */
    RUNS,
    /** As RUNS, after an exchange of words. */
    SPEAKS,
    /** Transactions are executed, and forgotten. */
    EXECUTES,
    /** Transactions are executed after an exchange of words, and forgotten. */
    EXCHANGES
  }

  /**
   * Returns whether the decision of a transaction is sent to replicas: where none is forgotten, it
   * is if a transaction comes later.
   */
  boolean tells(int transaction) {
    return forgets() || runs() || telling == Telling.TELLS && transaction < plans.size() - 1;
  }

  /** Whether replicas execute, and that is all. */
  boolean runs() {
    return telling == Telling.RUNS || telling == Telling.SPEAKS;
  }

  boolean forgets() {
    return telling == Telling.EXECUTES || telling == Telling.EXCHANGES;
  }

  /**
   * Whether replicas remember what was implied or forgotten lately; if not, coordinators take the
   * fast path less often.
   */
  boolean remembers() {
    return tells(0) && (hosts == 1 && !budget.has(CRASH) || plans.size() > 2);
  }

  boolean exchanges() {
    return telling == Telling.EXCHANGES || telling == Telling.SPEAKS;
  }

  /** The start. */
  public enum Start {
    /** No step but the starts of the replicas. */
    FRESH,
    /**
     * All replicas but the last have heard of the first transaction first, the last one of the
     * second; their answers are under way.
     */
    VOTED,
    /**
     * One replica has heard of the first transaction, whose coordinator is gone; the others have
     * heard of the second alone, which is executed there.
     */
    LEFT,
    /**
     * All replicas have heard of the second transaction and then of the first, which took the fast
     * path; the decision is known to its coordinator alone, which is gone.
     */
    CHOSEN,
    /**
     * The first transaction's coordinator proposes what a majority has witnessed; the other replica
     * has heard of the second one before.
     */
    PROPOSED,
    /**
     * One replica has accepted the first transaction, whose coordinator is gone; another has heard
     * of the second before it.
     */
    ACCEPTED,
    /**
     * As ACCEPTED, and the other replica has accepted it, too, so that it is chosen; the question
     * of the first ballot is still on its way to that replica.
     */
    OVERTAKEN,
    /**
     * One replica of each shard has accepted the first transaction, whose coordinator is gone;
     * another replica of the first shard has witnessed the second transaction before the first. A
     * coordinator that takes over proposes the dependencies that all replicas have witnessed,
     * except for those that have accepted.
     */
    OUTBID,
    /**
     * All replicas have heard of the first transaction, which took the fast path; the decision is
     * known to its coordinator alone, which is gone. Then the last replica has lost its disk.
     */
    LOST,
    /**
     * The last replica has lost its disk, and has got the durable state of another replica. Then
     * the others have witnessed the first transaction, which took the fast path; the decision is
     * known only to its coordinator, which is gone.
     */
    RETURNED,
    /**
     * Two replicas have accepted the first transaction, so that it is chosen; the third replica has
     * witnessed only the second. Then the last replica has lost its disk, and has got the durable
     * state of that third replica, which leads the configuration log.
     */
    REJOINED,
    /**
     * One replica has witnessed the second transaction and then the first; the other replicas have
     * witnessed only the first. The first one's coordinator has proposed that it comes second,
     * which that one replica has accepted, and is gone. Then the last replica has witnessed the
     * second transaction, too, which is chosen to come behind the first; its coordinator is gone,
     * and its messages to the first shard are not.
     */
    IMPLIED,
    /**
     * All replicas of the first shard have heard of the first transaction and then of the second,
     * all others in the opposite order; the second is chosen, and the answers about the first are
     * under way.
     */
    CROSSED,
    /**
     * All replicas have heard of the first transaction and then of the second, but the last one of
     * the first shard, which has heard of the second first: the first can take the fast path in one
     * shard, and not in the other. The second is chosen, and the answers about the first are under
     * way.
     */
    HALF_FAST,
    /**
     * As HALF_FAST, but that one replica has not heard of the first transaction: its coordinator
     * proposes what the others have witnessed.
     */
    HALF_PROPOSED,
    /**
     * As CROSSED, and both took the fast path. The decision of the second is known in the second
     * shard, and on its way to the first, as is that of the first; their coordinators are gone.
     */
    HALF_TOLD,
    /** As CROSSED, and both took the fast path; the decisions are on their way. */
    TOLD,
    /**
     * Two replicas of the first shard and one of the second have witnessed the first transaction,
     * whose coordinator is gone; the others of the second have witnessed only the second
     * transaction, which has no part in the first shard, and is chosen. A coordinator that took
     * over the first has heard of one of the two, has abandoned it, was accepted by a replica of
     * the second shard that has witnessed the second transaction, and is gone.
     */
    HALF_ABANDONED,
    /**
     * One replica of the first shard alone has heard of the first transaction, before the second;
     * the first is abandoned, as that replica alone knows. The second is decided to come behind it,
     * and the decision is on its way. A replica of the other shard has asked about the first.
     */
    INQUIRED,
    /**
     * As CROSSED, and both took the fast path. All replicas have executed both, except for the last
     * one of the first shard, which has not got the decision of the first transaction, and has
     * asked for it; that transaction's coordinator is gone.
     */
    LAGS,
    /**
     * The first shard has heard of the first transaction, the second one has not: its coordinator
     * is gone. The second shard has heard of the second transaction, which has no part in the first
     * shard, and is chosen.
     */
    HALF_HEARD
  }

  /** Whether the configuration of shards may change. */
  boolean isRegistered() {
    return start == Start.LOST || start == Start.RETURNED || start == Start.REJOINED;
  }

  private static final List<Plan> ONE = List.of(new Plan(List.of(0), -1));

  private static final List<Plan> CONFLICT =
      List.of(new Plan(List.of(0), -1), new Plan(List.of(0), -1));

  private static final List<Plan> ONE_AFTER_ANOTHER =
      List.of(new Plan(List.of(0), -1), new Plan(List.of(0), 0));

  private static final List<Plan> CROSSING =
      List.of(new Plan(List.of(0, 1), -1), new Plan(List.of(1, 0), -1));

  private static final List<Plan> ACROSS_AND_BESIDE =
      List.of(new Plan(List.of(0, 1), -1), new Plan(List.of(1), -1));

  private static final List<Plan> ACROSS_AND_SYNC_POINT_BESIDE =
      List.of(new Plan(List.of(0, 1), -1), new Plan(List.of(1), -1, true));

  private static final List<Plan> THREE_ACROSS =
      List.of(new Plan(List.of(0), -1), new Plan(List.of(0, 1), -1), new Plan(List.of(0), -1));

  private static final List<Plan> CROSSING_SYNC_POINT =
      List.of(new Plan(List.of(0, 1), -1), new Plan(List.of(1, 0), -1, true));

  private static final List<Plan> THREE = Collections.nCopies(3, new Plan(List.of(0), -1));

  /** The scopes by name. */
  public static final Scopes<JanusScope> ALL =
      new Scopes<>(
          List.of(
              new JanusScope("conflict", 3, CONFLICT, Start.VOTED, Telling.DECIDES, none()),
              new JanusScope("voted", 3, CONFLICT, Start.VOTED, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "given-up",
                  3,
                  CONFLICT,
                  Start.VOTED,
                  Telling.DECIDES,
                  Budget.of(GIVE_UP, 1).and(TAKE_OVER, 1)),
              new JanusScope("left", 3, CONFLICT, Start.LEFT, Telling.DECIDES, takeOvers(2)),
              new JanusScope("chosen", 3, CONFLICT, Start.CHOSEN, Telling.DECIDES, takeOvers(2)),
              new JanusScope(
                  "proposed", 3, CONFLICT, Start.PROPOSED, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "accepted", 3, CONFLICT, Start.ACCEPTED, Telling.DECIDES, takeOvers(2)),
              new JanusScope(
                  "overtaken", 3, CONFLICT, Start.OVERTAKEN, Telling.DECIDES, takeOvers(1)),
              new JanusScope("implied", 3, THREE, Start.IMPLIED, Telling.TELLS, takeOvers(1)),
              new JanusScope("lost", 3, CONFLICT, Start.LOST, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "returned", 3, CONFLICT, Start.RETURNED, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "rejoined", 3, CONFLICT, Start.REJOINED, Telling.DECIDES, takeOvers(1)),
              new JanusScope("late", 3, ONE, Start.FRESH, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "execute", 3, ONE_AFTER_ANOTHER, Start.FRESH, Telling.EXECUTES, none()),
              new JanusScope("crossing", 1, CROSSING, Start.FRESH, Telling.EXECUTES, none()),
              new JanusScope(
                  "sync-point", 1, CROSSING_SYNC_POINT, Start.FRESH, Telling.EXECUTES, none()),
              new JanusScope("refusals", 1, CROSSING, Start.FRESH, Telling.EXCHANGES, none()),
              new JanusScope("crash", 3, ONE, Start.FRESH, Telling.DECIDES, Budget.of(CRASH, 1)),
              new JanusScope(
                  "crash-and-late",
                  3,
                  ONE,
                  Start.FRESH,
                  Telling.DECIDES,
                  Budget.of(TAKE_OVER, 1).and(CRASH, 1)),
              new JanusScope(
                  "crash-and-left",
                  3,
                  CONFLICT,
                  Start.LEFT,
                  Telling.DECIDES,
                  Budget.of(TAKE_OVER, 2).and(CRASH, 1)),
              new JanusScope(
                  "crash-and-crossing",
                  1,
                  CROSSING,
                  Start.FRESH,
                  Telling.EXECUTES,
                  Budget.of(CRASH, 1)),
              new JanusScope(
                  "crash-and-refusals",
                  1,
                  CROSSING,
                  Start.FRESH,
                  Telling.EXCHANGES,
                  Budget.of(CRASH, 1)),
              new JanusScope("crossed", 3, CROSSING, Start.CROSSED, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "half-fast", 3, CROSSING, Start.HALF_FAST, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "half-proposed", 3, CROSSING, Start.HALF_PROPOSED, Telling.DECIDES, takeOvers(1)),
              new JanusScope("half-told", 3, CROSSING, Start.HALF_TOLD, Telling.RUNS, takeOvers(1)),
              new JanusScope("told-and-refusals", 3, CROSSING, Start.TOLD, Telling.SPEAKS, none()),
              new JanusScope(
                  "half-abandoned",
                  3,
                  ACROSS_AND_BESIDE,
                  Start.HALF_ABANDONED,
                  Telling.DECIDES,
                  takeOvers(2)),
              new JanusScope("inquired", 3, CROSSING, Start.INQUIRED, Telling.RUNS, takeOvers(2)),
              new JanusScope("lags", 3, CROSSING, Start.LAGS, Telling.EXECUTES, takeOvers(1)),
              new JanusScope(
                  "half-heard",
                  3,
                  ACROSS_AND_BESIDE,
                  Start.HALF_HEARD,
                  Telling.DECIDES,
                  takeOvers(1)),
              new JanusScope("outbid", 3, CROSSING, Start.OUTBID, Telling.DECIDES, takeOvers(2)),
              new JanusScope(
                  "overtaken-across", 3, CROSSING, Start.OVERTAKEN, Telling.DECIDES, takeOvers(1)),
              new JanusScope(
                  "half-fast-and-sync-point",
                  3,
                  CROSSING_SYNC_POINT,
                  Start.HALF_FAST,
                  Telling.DECIDES,
                  none()),
              new JanusScope(
                  "half-heard-and-sync-point",
                  3,
                  ACROSS_AND_SYNC_POINT_BESIDE,
                  Start.HALF_HEARD,
                  Telling.DECIDES,
                  takeOvers(1)),
              new JanusScope(
                  "implied-across", 3, THREE_ACROSS, Start.IMPLIED, Telling.TELLS, takeOvers(1)),
              new JanusScope(
                  Scopes.EVERYTHING,
                  3,
                  List.of(
                      new Plan(List.of(0), -1),
                      new Plan(List.of(0, 1), -1),
                      new Plan(List.of(1, 0), -1)),
                  Start.FRESH,
                  Telling.EXCHANGES,
                  Budget.of(TAKE_OVER, 2).and(RETRY, 4).and(CRASH, 1).and(DUPLICATE, 2))),
          JanusScope::name);

  private static Budget none() {
    return Budget.NONE;
  }

  private static Budget takeOvers(int many) {
    return Budget.of(TAKE_OVER, many);
  }

  int shards() {
    return 1
        + plans.stream().flatMap(each -> each.shards().stream()).max(Integer::compare).orElse(0);
  }

  @Override
  public String toString() {
    return "%s: %s replicas of each of %s shards, %s transactions, %s"
        .formatted(name, hosts, shards(), plans.size(), budget);
  }
}
