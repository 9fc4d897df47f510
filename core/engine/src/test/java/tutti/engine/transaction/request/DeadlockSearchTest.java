package tutti.engine.transaction.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.model.testing.Effort;

/**
 * Searches that go along the queues of locks, compared with searches over every single edge: they
 * find the same, and their work grows with the waiting requests, not with the pairs of them.
 */
class DeadlockSearchTest {
  private static final TestBank BANK = new TestBank();
  private static final Observation BALANCE = new Observation.OfField(0);
  private static final int MANY = 2_000;

  /** More than each waiting request costs, and far less than one for each before it. */
  private static final int MOST_PER_REQUEST = 10;

  /** A control that shows no queues, so that each request is asked for all of its blockers. */
  private record Unshown(ConcurrencyControl control) implements ForwardingControl {
    @Override
    public void showQueue(Cell cell, InUse.QueueViewer viewer) {}
  }

  /** Transactions that wait for locks. */
  private static final class Locks {
    final ConcurrencyControl control;
    final DeadlockDetector detector = new DeadlockDetector(new ManualScheduler());
    final List<Cell> cells = new ArrayList<>();
    final List<Owner> owners = new ArrayList<>();
    final List<PendingRequest> asks = new ArrayList<>();
    private final Set<List<Integer>> acted = new HashSet<>();
    private final Set<Participant> ended = new HashSet<>();

    Locks(ConcurrencyControl control, int actors, int transactions) {
      this.control = control;
      for (int i = 0; i < actors; i++) {
        cells.add(
            new Cell(
                new ActorId("Account", "A" + i), BANK.types().getFirst(), TestBank.state(1, 100)));
      }
      for (int i = 0; i < transactions; i++) {
        owners.add(new Owner(i + 1));
      }
    }

    void act(int owner, int cell) {
      if (!ended.contains(owners.get(owner)) && acted.add(List.of(owner, cell))) {
        Work act = new Work.Act(BANK.call("A" + cell, "deposit", 1L));
        ask(owners.get(owner), cell, act, false);
      }
    }

    void look(int owner, int cell, boolean willAct) {
      if (!ended.contains(owners.get(owner))) {
        ask(owners.get(owner), cell, new Work.Observe(BALANCE), willAct);
      }
    }

    void read(int number, int cell) {
      ask(new Owner(number), cell, new Work.Read(), false);
    }

    private void ask(Owner owner, int at, Work work, boolean willAct) {
      Cell cell = cells.get(at);
      ActorRequests.Question question =
          new ActorRequests.Question(
              cell.id(), work, Observations.at(Instant.EPOCH), willAct, false);
      PendingRequest ask = new PendingRequest(question, owner, cell, control);
      asks.add(ask);
      Verdict verdict = control.request(ask);
      if (!(verdict instanceof Verdict.Delay)) {
        ask.resolve(verdict);
      }
    }

    /** Draws some requests; the same ones from the same random numbers. */
    void draw(Random random, int requests) {
      for (int i = 0; i < requests; i++) {
        int owner = random.nextInt(owners.size());
        int cell = random.nextInt(cells.size());
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> look(owner, cell, random.nextBoolean());
          case 3 -> read(owners.size() + asks.size() + 1, cell);
          case 4 -> owners.get(owner).executes(random.nextBoolean());
          default -> act(owner, cell);
        }
      }
    }

    List<PendingRequest> waiting() {
      return asks.stream().filter(ask -> !ask.answered()).toList();
    }

    void waitsOf(Participant owner, Consumer<PendingRequest> sink) {
      asks.reversed().stream().filter(ask -> ask.owner() == owner).forEach(sink);
    }

    void breakCycles(List<PendingRequest> from, int most) {
      detector.breakCycles(from, this::waitsOf, most);
    }

    /** Ends the victims, as their tasks would: they let go of all that they hold and wait for. */
    void endVictims() {
      for (PendingRequest ask : asks) {
        if (ask.answered()
            && ask.await() instanceof PendingRequest.Answer.Stopped
            && ended.add(ask.owner())) {
          waitsOf(ask.owner(), this::letGo);
        }
      }
    }

    private void letGo(PendingRequest ask) {
      if (!ask.answered()) {
        ask.stop(new Reason.Deadlock(List.of(), 0));
      } else if (ask.await() instanceof PendingRequest.Answer.Given(Verdict.Accept accept)) {
        control.abort(accept.claim());
      }
    }

    /** The answers of all requests that have one: victims have the cycle in theirs. */
    List<String> answers() {
      List<String> answers = new ArrayList<>();
      for (int i = 0; i < asks.size(); i++) {
        if (asks.get(i).answered()) {
          boolean stopped = asks.get(i).await() instanceof PendingRequest.Answer.Stopped;
          answers.add(i + (stopped ? " " + asks.get(i).await() : ""));
        }
      }
      return answers;
    }

    /** Whether a waiting request waits, by whatever way, for another one's owner and so on. */
    boolean hasCycle() {
      for (PendingRequest start : waiting()) {
        Set<PendingRequest> reached = new LinkedHashSet<>(next(start));
        for (boolean more = true; more; ) {
          more = reached.addAll(reached.stream().flatMap(ask -> next(ask).stream()).toList());
        }
        if (reached.contains(start)) {
          return true;
        }
      }
      return false;
    }

