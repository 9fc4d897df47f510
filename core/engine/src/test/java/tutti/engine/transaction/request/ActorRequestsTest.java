package tutti.engine.transaction.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.ActorTable;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Observation;

/** A question that another node has put, and takes back. */
class ActorRequestsTest {
  private static final long SECOND = 1_000_000_000;
  private static final Reason LOST = new Reason.Unavailable("lost", "lost");

  private final ArrayDeque<Runnable> steps = new ArrayDeque<>();
  private final ManualScheduler scheduler = new ManualScheduler();
  private final TestBank bank = new TestBank();
  private final Container container =
      new Container(
          new ActorTable(bank), new TwoPhaseLocking(Effects.UNHEARD), List.of(new Steps()), false);
  private final Directory directory =
      new Directory(
          bank,
          new Placements(new tutti.engine.container.Placement.Hash(), 1),
          0,
          List.of(container));
  private final Waiters waiters = new Waiters(scheduler, scheduler.newStepQueue("service"));
  private final ActorRequests requests = new ActorRequests(directory, scheduler, waiters, true);
  private final ActorId actor = new ActorId("Account", "a");
  private final List<PendingRequest.Answer> answers = new ArrayList<>();

  /** An executor whose steps run when the test says so. */
  private final class Steps implements TaskExecutor {
    @Override
    public void step(Runnable step) {
      steps.add(step);
    }

    @Override
    public void start(Runnable task) {
      throw new AssertionError("no tasks here");
    }

    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public int backlog() {
      return steps.size();
    }

    @Override
    public String name() {
      return "steps";
    }
  }

  private ActorRequests.RemoteRequest ask(Owner owner) {
    return ask(requests, owner, false);
  }

  private ActorRequests.RemoteRequest ask(ActorRequests by, Owner owner, boolean willAct) {
    ActorRequests.Question question =
        new ActorRequests.Question(
            actor,
            new Work.Observe(new Observation.Whole()),
            Observations.at(scheduler.now()),
            willAct,
            false);
    return by.start(owner, question, SECOND, SECOND, answers::add);
  }

  private void runSteps() {
    while (!steps.isEmpty()) {
      steps.poll().run();
    }
  }

  @Test
  void withoutUpdateLocksNobodyIsToldWhoWillAct() {
    ActorRequests without = new ActorRequests(directory, scheduler, waiters, false);
    ask(without, new Owner(1), true);
    ask(without, new Owner(2), true);
    runSteps();
    assertThat(answers).hasSize(2);

    ask(requests, new Owner(3), true);
    ask(requests, new Owner(4), true);
    runSteps();
    assertThat(answers).as("one at a time").hasSize(3);
  }

  @Test
  void whatIsTakenBackBeforeItIsAskedIsNeverAsked() {
    ActorRequests.RemoteRequest asking = ask(new Owner(1));

    asking.stop(LOST);
    runSteps();

    assertThat(answers).containsExactly(new PendingRequest.Answer.Stopped(LOST));
    assertThat(container.actors().find(actor)).as("nobody has named it").isNull();
  }

  @Test
  void whatIsTakenBackWhileItWaitsWaitsNoMore() {
    Owner holder = new Owner(1);
    var cell = container.actors().findOrCreate(actor, directory.typeOf(actor));
    holder.ask(container.control(), cell, new Work.Act(bank.call("a", "open", 100L)));
    ActorRequests.RemoteRequest asking = ask(new Owner(2));
    runSteps();
    assertThat(answers).isEmpty();

    asking.stop(LOST);

    assertThat(answers).containsExactly(new PendingRequest.Answer.Stopped(LOST));
    holder.abort(container.control());
    assertThat(cell.control()).isNull();
  }

  @Test
  void anActorOfATableThatWasDroppedIsNotTakenForABlankOne() {
    Owner owner = new Owner(1);
    ask(owner);
    runSteps();
    answers.clear();
    ask(owner);
    container.actors().drop();
    runSteps();
    ActorRequests.Context here = new ActorRequests.Context(owner, container, SECOND, SECOND);
    ActorRequests.Question question =
        new ActorRequests.Question(
            actor, new Work.Act(bank.call("a", "withdraw", 1L)), Observations.at(scheduler.now()));

    PendingRequest.Answer answer = requests.ask(here, question);

    PendingRequest.Answer moved =
        new PendingRequest.Answer.Stopped(Reason.Unavailable.leaderChanged());
    assertThat(answers).containsExactly(moved);
    assertThat(answer).isEqualTo(moved);
    assertThat(container.actors().size()).isZero();
  }
}
