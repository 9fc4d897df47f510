package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.storage.Cell;

/** Real threads on few actors: money is kept, every delayed request is answered. */
class StressTest {
  private static final int THREADS = 4;
  private static final int TRANSFERS = 3000;
  private final AtomicLong lsn = new AtomicLong();

  static Stream<ConcurrencyControl> controls() {
    return Stream.of(
        new TwoPhaseLocking(Effects.UNHEARD),
        new PathSensitive(Effects.UNHEARD, new PathSensitive.Settings(true, 8, false, 1024)),
        new PathSensitive(Effects.UNHEARD, new PathSensitive.Settings(true, 8, true, 1024)),
        new PathSensitive(Effects.UNHEARD, new PathSensitive.Settings(false, 1, true, 1024)));
  }

  @ParameterizedTest
  @MethodSource("controls")
  @Timeout(300)
  void keepsMoneyAndAnswersEverybody(ConcurrencyControl control) throws Exception {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      cells.add(new Cell(Account.id("S" + i), Account.TYPE, Account.opened(100)));
    }
    List<Callable<Integer>> work = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int seed = thread;
      work.add(() -> transfers(control, cells, new Random(seed)));
    }
    int committed = 0;
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Integer> done : pool.invokeAll(work)) {
        committed += done.get();
      }
    }
    assertThat(cells.stream().mapToLong(cell -> Account.balance(cell.state())).sum())
        .isEqualTo(300);
    assertThat(cells).allMatch(cell -> Account.balance(cell.state()) >= 0);
    assertThat(cells).allMatch(cell -> cell.control() == null);
    assertThat(cells.stream().mapToLong(Cell::version).sum()).isEqualTo(2L * committed);
    assertThat(committed).isGreaterThan(TRANSFERS / 2);
  }

  /** A request of a thread that waits for its answer. */
  private static final class Call extends ActorRequest {
    private final SynchronousQueue<Verdict> answer = new SynchronousQueue<>();

    Call(Owner owner, Cell cell, Work work) {
      super(owner, cell, work, owner);
    }

    Verdict ask(ConcurrencyControl control) throws InterruptedException {
      Verdict verdict = control.request(this);
      if (!(verdict instanceof Verdict.Delay)) {
        return verdict;
      }
      Verdict late = answer.poll(180, TimeUnit.SECONDS);
      assertThat(late).as("an answer").isNotNull();
      return late;
    }

    @Override
    public void resolve(Verdict verdict) {
      Thread.startVirtualThread(
          () -> {
            try {
              answer.put(verdict);
            } catch (InterruptedException ended) {
              Thread.currentThread().interrupt();
            }
          });
    }
  }

  /** Transfers in a fixed order of actors, so that there are no deadlocks. */
  private int transfers(ConcurrencyControl control, List<Cell> cells, Random random)
      throws InterruptedException {
    int committed = 0;
    for (int i = 0; i < TRANSFERS; i++) {
      Owner owner = new Owner(i);
      int low = random.nextInt(2);
      int high = low + 1 + random.nextInt(2 - low);
      boolean up = random.nextBoolean();
      long amount = 1 + random.nextInt(60);
      boolean done =
          act(control, owner, cells.get(low), up ? "withdraw" : "deposit", amount)
              && act(control, owner, cells.get(high), up ? "deposit" : "withdraw", amount)
              && random.nextInt(10) > 0;
      if (done) {
        owner.commit(control, lsn.incrementAndGet());
        committed++;
      } else {
        owner.abort(control);
      }
      checkRead(control, cells.get(random.nextInt(3)));
    }
    return committed;
  }

  private static boolean act(
      ConcurrencyControl control, Owner owner, Cell cell, String action, long amount)
      throws InterruptedException {
    Work work = new Work.Act(Account.call(cell.id(), action, amount));
    Verdict verdict = new Call(owner, cell, work).ask(control);
    if (verdict instanceof Verdict.Accept accept) {
      owner.claims.add(accept.claim());
      return true;
    }
    assertThat(verdict).isInstanceOf(Verdict.Reject.class);
    return false;
  }

  private static void checkRead(ConcurrencyControl control, Cell cell) throws InterruptedException {
    Verdict verdict = new Call(new Owner(-1), cell, new Work.Read()).ask(control);
    assertThat(Account.balance(((Verdict.CurrentState) verdict).state())).isBetween(0L, 300L);
  }
}
