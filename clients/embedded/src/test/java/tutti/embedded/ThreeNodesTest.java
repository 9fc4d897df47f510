package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/** Procedures on three nodes of this process. */
class ThreeNodesTest {
  private static final AtomicInteger ENDS = new AtomicInteger();
  private static final int LEAVES = 9;

  @TempDir private Path folder;

  public static final class Leaf extends Actor {
    public record Count(String name, int value) {}

    public final Relation<String, Count> counts = relation("counts", Count.class, Count::name);
  }

  /** Counts, in the row; then may refuse, or fail, which is counted on the side. */
  public record Touch(String end) implements Procedure<Leaf, Integer> {
    @Override
    public Integer run(Leaf leaf) {
      if (!end.equals("done")) {
        ENDS.incrementAndGet();
      }
      int value = leaf.counts.find("x").map(Leaf.Count::value).orElse(0) + 1;
      leaf.counts.upsert(new Leaf.Count("x", value));
      switch (end) {
        case "refused" -> throw leaf.abort("enough", leaf.key() + " has enough");
        case "failed" -> throw new ArithmeticException("of " + leaf.key());
        default -> {
          return value;
        }
      }
    }
  }

  /** Touches all leaves of its actor, of which the last may refuse or fail. */
  public record TouchAll(String end) implements Procedure<Leaf, Integer> {
    @Override
    public Integer run(Leaf from) {
      int sum = 0;
      for (int i = 0; i < LEAVES; i++) {
        String leaf = from.key() + "-" + i;
        sum += from.actor(Leaf.class, leaf).call(new Touch(i == LEAVES - 1 ? end : "done")).get();
      }
      return sum;
    }
  }

  static Stream<String> controls() {
    return ControlKinds.all().stream().map(ControlKind::longName);
  }

  private Tutti open(String control) throws IOException {
    String nodes = FreePorts.nodes(List.of("a", "b", "c"));
    Path file = folder.resolve("three-nodes.conf");
    Files.writeString(file, "tutti { " + nodes + " }\n");
    JavaApplication application =
        JavaApplication.named("leaves")
            .actor("Leaf", Leaf::new)
            .procedures(Touch.class, TouchAll.class)
            .build();
    return Tutti.builder()
        .application(application)
        .deployment(file)
        .set("concurrency-control", control)
        .set("transaction-timeout", "60s")
        .openInMemory();
  }

  /**
   * A client that asks again gets the answer of the first run: a new run would only be refused
   * again.
   */
  @ParameterizedTest
  @MethodSource("controls")
  void doNotRepeatWhatWasRefusedOrHasFailed(String control) throws IOException {
    try (Tutti tutti = open(control)) {
      assertThat(tutti.actor(Leaf.class, "first").call(new TouchAll("done"))).isEqualTo(LEAVES);
      ENDS.set(0);
      // Each has leaves of its own: it is not in the way of what the one before leaves behind.
      ActorHandle<Leaf> refusing = tutti.actor(Leaf.class, "refusing");
      assertThatThrownBy(() -> refusing.call(new TouchAll("refused")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("enough");
                assertThat(refused.actor()).isEqualTo("Leaf[refusing-8]");
              })
          .hasMessage("refusing-8 has enough");
      assertThat(ENDS).hasValue(1);
      ActorHandle<Leaf> failing = tutti.actor(Leaf.class, "failing");
      assertThatThrownBy(() -> failing.call(new TouchAll("failed")))
          .isInstanceOf(FailedException.class)
          .hasMessageContaining("Leaf[failing-8].Touch failed: java.lang.ArithmeticException: of");
      assertThat(ENDS).hasValue(2);
      assertThat(refusing.call(new TouchAll("done"))).as("it is undone").isEqualTo(LEAVES);
      assertThat(failing.call(new TouchAll("done"))).as("it is undone").isEqualTo(LEAVES);
    }
  }
}
