package tutti.lab.concurrency;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.concurrency.twophaselocking.TwoPhaseLocking;
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/**
 * What one action on a hot account costs its concurrency control while so many others are in
 * progress: a new action is accepted and another one commits, in turns, so that their number stays
 * the same. Run {@link #main}.
 */
public final class HotActorCost {
  private static final int REPETITIONS = 7;
  private static final Surroundings NOTHING = new Nothing();

  private final Call[] calls = new Call[1024];
  private final ActorId id = new ActorId("HotAccount", "hot");
  private final HotAccount type = new HotAccount();

  /** Which in-progress action commits when a new one has been accepted. */
  public enum Order {
    /** The oldest: its effect is applied at once. */
    OLDEST,
    /** Any: effects queue behind those that are still undecided. */
    RANDOM
  }

  private HotActorCost(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < calls.length; i++) {
      long amount = (1 + random.nextInt(1_000_000)) * (random.nextBoolean() ? 1L : -1L);
      calls[i] = new Call(id, type.move(), List.of(amount));
    }
  }

  /**
   * The median over several repetitions of the mean cost of one action, accepted and committed.
   *
   * @param inProgress how many others are in progress, at least 0
   * @param nanos about how long to measure, per repetition
   * @return nanoseconds per action
   */
  public static double measure(
      ConcurrencyControl control, int inProgress, Order order, long nanos, long seed) {
    HotActorCost cost = new HotActorCost(seed);
    cost.run(control, inProgress, order, nanos);
    double[] means = new double[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      means[i] = cost.run(control, inProgress, order, nanos);
    }
    Arrays.sort(means);
    return means[REPETITIONS / 2];
  }

  private double run(ConcurrencyControl control, int inProgress, Order order, long nanos) {
    Cell cell = new Cell(id, type, HotAccount.holding(1L << 48));
    Random random = new Random(inProgress);
    Claim[] held = new Claim[inProgress];
    int next = 0;
    for (int i = 0; i < inProgress; i++) {
      held[i] = accept(control, cell, next++);
    }
    long actions = 0;
    long start = System.nanoTime();
    long elapsed;
    int turn = 0;
    do {
      for (int i = 0; i < 64; i++) {
        Claim latest = accept(control, cell, next++);
        if (inProgress == 0) {
          control.commit(latest, next);
        } else {
          turn = order == Order.RANDOM ? random.nextInt(inProgress) : (turn + 1) % inProgress;
          control.commit(held[turn], next);
          held[turn] = latest;
        }
      }
      actions += 64;
      elapsed = System.nanoTime() - start;
    } while (elapsed < nanos);
    for (Claim claim : held) {
      control.abort(claim);
    }
    if (cell.control() != null) {
      throw new IllegalStateException("something is left at " + cell.id());
    }
    return (double) elapsed / actions;
  }

  private Claim accept(ConcurrencyControl control, Cell cell, int number) {
    Verdict verdict = control.request(new Ask(cell, calls[number % calls.length], number));
    if (verdict instanceof Verdict.Accept accept) {
      return accept.claim();
    }
    throw new IllegalStateException("not accepted: " + verdict);
  }

  /** Prints a table in Markdown. */
  public static void main(String[] arguments) {
    long nanos = 200_000_000;
    List<String> lines = new ArrayList<>();
    lines.add(
        "| in progress | two-phase | intervals | intervals, any order | tree | tree, object |");
    lines.add("|---|---|---|---|---|---|");
    for (int others : new int[] {0, 1, 2, 4, 7, 10, 100, 1000}) {
      lines.add(
          String.format(
              "| %d | %s | %s | %s | %s | %s |",
              others + 1,
              others == 0 ? cell(new TwoPhaseLocking(Effects.UNHEARD), 0, nanos) : "–",
              cell(paths(true, Deployment.Isolation.SERIALIZABLE), others, nanos),
              cell(paths(true, Deployment.Isolation.SERIALIZABLE), others, Order.RANDOM, nanos),
              others > 7
                  ? "–"
                  : cell(paths(false, Deployment.Isolation.SERIALIZABLE), others, nanos),
              others > 7 ? "–" : cell(paths(false, Deployment.Isolation.OBJECT), others, nanos)));
    }
    lines.add("nanoseconds per action: requested, accepted, committed, applied; one thread");
    lines.forEach(System.out::println);
  }

  private static String cell(ConcurrencyControl control, int others, long nanos) {
    return cell(control, others, Order.OLDEST, nanos);
  }

  private static String cell(ConcurrencyControl control, int others, Order order, long nanos) {
    return String.format("%.0f", measure(control, others, order, nanos, 1));
  }

  private static ConcurrencyControl paths(boolean intervals, Deployment.Isolation isolation) {
    return new PathSensitive(
        Effects.UNHEARD, isolation, new Deployment.PathSensitive(2000, intervals, 1 << 20));
  }

  /** A request by a transaction of its own, which is never delayed here. */
  private static final class Ask extends Request {
    Ask(Cell cell, Call call, int number) {
      super(new Alone(number), cell, new Work.Act(call), NOTHING);
    }

    @Override
    public void resolve(Verdict verdict) {
      throw new IllegalStateException("was not delayed");
    }
  }

  private record Alone(int number) implements Participant {
    @Override
    public TransactionId id() {
      return new TransactionId(0, 1, number);
    }

    @Override
    public long age() {
      return number;
    }

    @Override
    public Status status() {
      return Status.ACTIVE;
    }
  }

  private record Nothing() implements Surroundings {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      throw new Unobserved(other, what);
    }
  }
}
