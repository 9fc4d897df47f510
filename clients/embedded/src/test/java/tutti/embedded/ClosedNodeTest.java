package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.FreePorts;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/** Each future ends, whatever runs when its node is closed. */
class ClosedNodeTest {
  @TempDir private Path folder;

  private static CountDownLatch opened = new CountDownLatch(1);

  public static final class Gate extends Actor {
    public record Passage(String name, String notes) {}

    public final Relation<String, Passage> passages =
        relation("passages", Passage.class, Passage::name);
  }

  /** Writes enough for a log of small files. */
  public record Count() implements Procedure<Gate, String> {
    @Override
    public String run(Gate gate) {
      gate.passages.upsert(new Gate.Passage("all", "x".repeat(500)));
      return gate.key();
    }
  }

  /** Waits for the test. */
  public record Pass() implements Procedure<Gate, String> {
    @Override
    public String run(Gate gate) {
      try {
        opened.await();
      } catch (InterruptedException interrupted) {
        throw gate.abort("interrupted", "nobody interrupts it");
      }
      return gate.key();
    }
  }

  public record Look() implements Procedure<Gate, String> {
    @Override
    public String run(Gate gate) {
      return gate.key();
    }
  }

  private static TuttiBuilder builder() {
    opened = new CountDownLatch(1);
    return Tutti.builder()
        .application(
            JavaApplication.named("gates")
                .actor("Gate", Gate::new)
                .procedures(Pass.class, Look.class, Count.class)
                .build());
  }

  @Test
  void isNotReady() {
    Tutti tutti = builder().openInMemory();
    assertThat(tutti.notReady()).isEmpty();
    tutti.close();
    assertThat(tutti.notReady()).isEqualTo("the node was closed");
  }

  @Test
  void aFutureOfAProcedureThatDoesNotEndIsInDoubt() throws Exception {
    Tutti tutti = builder().set("transaction-timeout", "1ms").openInMemory();
    CompletableFuture<String> passed =
        tutti.within(Duration.ofHours(1)).actor(Gate.class, "a").submit(new Pass());
    tutti.close();
    assertThatThrownBy(() -> passed.get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(InDoubtException.class)
        .hasMessageContaining("the node was closed before the transaction had ended");
    opened.countDown();
  }

  /**
   * A request that another node was asked for ends before the node that has asked parts from it.
   */
  @Test
  void aFutureOfAnActorOfAnotherNodeHasItsResult() throws Exception {
    Tutti tutti = builder().deployment("tutti { " + FreePorts.nodes(3) + " }").openInMemory();
    Placements places = new Placements(new Placement.Hash(), 3, 1);
    List<String> keys = new ArrayList<>();
    for (int node = 0; node < 3; node++) {
      int i = 0;
      while (places.nodeOf(new ActorId("Gate", "g" + i)) != node) {
        i++;
      }
      keys.add("g" + i);
    }
    List<CompletableFuture<String>> passed = new ArrayList<>();
    for (String key : keys.subList(1, 3)) {
      passed.add(tutti.within(Duration.ofHours(1)).actor(Gate.class, key).submit(new Pass()));
    }
    CountDownLatch closed = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(
            () -> {
              tutti.close();
              closed.countDown();
            });
    Await.that("it stops", () -> isTurnedAway(tutti, keys.get(0)));
    assertThat(isTurnedAway(tutti, keys.get(1))).as("also where another node is asked").isTrue();
    opened.countDown();
    for (CompletableFuture<String> each : passed) {
      assertThat(each.get(1, TimeUnit.MINUTES)).isIn(keys);
    }
    closed.await();
  }

  /** The listener is told by the thread that would tell those who wait for the disk. */
  @Test
  void aFutureEndsThoughAListenerOfTheFailureThrows() throws Exception {
    Path data = folder.resolve("data");
    try (Tutti tutti = builder().set("journal.segment-size", "4 KiB").data(data).open()) {
      tutti.onFailure(
          why -> {
            throw new IllegalStateException(why);
          });
      Files.move(data, folder.resolve("moved"));
      CompletableFuture<String> failed;
      do {
        failed = tutti.within(Duration.ofHours(1)).actor(Gate.class, "a").submit(new Count());
      } while (failed.handle((_, thrown) -> thrown == null).get(1, TimeUnit.MINUTES));
      assertThat(tutti.notReady()).contains("was removed or moved");
    }
  }

  private static boolean isTurnedAway(Tutti tutti, String key) {
    try {
      tutti.actor(Gate.class, key).call(new Look());
      return false;
    } catch (AbortedException aborted) {
      assertThat(aborted).hasMessageContaining("the node is stopping");
      return true;
    }
  }
}
