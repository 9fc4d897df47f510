package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.FreePorts;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** Mistakes of programs with blocks of their own code, with a builder, and with their thread. */
class BlocksAtTheDoorTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir private Path folder;

  public static final class Till extends Actor {
    public record Coins(String kind, long pieces) {}

    public final Relation<String, Coins> coins = relation("coins", Coins.class, Coins::kind);
  }

  public record Put(long pieces) implements Procedure<Till, Long> {
    @Override
    public Long run(Till till) {
      long all = till.coins.find("x").map(Till.Coins::pieces).orElse(0L) + pieces;
      till.coins.upsert(new Till.Coins("x", all));
      return all;
    }
  }

  /** An exception of a program that throws where it should describe itself. */
  private static final class Untold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  private static TuttiBuilder builder() {
    return Tutti.builder()
        .application(
            JavaApplication.named("tills").actor("Till", Till::new).procedures(Put.class).build())
        .set("concurrency-control", "two-phase-locking");
  }

  private static long put(Client tutti, long pieces) {
    return tutti.within(LONG).actor(Till.class, "a").call(new Put(pieces));
  }

  @Test
  void areRolledBackAtOnceAlsoByExceptionsThatCannotBeDescribed() {
    try (Tutti tutti = builder().openInMemory()) {
      Untold thrown = new Untold();
      Throwable caught =
          catchThrowable(
              () ->
                  tutti
                      .transaction()
                      .within(Duration.ofHours(1))
                      .run(
                          in -> {
                            in.call(Till.class, "a", new Put(7));
                            throw thrown;
                          }));
      assertThat(caught == thrown).as("the program's own exception").isTrue();
      // The lock is free, and nothing is left.
      assertThat(put(tutti, 1)).isEqualTo(1);
    }
  }

  /** A service whose check fails at first. */
  public static final class Mute implements OutsideService {
    private int asked;

    @Override
    public Happened happened(String key) {
      if (asked++ == 0) {
        throw new Untold();
      }
      return Happened.YES;
    }
  }

  @Test
  void endThoughWhatTheirServiceThrowsCannotBeDescribed() {
    JavaApplication application =
        JavaApplication.named("tills")
            .actor("Till", Till::new)
            .procedures(Put.class)
            .outside(new Mute())
            .build();
    try (Tutti tutti = Tutti.builder().application(application).openInMemory()) {
      long pieces =
          tutti
              .transaction()
              .within(LONG)
              .run(
                  in -> {
                    in.irrevocable(
                        "o1",
                        service -> {
                          throw new Untold();
                        },
                        Mute.class);
                    return in.call(Till.class, "a", new Put(7));
                  });
      assertThat(pieces).isEqualTo(7);
    }
  }

  @Test
  void areRolledBackForAReasonOfAnyKind() {
    try (Tutti tutti = builder().openInMemory()) {
      Stream.of(true, false)
          .forEach(
              begun -> {
                assertThat(reason(tutti, begun, "z".repeat(3_000_000)))
                    .hasSize(2001)
                    .endsWith("z…");
                assertThat(reason(tutti, begun, "z\ud800")).isEqualTo("z\ufffd");
                assertThat(reason(tutti, begun, "sold out")).isEqualTo("sold out");
              });
      assertThat(put(tutti, 1)).isEqualTo(1);
    }
  }

  private static String reason(Tutti tutti, boolean begun, String reason) {
    RefusedException refused =
        (RefusedException)
            catchThrowable(
                () ->
                    tutti
                        .transaction()
                        .run(
                            in -> {
                              if (begun) {
                                in.call(Till.class, "a", new Put(7));
                              }
                              throw in.rollback(reason);
                            }));
    assertThat(refused.code()).isEqualTo("rolled-back");
    return String.valueOf(refused.getMessage());
  }

  @Test
  void beginNothingOnceTheyHaveReturned() {
    try (Tutti tutti = builder().openInMemory()) {
      List<ClientTransaction> kept = new ArrayList<>();
      tutti.transaction().run(kept::add);
      assertThatThrownBy(() -> kept.getFirst().call(Till.class, "a", new Put(7)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the transaction is over: its block has returned");
      assertThat(put(tutti, 1)).isEqualTo(1);
    }
  }

  /** A builder that has opened a node in memory would forget what the next one acknowledges. */
  @Test
  void aBuilderThatHasOpenedANodeInMemoryStillOpensTheFolder() throws IOException {
    TuttiBuilder builder = builder().data(folder.resolve("data"));
    try (Tutti tutti = builder.open()) {
      assertThat(put(tutti, 5)).isEqualTo(5);
    }
    try (Tutti tutti = builder.openInMemory()) {
      assertThat(put(tutti, 1)).isEqualTo(1);
    }
    try (Tutti tutti = builder.open()) {
      assertThat(put(tutti, 1)).isEqualTo(6);
    }
    try (Tutti tutti = builder.open()) {
      assertThat(put(tutti, 1)).isEqualTo(7);
    }
  }

  /**
   * A thread that was interrupted, as by an executor that shuts down, opens nodes, uses and closes
   * them.
   */
  @Test
  void anInterruptedThreadOpensUsesAndClosesNodes() throws IOException {
    for (String nodes : List.of("", FreePorts.nodes(3))) {
      TuttiBuilder builder =
          builder()
              .deployment("tutti { " + nodes + " }")
              .data(folder.resolve("n" + nodes.length()));
      Thread.currentThread().interrupt();
      try (Tutti tutti = builder.open()) {
        assertThat(put(tutti, 5)).isEqualTo(5);
      } finally {
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
      }
      try (Tutti tutti = builder.open()) {
        assertThat(put(tutti, 1)).isEqualTo(6);
      }
    }
  }
}
