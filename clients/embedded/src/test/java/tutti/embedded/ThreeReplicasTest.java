package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.embedded.ThreeNodesTest.Leaf;
import tutti.embedded.ThreeNodesTest.Touch;
import tutti.embedded.ThreeNodesTest.TouchAll;
import tutti.engine.deployment.FreePorts;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;

/** Shards with replicas on three nodes of this process. */
class ThreeReplicasTest {
  @TempDir private Path folder;

  /** Touches a leaf twice; the second application knows it. */
  public record TouchTwice() implements Procedure<Leaf, Integer> {
    @Override
    public Integer run(Leaf leaf) {
      int value = leaf.counts.find("x").map(Leaf.Count::value).orElse(0) + 2;
      leaf.counts.upsert(new Leaf.Count("x", value));
      return value;
    }
  }

  private static JavaApplication application(boolean second) {
    JavaApplication.Builder builder = JavaApplication.named("leaves").actor("Leaf", Leaf::new);
    return second
        ? builder.procedures(Touch.class, TouchAll.class, TouchTwice.class).build()
        : builder.procedures(Touch.class, TouchAll.class).build();
  }

  private TuttiBuilder builder() throws IOException {
    return builder(application(false));
  }

  private TuttiBuilder builder(JavaApplication application) throws IOException {
    String nodes = FreePorts.nodes(List.of("a", "b", "c"));
    Path file = folder.resolve("three-replicas.conf");
    Files.writeString(
        file, "tutti { " + nodes + "\n journal.segment-size = 1 MiB\n executors = 1 }\n");
    return Tutti.builder().application(application).deployment(file).data(folder.resolve("data"));
  }

  @Test
  void runProceduresAndBlocksAndAreThereAgain() throws IOException {
    try (Tutti tutti = builder().set("replication", "multipaxos").open()) {
      assertThat(tutti.notReady()).isEmpty();
      assertThat(tutti.actor(Leaf.class, "hub").call(new TouchAll("done"))).isEqualTo(9);
      int sum =
          tutti
              .transaction()
              .retrying(20)
              .run(
                  transaction ->
                      transaction.call(Leaf.class, "hub-0", new Touch("done"))
                          + transaction.call(Leaf.class, "hub-1", new Touch("done")));
      assertThat(sum).isEqualTo(4);
      assertThatThrownBy(() -> tutti.actor(Leaf.class, "hub").call(new TouchAll("refused")))
          .isInstanceOf(RefusedException.class);
    }
    assertThatThrownBy(() -> builder().open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is that of a node with replicas of shards");
    assertThatThrownBy(
            () -> builder().set("replication", "multipaxos").set("shards.count", "2").open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("with 3 shards of 3 replicas")
        .hasMessageContaining("with 2 shards of 3 replicas");
    try (Tutti tutti = builder().set("replication", "multipaxos").open()) {
      assertThat(tutti.actor(Leaf.class, "hub").call(new TouchAll("done"))).isEqualTo(9 + 9 + 2);
    }
  }

  @Test
  void goOnUnderAnotherApplicationAndConcurrencyControl() throws IOException {
    try (Tutti tutti = builder().set("replication", "multipaxos").open()) {
      assertThat(tutti.actor(Leaf.class, "hub").call(new TouchAll("done"))).isEqualTo(9);
    }
    try (Tutti tutti =
        builder(application(true))
            .set("replication", "multipaxos")
            .set("concurrency-control", "wound-wait")
            .open()) {
      assertThat(tutti.actor(Leaf.class, "hub").call(new TouchAll("done"))).isEqualTo(18);
      assertThat(tutti.actor(Leaf.class, "hub-0").call(new TouchTwice())).isEqualTo(4);
    }
    try (Tutti tutti = builder().set("replication", "multipaxos").open()) {
      assertThat(tutti.actor(Leaf.class, "hub-0").call(new Touch("done"))).isEqualTo(5);
    }
  }

  @Test
  void areNotMadeOfTheDataOfNodesWithoutReplicas() throws IOException {
    try (Tutti tutti = builder().open()) {
      assertThat(tutti.actor(Leaf.class, "hub-0").call(new Touch("done"))).isEqualTo(1);
    }
    assertThatThrownBy(() -> builder().set("replication", "multipaxos").open())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is that of a node without replicas");
  }
}
