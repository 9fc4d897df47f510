package tutti.engine.concurrency.locking.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.row.Shop.Item;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.testing.Effort;

/**
 * Random programs of real threads on the rows of two actors. Locks are held to the end, so the
 * order in which transactions commit must be an order in which they could have run one after the
 * other: run again so, each must see what it saw, rows that were not there included.
 */
class RowLockingStressTest {
  private static final int THREADS = 4;
  private static final int TRANSACTIONS = Effort.of(1_500);
  private static final int KEYS = 12;
  private static final String[] COLOURS = {"red", "green", "blue"};

  /** A time for which a transaction waits only in a deadlock. */
  private static final long FOREVER_SECONDS = 180;

  private final Cell[] cells = {Shop.cell(), Shop.cell()};
  private final AtomicLong counted = new AtomicLong();
  private final AtomicLong commits = new AtomicLong();
  private final AtomicLong conflicts = new AtomicLong();
  private final ConcurrentLinkedQueue<Done> history = new ConcurrentLinkedQueue<>();

  /** A step of a transaction, with the rows that it saw. */
  private record Step(int cell, int kind, long low, long high, String colour, List<Item> seen) {}

  private record Done(long order, TransactionId id, List<Step> steps) {}

  /** Out of the middle of a transaction: it begins anew. */
  private static final class Anew extends RuntimeException {
    private static final long serialVersionUID = 1;

    Anew() {
      super(null, null, false, false);
    }
  }

  /** A transaction, which one thread runs. */
  private static final class Run implements Participant, Surroundings {
    private final TransactionId id;
    private final long age;
    volatile Status status = Status.ACTIVE;
    volatile boolean wounded;
    volatile @Nullable Wait waiting;

    Run(TransactionId id, long age) {
      this.id = id;
      this.age = age;
    }

    @Override
    public TransactionId id() {
      return id;
    }

    @Override
    public long age() {
      return age;
    }

    @Override
    public Status status() {
      return status;
    }

    @Override
    public void wound(ActorId at, Verdict.Conflict why) {
      if (status == Status.ACTIVE) {
        wounded = true;
        Wait wait = waiting;
        if (wait != null) {
          wait.stop();
        }
      }
    }

    @Override
    public java.time.Instant now() {
      return java.time.Instant.EPOCH;
    }

    @Override
    public Caller caller() {
      return Caller.NOBODY;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      throw new AssertionError("nobody looks at others");
    }
  }

  /** A request for a lock. */
  private static final class Wait extends ActorRequest {
    private final RowLocking control;
    final CompletableFuture<Boolean> granted = new CompletableFuture<>();

    Wait(RowLocking control, Run owner, Cell cell, Work work) {
      super(owner, cell, work, owner);
      this.control = control;
    }

    @Override
    public void resolve(Verdict verdict) {
      granted.complete(verdict instanceof Verdict.Accept);
    }

