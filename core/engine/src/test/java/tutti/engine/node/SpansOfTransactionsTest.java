package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.span.Phase;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.Outcome;

/** Where the time of a node's transactions goes. */
class SpansOfTransactionsTest {
  @TempDir private Path folder;

  private static Deployment deployment(String text) {
    return switch (DeploymentReader.parse("tutti { " + text + " }", "test")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private static Spans spansOf(RunningNode it, Outcome outcome) {
    return Objects.requireNonNull(it.node.spans(outcome.transaction()), "not timed");
  }

  @Test
  void seesTheJournalAndOtherContainers() throws Exception {
    Deployment deployment =
        deployment("spans.sample = 1, containers = 8, journal.flush-padding = 20ms");
    try (FolderDisk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(deployment, disk)) {
      it.run(it.bank.call("a", "open", 100L), it.bank.call("b", "open", 0L));
      boolean waited = false;
      for (int i = 0; i < 8; i++) {
        Outcome booked = it.run(it.bank.transfer("t" + i, "book", 1L, "a", "b"));
        assertThat(booked).isInstanceOf(Outcome.Committed.class);
        Spans spans = spansOf(it, booked);
        assertThat(spans.nanos(Phase.JOURNAL)).isPositive();
        assertThat(spans.nanos(Phase.COMMIT) + spans.nanos(Phase.JOURNAL))
            .as("its record is written while it commits, and flushed 20 ms later at the earliest")
            .isGreaterThanOrEqualTo(20_000_000);
        assertThat(spans.nanos(Phase.QUEUE)).isPositive();
        assertThat(spans.nanos(Phase.EXECUTE)).isPositive();
        assertThat(spans.nanos(Phase.COMMIT)).isPositive();
        waited |= spans.nanos(Phase.WAIT) > 0;
      }
      assertThat(waited).as("accounts in other containers are waited for").isTrue();
    }
  }

  @Test
  void seesValidation() throws Exception {
    Deployment deployment =
        deployment("spans.sample = 1, durability = off, concurrency-control = optimistic");
    try (RunningNode it = new RunningNode(deployment, null)) {
      Outcome opened = it.run(it.bank.call("a", "open", 100L));
      assertThat(spansOf(it, opened).nanos(Phase.VALIDATE)).isPositive();
      assertThat(spansOf(it, opened).nanos(Phase.JOURNAL)).isZero();
      Outcome refused = it.run(it.bank.call("a", "open", 100L));
      assertThat(refused).isInstanceOf(Outcome.Aborted.class);
      assertThat(spansOf(it, refused).totalNanos()).isPositive();
    }
  }

  @Test
  void timesNothingUnlessAsked() throws Exception {
    try (RunningNode it = new RunningNode(deployment("durability = off"), null)) {
      Outcome opened = it.run(it.bank.call("a", "open", 100L));
      assertThat(it.node.spans(opened.transaction())).isNull();
    }
  }
}
