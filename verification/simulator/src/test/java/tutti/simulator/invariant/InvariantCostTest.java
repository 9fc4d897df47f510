package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.invariant.rule.LockingInvariants;
import tutti.simulator.invariant.rule.OptimisticInvariants;
import tutti.simulator.invariant.rule.PathSensitiveInvariants;
import tutti.simulator.invariant.rule.RecordInvariants;
import tutti.simulator.invariant.rule.RecordLockInvariants;
import tutti.simulator.invariant.rule.SharedChecks;
import tutti.simulator.invariant.rule.Tl2Invariants;
import tutti.simulator.invariant.step.ActorStep;
import tutti.simulator.invariant.step.ActorStory;

/**
 * The work of a step grows with the number of transactions that wait at the actor, and not with its
 * square: hundreds of reads may wait behind a transaction in doubt.
 */
class InvariantCostTest {
  private static final List<List<Invariant<ActorStep>>> ALL =
      List.of(
          LockingInvariants.ALL,
          PathSensitiveInvariants.ALL,
          OptimisticInvariants.ALL,
          Tl2Invariants.ALL,
          RecordInvariants.ALL,
          RecordLockInvariants.ALL,
          SharedChecks.ALL);

  private final TestBank bank = new TestBank();
  private final Cell cell =
      new Cell(
          new ActorId("Account", "a"),
          Objects.requireNonNull(bank.type("Account")),
          TestBank.state(TestBank.OPENED, 100));
  private long looks;

  /** Counts how often one of its elements is looked at. */
  private final class Counted extends AbstractList<Use> {
    private final List<Use> uses;

    Counted(List<Use> uses) {
      this.uses = List.copyOf(uses);
    }

    @Override
    public Use get(int index) {
      looks++;
      return uses.get(index);
    }

    @Override
    public int size() {
      return uses.size();
    }
  }

  /** One more read comes while so many wait already, and then one of all is taken back. */
  private long looksWith(int waiting) {
    looks = 0;
    Owner holder = new Owner(1);
    List<Use> uses = new ArrayList<>();
    Work act = new Work.Act(bank.call("a", "withdraw", 10L));
    uses.add(new Use.Held(new PlantedClaim(holder, cell, act, 0), Use.How.IN_PROGRESS));
    for (int i = 0; i < waiting; i++) {
      Owner reader = new Owner(2 + i);
      uses.add(new Use.Waits(new Granted(reader, cell, new Work.Read(), reader), ""));
    }
    ActorStory story = new ActorStory();
    List<Use> none = List.of();
    step(story, none, new Counted(uses), ((Use.Waits) uses.getLast()).request());
    Use.Waits last = (Use.Waits) uses.removeLast();
    step(story, new Counted(with(uses, last)), new Counted(uses), last.request());
    return looks;
  }

  private static List<Use> with(List<Use> uses, Use last) {
    List<Use> all = new ArrayList<>(uses);
    all.add(last);
    return all;
  }

  private void step(ActorStory story, List<Use> before, List<Use> after, ActorRequest request) {
    for (List<Invariant<ActorStep>> invariants : ALL) {
      ActorStep step =
          new ActorStep(
              ActorStep.Kind.WITHDRAWAL,
              cell,
              request,
              Verdict.Delay.INSTANCE,
              null,
              before,
              after,
              ActorStep.granted(ActorStep.Kind.WITHDRAWAL, before, after),
              cell.version(),
              Deployment.DEFAULT,
              (waits, sink) -> sink.accept(new Owner(1)),
              story);
      story.follow(step);
      invariants.forEach(invariant -> invariant.broken(step));
    }
  }

  @Test
  void aStepCostsNoMoreThanThoseWhoWaitForEachOfThem() {
    long some = looksWith(200);
    long more = looksWith(400);
    assertThat(some).as("the uses are looked at").isPositive();
    assertThat(more).as("looks, for twice as many who wait").isLessThanOrEqualTo(2 * some + 200);
  }
}