    private List<PendingRequest> next(PendingRequest ask) {
      List<PendingRequest> next = new ArrayList<>();
      ask.blockers(blocker -> waitsOf(blocker, next::add));
      next.removeIf(it -> it == ask || it.answered());
      return next;
    }
  }

  private static TwoPhaseLocking locking() {
    return new TwoPhaseLocking(Effects.UNHEARD);
  }

  @Test
  void findsTheCyclesAndStopsTheVictimsOfASearchOverAllEdges() {
    int[] cycles = {0};
    Effort.seeds(
        1_000,
        () -> cycles[0] > 50,
        seed -> {
          Random sizes = new Random(seed);
          int actors = 1 + sizes.nextInt(5);
          int transactions = 2 + sizes.nextInt(20);
          Locks shown = new Locks(locking(), actors, transactions);
          Locks unshown = new Locks(new Unshown(locking()), actors, transactions);
          for (int round = 0; round < 3; round++) {
            int requests = sizes.nextInt(3 * transactions);
            int most = sizes.nextBoolean() ? Integer.MAX_VALUE : 1 + sizes.nextInt(16);
            boolean all = sizes.nextInt(3) > 0;
            int first = sizes.nextInt();
            for (Locks each : List.of(shown, unshown)) {
              each.draw(new Random(seed + round), requests);
              List<PendingRequest> from = new ArrayList<>(each.waiting());
              Collections.shuffle(from, new Random(first));
              each.breakCycles(all ? from : from.subList(0, Math.min(1, from.size())), most);
            }
            assertThat(shown.answers()).isEqualTo(unshown.answers());
            shown.endVictims();
            unshown.endVictims();
            if (all && most == Integer.MAX_VALUE) {
              assertThat(shown.hasCycle()).isFalse();
            }
          }
          assertThat(shown.detector.found()).isEqualTo(unshown.detector.found());
          cycles[0] += (int) shown.detector.found();
        });
  }

  @Test
  void aWalkTellsAllThatEachRequestWaitsForInTheOrderInWhichItIsMet() {
    Effort.seeds(
        500,
        seed -> {
          Random random = new Random(seed);
          Locks locks = new Locks(locking(), 1 + random.nextInt(3), 2 + random.nextInt(20));
          locks.draw(random, 60);
          List<PendingRequest> asks = new ArrayList<>(locks.waiting());
          Collections.shuffle(asks, random);
          QueueWalk walk = new QueueWalk();
          Set<Participant> told = new LinkedHashSet<>();
          Set<Participant> blocking = new LinkedHashSet<>();
          for (PendingRequest ask : asks) {
            walk.blockers(ask, told::add);
            ask.blockers(blocking::add);
            assertThat(List.copyOf(told)).isEqualTo(List.copyOf(blocking));
          }
        });
  }

  /** One transaction holds the lock, and all others queue for it. */
  private static Locks queue() {
    Locks locks = new Locks(locking(), 2, MANY);
    for (int i = 0; i < MANY; i++) {
      locks.act(i, 0);
    }
    assertThat(locks.waiting()).hasSize(MANY - 1);
    return locks;
  }

  /** The requests of one transaction are found by a map, as a node finds them. */
  private static long edges(Locks locks, List<PendingRequest> from) {
    Map<Participant, List<PendingRequest>> byOwner = new IdentityHashMap<>();
    locks
        .waiting()
        .forEach(ask -> byOwner.computeIfAbsent(ask.owner(), o -> new ArrayList<>()).add(ask));
    locks.detector.breakCycles(
        from,
        (owner, sink) -> byOwner.getOrDefault(owner, List.of()).forEach(sink),
        Integer.MAX_VALUE);
    return locks.detector.edges();
  }

  @Test
  void looksAtFewEdgesOfALongQueueFromWhereverItBegins() {
    for (int seed = 0; seed < 3; seed++) {
      Locks locks = queue();
      List<PendingRequest> from = new ArrayList<>(locks.waiting());
      if (seed > 0) {
        Collections.reverse(from);
      }
      if (seed > 1) {
        Collections.shuffle(from, new Random(seed));
      }

      assertThat(edges(locks, from)).isBetween((long) MANY, (long) MOST_PER_REQUEST * MANY);
      assertThat(locks.detector.found()).isZero();
    }
  }

  @Test
  void looksAtFewEdgesWhereManyWaitForManyHolders() {
    Locks locks = new Locks(locking(), 1, MANY);
    for (int i = 0; i < MANY / 2; i++) {
      locks.look(i, 0, false);
    }
    for (int i = MANY / 2; i < MANY; i++) {
      locks.act(i, 0);
    }

    assertThat(edges(locks, locks.waiting())).isLessThan((long) MOST_PER_REQUEST * MANY);
  }

  /**
   * The holder of the long queue's lock waits for one in the queue, so that all lead to a cycle.
   */
  @Test
  void looksAtFewEdgesWhereTheWholeQueueLeadsToACycle() {
    Locks locks = new Locks(locking(), 2, MANY);
    locks.act(1, 1);
    for (int i = 0; i < MANY; i++) {
      locks.act(i, 0);
    }
    locks.act(0, 1);

    assertThat(edges(locks, locks.waiting())).isLessThan(2L * MOST_PER_REQUEST * MANY);
    assertThat(locks.detector.found()).isEqualTo(1);
  }

  @Test
  void aWalkTellsEachOfALongQueueOnce() {
    Locks locks = queue();
    int[] told = {0};
    QueueWalk walk = new QueueWalk();

    locks.waiting().forEach(ask -> walk.blockers(ask, participant -> told[0]++));

    assertThat(told[0]).isBetween(MANY - 1, 2 * MANY);
  }
}
