package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two guards: behind a usual step that threw everything goes on, behind a machine's nothing. */
class FailStopTest {
  private final List<MachineFailure> failures = new CopyOnWriteArrayList<>();
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @Test
  void nothingRunsBehindAStepOfAMachineThatThrew() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    List<StepQueue> others = new CopyOnWriteArrayList<>();
    RealScheduler scheduler =
        new RealScheduler(
            failure -> {
              failures.add(failure);
              others.forEach(each -> each.step(() -> ran.add("a step of another queue")));
              ended.countDown();
            });
    StepQueue machines = scheduler.newMachineQueue("machines");
    others.add(scheduler.newStepQueue("others"));
    others.add(scheduler.newExecutor("executor"));
    machines.step(
        () -> {
          throw new StackOverflowError("thrown by a machine, on purpose");
        });
    machines.step(() -> ran.add("the next step of the machines"));
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    scheduler.newStepQueue("later").step(() -> ran.add("a step of a later queue"));
    scheduler.close();
    assertThat(ran).isEmpty();
    assertThat(failures).hasSize(1);
    assertThat(failures.getFirst().machine()).isEqualTo("a machine of machines");
    assertThat(failures.getFirst().cause()).isInstanceOf(StackOverflowError.class);
  }

  @Test
  void everythingGoesOnBehindAUsualStepThatThrew() throws Exception {
    RealScheduler scheduler = new RealScheduler(failure -> failures.add(failure));
    StepQueue queue = scheduler.newStepQueue("usual");
    CountDownLatch done = new CountDownLatch(1);
    queue.step(
        () -> {
          throw new IllegalStateException("thrown by a usual step, on purpose");
        });
    queue.step(done::countDown);
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    scheduler.close();
    assertThat(failures).isEmpty();
  }
}
