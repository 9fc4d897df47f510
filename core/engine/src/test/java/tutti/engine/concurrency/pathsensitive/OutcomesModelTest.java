package tutti.engine.concurrency.pathsensitive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.storage.Cell;
import tutti.model.Observation;
import tutti.model.testing.Effort;

/**
 * Random requests at one actor: the tree's verdicts are those of the definition, and the intervals'
 * are the tree's or Delay. A delayed request is withdrawn at once, so that no request is overtaken.
 */
class OutcomesModelTest {
  private static final int STEPS = 40;

  /** How often each verdict was compared, so that a test of nothing is seen. */
  private final int[] seen = new int[128];

  @Test
  void theTreeSaysWhatTheDefinitionSays() {
    for (Isolation isolation : Isolation.values()) {
      Effort.seeds(
          800,
          seed -> compareTreeWithOracle(isolation, new Random(seed), isolation + " seed " + seed));
    }
    assertThat(seen['A']).isGreaterThan(Effort.of(4_000));
    assertThat(seen['R']).isGreaterThan(Effort.of(1_000));
    assertThat(seen['D']).isGreaterThan(Effort.of(4_000));
    assertThat(seen['S']).isGreaterThan(Effort.of(300));
  }

  private void compareTreeWithOracle(Isolation isolation, Random random, String name) {
    ConcurrencyControl tree = control(isolation, 4, false);
    Cell cell = cell(random);
    boolean serializable = isolation == Isolation.SERIALIZABLE;
    Oracle oracle = new Oracle(cell.state(), serializable, 4);
    List<Owner> running = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      if (!running.isEmpty() && random.nextInt(4) == 0) {
        Owner owner = running.remove(random.nextInt(running.size()));
        boolean commits = random.nextInt(3) > 0;
        oracle.ended(owner, commits);
        end(tree, owner, commits, step);
        continue;
      }
      Owner owner = owner(running, random, step);
      Work work = work(cell, random, acts(owner), false);
      char expected = oracle.verdict(owner, work);
      Ask ask = owner.ask(tree, cell, work);
      assertThat(ask.letter()).as("%s step %d: %s", name, step, ask).isEqualTo(expected);
      seen[expected]++;
      if (ask.delayed()) {
        assertThat(tree.withdraw(ask)).isTrue();
      } else if (ask.accepted()) {
        oracle.accepted(owner, ask);
      }
    }
    running.forEach(
        owner -> {
          oracle.ended(owner, true);
          end(tree, owner, true, STEPS);
        });
    assertThat(cell.state()).as(name).isEqualTo(oracle.state());
    assertThat(cell.control()).isNull();
  }

  @Test
  void intervalsMayDelayMoreButNeverAcceptOrRefuseMoreThanTheTree() {
    int[] more = {0};
    for (Isolation isolation : Isolation.values()) {
      Effort.seeds(
          1500,
          () -> more[0] > 0,
          seed ->
              compareIntervalsWithTree(
                  isolation, new Random(seed), isolation + " seed " + seed, more));
    }
    assertThat(seen['A']).isGreaterThan(Effort.of(4_000));
    assertThat(seen['R']).isGreaterThan(Effort.of(1_000));
    assertThat(seen['D']).isGreaterThan(Effort.of(4_000));
    assertThat(more[0]).as("delays only of intervals").isBetween(1, seen['D'] / 10);
  }

  private void compareIntervalsWithTree(
      Isolation isolation, Random random, String name, int[] more) {
    ConcurrencyControl tree = control(isolation, 6, false);
    ConcurrencyControl intervals = control(isolation, 6, true);
    Cell one = cell(random);
    Cell other = new Cell(one.id(), Account.TYPE, one.state());
    List<Owner> inTree = new ArrayList<>();
    List<Owner> inIntervals = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      if (!inTree.isEmpty() && random.nextInt(4) == 0) {
        int which = random.nextInt(inTree.size());
        boolean commits = random.nextInt(3) > 0;
        end(tree, inTree.remove(which), commits, step);
        end(intervals, inIntervals.remove(which), commits, step);
        continue;
      }
      long same = random.nextLong();
      Owner first = owner(inTree, new Random(same), step);
      Owner second = owner(inIntervals, new Random(same), step);
      Work work = work(one, random, acts(first), true);
      Ask byTree = first.ask(tree, one, work);
      Ask byIntervals = second.ask(intervals, other, work);
      String what = name + " step " + step + ": " + byTree;
      seen[byIntervals.letter()]++;
      if (byIntervals.delayed()) {
        assertThat(intervals.withdraw(byIntervals)).isTrue();
        more[0] += byTree.delayed() ? 0 : 1;
        undo(tree, first, byTree);
      } else {
        assertThat(byTree.letter()).as(what).isEqualTo(byIntervals.letter());
        compare(byTree, byIntervals, what);
      }
    }
    for (int i = 0; i < inTree.size(); i++) {
      end(tree, inTree.get(i), true, STEPS);
      end(intervals, inIntervals.get(i), true, STEPS);
    }
    assertThat(other.state()).as(name).isEqualTo(one.state());
    assertThat(other.control()).isNull();
  }

  private static void compare(Ask byTree, Ask byIntervals, String what) {
    if (byTree.accepted()) {
      assertThat(byIntervals.accept().partners()).isEqualTo(byTree.accept().partners());
      assertThat(byIntervals.accept().result()).as(what).isEqualTo(byTree.accept().result());
    } else if (byTree.rejected()) {
      assertThat(byIntervals.reject().refusal().message())
          .as(what)
          .isEqualTo(byTree.reject().refusal().message());
    }
  }

  /** Takes back what only one of the two has accepted. */
  private static void undo(ConcurrencyControl control, Owner owner, Ask ask) {
    if (ask.delayed()) {
      assertThat(control.withdraw(ask)).isTrue();
    } else if (ask.accepted()) {
      owner.claims.remove(ask.accept().claim());
      control.abort(ask.accept().claim());
    }
  }

  private static ConcurrencyControl control(Isolation isolation, int max, boolean intervals) {
    return new PathSensitive(
        Effects.UNHEARD,
        new PathSensitive.Settings(isolation == Isolation.SERIALIZABLE, max, intervals, 1 << 20));
  }

  private static Cell cell(Random random) {
    return new Cell(Account.id("A"), Account.TYPE, Oracle.opened(random.nextInt(60)));
  }

  private static Owner owner(List<Owner> running, Random random, int step) {
    if (running.isEmpty() || random.nextInt(3) > 0) {
      running.add(new Owner(step + 1));
      return running.getLast();
    }
    return running.get(random.nextInt(running.size()));
  }

  private static boolean acts(Owner owner) {
    return owner.claims.stream().anyMatch(claim -> claim.call() != null);
  }

  private static void end(ConcurrencyControl control, Owner owner, boolean commits, long lsn) {
    if (commits) {
      owner.commit(control, lsn);
    } else {
      owner.abort(control);
    }
  }

  private static Work work(Cell cell, Random random, boolean acted, boolean mostlyLinear) {
    long amount = 1 + random.nextInt(25);
    int kind = acted ? random.nextInt(5) : random.nextInt(mostlyLinear ? 40 : 19);
    return switch (kind) {
      case 0 -> new Work.Read();
      case 1 -> new Work.Observe(new Observation.OfField(random.nextInt(2)));
      case 2 -> new Work.Observe(new Observation.InStages(1L << random.nextInt(3)));
      case 3 -> new Work.Observe(new Observation.Whole());
      case 4 -> new Work.Forbid(Account.call(cell.id(), "withdraw", 2 * amount));
      case 5 -> act(cell, "interest", amount % 4);
      case 6 -> act(cell, "set", amount % 3);
      case 7 -> act(cell, "close");
      case 8 -> act(cell, "open", amount);
      case 9 -> act(cell, "peek");
      case 10 -> act(cell, "route", Account.id("B"), Account.id("C"), amount);
      case 11 -> act(cell, "replace", amount % 3);
      case 12, 13, 14, 15, 16 -> shift(cell, random);
      default -> act(cell, random.nextBoolean() ? "deposit" : "withdraw", amount);
    };
  }

  private static Work shift(Cell cell, Random random) {
    long lower = random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(20);
    long upper = random.nextInt(3) == 0 ? Long.MAX_VALUE : 10 + random.nextInt(60);
    long points = random.nextInt(5) - 2;
    long least = random.nextBoolean() ? Long.MIN_VALUE : -points;
    return act(cell, "shift", random.nextInt(21) - 10L, points, lower, upper, least, 3L);
  }

  private static Work act(Cell cell, String action, Object... arguments) {
    return new Work.Act(Account.call(cell.id(), action, arguments));
  }
}
