package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Effort;

/**
 * All nodes are killed under load and come back under the other concurrency control: what was in
 * doubt is decided among them before anything runs.
 */
class ChangedControlTest {
  private static final int ACCOUNTS = 6;
  private static final int TRANSFERS = Effort.of(150);
  @TempDir Path folder;

  @Test
  void nothingIsLostOrHalfDoneWhenTheControlChangesAfterACrash() throws Exception {
    long committed = 0;
    for (int round = 0; round < 4; round++) {
      ConcurrencyControlKind control = ConcurrencyControlKind.values()[round % 2];
      try (Nodes nodes = new Nodes(folder, control, 3)) {
        nodes.awaitReady();
        for (int i = 0; round == 0 && i < ACCOUNTS; i++) {
          nodes.at(i).run(nodes.bank().call("a" + i, "open", 1000L));
        }
        check(nodes, round, committed);
        List<CompletableFuture<Outcome>> started = transfers(nodes, round);
        RunningNode.await(started.get(TRANSFERS / 3));
        nodes.abandon();
        committed +=
            started.stream().filter(it -> it.getNow(null) instanceof Outcome.Committed).count();
      }
    }
    try (Nodes nodes = new Nodes(folder, ConcurrencyControlKind.values()[0], 3)) {
      nodes.awaitReady();
      check(nodes, 4, committed);
    }
  }

  private List<CompletableFuture<Outcome>> transfers(Nodes nodes, int round) {
    List<CompletableFuture<Outcome>> started = new ArrayList<>();
    for (int i = 0; i < TRANSFERS; i++) {
      String from = "a" + i % ACCOUNTS;
      String to = "a" + (i + 1 + i / 60) % ACCOUNTS;
      started.add(
          nodes.at(i).start(nodes.bank().transfer("t" + round + "-" + i, "book", 1L, from, to)));
    }
    return started;
  }

  private static void check(Nodes nodes, int rounds, long committed) throws Exception {
    nodes.awaitNothingInDoubt();
    long sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
      sum += nodes.at(i).balance("a" + i);
    }
    assertThat(sum).isEqualTo(ACCOUNTS * 1000);
    int booked = nodes.at(0).list("Transfer", "booked", 1000, null).items().size();
    assertThat(booked).isBetween((int) committed, rounds * TRANSFERS);
  }
}
