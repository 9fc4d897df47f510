package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/** A procedure that does not end, on the only executor of a node. */
class HeldExecutorTest {
  private static final AtomicBoolean HOLDS = new AtomicBoolean();
  private static final AtomicBoolean RELEASED = new AtomicBoolean();

  @TempDir private Path data;

  public static final class Box extends Actor {
    public record Line(String name, long count) {}

    public final Relation<String, Line> lines = relation("lines", Line.class, Line::name);
  }

  public record Hold() implements Procedure<Box, Long> {
    @Override
    public Long run(Box box) {
      HOLDS.set(true);
      while (!RELEASED.get()) {
        Thread.onSpinWait();
      }
      return 1L;
    }
  }

  /** Holds, too, and changes nothing. */
  public record Look() implements Query<Box, Long> {
    @Override
    public Long run(Box box) {
      return new Hold().run(box);
    }
  }

  public record Put(long count) implements Procedure<Box, Long> {
    @Override
    public Long run(Box box) {
      box.lines.upsert(new Box.Line("a", count));
      return count;
    }
  }

  private static JavaApplication application() {
    return JavaApplication.named("boxes")
        .actor("Box", Box::new)
        .procedures(Hold.class, Look.class, Put.class)
        .build();
  }

  @AfterEach
  void release() {
    RELEASED.set(true);
  }

  /** Begins to hold the executor; on a busy machine the first try may not begin in time. */
  private static CompletableFuture<Long> hold(Client boxes, Procedure<Box, Long> how)
      throws Exception {
    AtomicReference<CompletableFuture<Long>> holds = new AtomicReference<>();
    Await.that(
        "it holds",
        () -> {
          CompletableFuture<Long> last = holds.get();
          if (last == null || last.isDone() && !HOLDS.get()) {
            Client soon = boxes.within(Duration.ofMillis(300));
            holds.set(soon.actor(Box.class, "a").submit(how));
          }
          return HOLDS.get();
        });
    return Objects.requireNonNull(holds.get());
  }

  @Test
  void endsWhatHasNotBegunAtItsDeadlineAndTellsThatTheRestIsInDoubt() throws Exception {
    HOLDS.set(false);
    RELEASED.set(false);
    try (Tutti boxes =
        Tutti.builder().application(application()).set("executors", "1").data(data).open()) {
      Client soon = boxes.within(Duration.ofMillis(50));
      CompletableFuture<Long> holds = hold(boxes, new Hold());
      ActorHandle<Box> other = soon.actor(Box.class, "b");
      assertThatThrownBy(() -> other.call(new Put(7)))
          .isInstanceOfSatisfying(
              AbortedException.class, it -> assertThat(it.code()).isEqualTo("deadline"));
      assertThatThrownBy(holds::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InDoubtException.class)
          .hasMessageContaining("has been held by one task");
      RELEASED.set(true);
      long later = boxes.actor(Box.class, "b").call(new Put(8));
      assertThat(later).isEqualTo(8);
    }
  }

  @Test
  void whatOnlyLooksIsNeverInDoubt() throws Exception {
    HOLDS.set(false);
    RELEASED.set(false);
    try (Tutti boxes =
        Tutti.builder().application(application()).set("executors", "1").data(data).open()) {
      CompletableFuture<Long> holds = hold(boxes, new Look());
      assertThatThrownBy(holds::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              AbortedException.class, it -> assertThat(it.code()).isEqualTo("deadline"));
      RELEASED.set(true);
    }
  }
}