    void stop() {
      if (control.withdraw(this)) {
        granted.complete(false);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = WaitRule.class, mode = EnumSource.Mode.EXCLUDE, names = "WAIT")
  @Timeout(300)
  void whatCommittedCouldHaveRunOneAfterTheOther(WaitRule rule) throws Exception {
    RowLocking control = new RowLocking((claim, version) -> counted.incrementAndGet(), rule);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      many(control, number, new SplittableRandom(number));
                    } catch (RuntimeException | Error e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    for (Cell cell : cells) {
      assertThat(cell.control()).as("idle").isNull();
    }
    judge();
    assertThat(counted.get()).isEqualTo(cells[0].version() + cells[1].version());
    assertThat(conflicts.get()).as("they met").isPositive();
  }

  private void many(RowLocking control, int thread, SplittableRandom random) {
    for (int i = 0; i < TRANSACTIONS; i++) {
      long seed = random.nextLong();
      TransactionId id = new TransactionId(thread, 1, i);
      while (!once(control, new Run(id, i), new SplittableRandom(seed))) {
        conflicts.incrementAndGet();
        Thread.yield();
      }
    }
  }

  private boolean once(RowLocking control, Run run, SplittableRandom random) {
    Claim[] claims = new Claim[cells.length];
    List<Step> steps = new ArrayList<>();
    try {
      for (int left = 1 + random.nextInt(5); left > 0; left--) {
        int cell = random.nextInt(cells.length);
        Claim claim = claims[cell];
        if (claim == null) {
          claim = claim(control, run, cells[cell]);
          claims[cell] = claim;
        }
        steps.add(step(random, cell, Objects.requireNonNull(claim.rows()), run));
        if (run.wounded) {
          throw new Anew();
        }
        if (random.nextInt(4) == 0) {
          Thread.yield();
        }
      }
    } catch (Anew anew) {
      run.status = Participant.Status.ABORTED;
      end(claims, control::abort);
      return false;
    }
    run.status = Participant.Status.PREPARED;
    if (random.nextInt(3) == 0) {
      for (Claim claim : claims) {
        if (claim != null && claim.call() != null) {
          assertThat(claim.position()).isGreaterThanOrEqualTo(claim.low());
        }
      }
      Thread.yield();
    }
    long order = commits.incrementAndGet();
    history.add(new Done(order, run.id, steps));
    run.status = Participant.Status.COMMITTED;
    end(claims, claim -> control.commit(claim, order));
    return true;
  }

  private static void end(Claim[] claims, java.util.function.Consumer<Claim> how) {
    for (Claim claim : claims) {
      if (claim != null) {
        how.accept(claim);
      }
    }
  }

  private static Claim claim(RowLocking control, Run run, Cell cell) {
    Verdict verdict = control.request(new Wait(control, run, cell, new Work.Run(true)));
    Claim claim = ((Verdict.Accept) verdict).claim();
    claim.waitBy(lock -> await(control, run, cell, lock));
    return claim;
  }

  private static void await(RowLocking control, Run run, Cell cell, Work.Lock lock) {
    Wait wait = new Wait(control, run, cell, lock);
    run.waiting = wait;
    Verdict verdict = control.request(wait);
    if (verdict instanceof Verdict.Conflict) {
      throw new Anew();
    }
    if (verdict instanceof Verdict.Delay) {
      if (run.wounded) {
        wait.stop();
      }
      try {
        if (!wait.granted.get(FOREVER_SECONDS, TimeUnit.SECONDS)) {
          throw new Anew();
        }
      } catch (TimeoutException | InterruptedException | ExecutionException e) {
        throw new AssertionError("a deadlock: " + lock.rows() + " for " + run.id, e);
      }
    }
    run.waiting = null;
  }

  private static Step step(SplittableRandom random, int cell, RowStore rows, Run run) {
    int kind = random.nextInt(6);
    long low = random.nextInt(KEYS);
    long high = low + random.nextInt(KEYS / 2);
    String colour = COLOURS[random.nextInt(COLOURS.length)];
    Item item = new Item(low, colour, "item " + low, price(run.id));
    List<Item> seen = new ArrayList<>();
    switch (kind) {
      case 0, 1 -> add(rows.get(Shop.ITEMS, low), seen);
      case 2 -> add(rows.put(Shop.ITEMS, low, item), seen);
      case 3 -> add(rows.delete(Shop.ITEMS, low), seen);
      case 4 -> {
        boolean descending = (low + high) % 2 == 0;
        int most = (int) (1 + high % 4);
        KeyRange range = new KeyRange(new Object[] {low}, true, new Object[] {high}, true);
        scan(rows, Shop.BY_KEY, range, descending, most, seen);
      }
      default -> scan(rows, Shop.BY_COLOUR, KeyRange.of(colour), false, 999, seen);
    }
    return new Step(cell, kind, low, high, colour, seen);
  }

  private static long price(TransactionId id) {
    return id.node() * 1_000_000L + id.number();
  }

  private static void scan(
      RowStore rows, int order, KeyRange range, boolean descending, int most, List<Item> seen) {
    rows.scan(
        Shop.ITEMS,
        order,
        range,
        descending,
        row -> {
          seen.add((Item) row);
          return seen.size() < most;
        });
  }

  private static void add(@Nullable Record row, List<Item> seen) {
    if (row != null) {
      seen.add((Item) row);
    }
  }

  // --- the judge ---

  private void judge() {
    List<TreeMap<Long, Item>> model = List.of(new TreeMap<>(), new TreeMap<>());
    List<Done> ordered = new ArrayList<>(history);
    ordered.sort((a, b) -> Long.compare(a.order, b.order));
    assertThat(ordered).hasSize(THREADS * TRANSACTIONS);
    for (Done done : ordered) {
      for (Step step : done.steps) {
        assertThat(step.seen)
            .as("%s of the commit %s", step, done.order)
            .isEqualTo(again(model.get(step.cell), step, done.id));
      }
    }
    for (int i = 0; i < cells.length; i++) {
      RowLocking control = new RowLocking((claim, version) -> {}, WaitRule.NO_WAIT);
      List<Item> left = new Buyer(control, cells[i], 1).scan(Shop.BY_KEY, KeyRange.ALL, false, 999);
      assertThat(left).isEqualTo(List.copyOf(model.get(i).values()));
    }
  }

  private static List<Item> again(TreeMap<Long, Item> rows, Step step, TransactionId id) {
    Item item = new Item(step.low, step.colour, "item " + step.low, price(id));
    return switch (step.kind) {
      case 0, 1 -> list(rows.get(step.low));
      case 2 -> list(rows.put(step.low, item));
      case 3 -> list(rows.remove(step.low));
      case 4 -> {
        var range = rows.subMap(step.low, true, step.high, true);
        boolean descending = (step.low + step.high) % 2 == 0;
        yield (descending ? range.descendingMap() : range)
            .values().stream().limit(1 + step.high % 4).toList();
      }
      default -> rows.values().stream().filter(it -> it.colour().equals(step.colour)).toList();
    };
  }

  private static List<Item> list(@Nullable Item item) {
    return item == null ? List.of() : List.of(item);
  }
}
