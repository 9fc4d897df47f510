package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.actor.Procedure;
import tutti.model.testing.OtherResults;
import tutti.model.testing.OtherResults.First;
import tutti.model.testing.OtherResults.Second;

/** Requests to an older version, made again under their keys. */
class FormerResultsEmbeddedTest {
  private static final String INT =
      "a result of type int, from an older version of the application; this version cannot read it";

  @TempDir private Path data;

  private String happened(Procedure<First, ?> procedure) throws Exception {
    try (Tutti tutti = Tutti.open(OtherResults.first(), data)) {
      Request request = tutti.once("k").request();
      request.call(First.class, "a", procedure);
      return request.run().transaction();
    }
  }

  private record Change(Procedure<First, ?> before, Procedure<Second, ?> now) {}

  static Change[] changes() {
    return new Change[] {
      new Change(new First.ToRecord(7), new Second.ToRecord(7)),
      new Change(new First.ToText(7), new Second.ToText(7)),
      new Change(new First.ToList(7), new Second.ToList(7)),
      new Change(new First.ToMap(7), new Second.ToMap(7)),
      new Change(new First.ToOptional(7), new Second.ToOptional(7)),
      new Change(new First.ToRecords(7), new Second.ToRecords(7)),
      new Change(new First.ToNothing(7), new Second.ToNothing(7)),
    };
  }

  @ParameterizedTest
  @MethodSource("changes")
  void haveHappenedAndTheirResultsCannotBeRead(Change change) throws Exception {
    String transaction = happened(change.before());
    try (Tutti tutti = Tutti.open(OtherResults.second(), data)) {
      ActorHandle<Second> actor = tutti.once("k").actor(Second.class, "a");
      assertThatThrownBy(() -> actor.call(change.now()))
          .isInstanceOfSatisfying(
              UnreadableResultException.class,
              unreadable -> assertThat(unreadable.transaction()).isEqualTo(transaction))
          .hasMessage(
              "transaction "
                  + transaction
                  + " has committed, but the result of "
                  + change.now().getClass().getSimpleName()
                  + " cannot be read: it is "
                  + INT);
      CompletableFuture<?> promised = actor.submit(change.now());
      assertThatThrownBy(promised::get).hasCauseInstanceOf(UnreadableResultException.class);
      assertThat(tutti.ask(transaction)).isEqualTo(new Status.Committed());
    }
  }

  @Test
  void theOtherPartsHaveTheirResults() throws Exception {
    try (Tutti tutti = Tutti.open(OtherResults.first(), data)) {
      Request request = tutti.once("k").request();
      request.call(First.class, "a", new First.ToWider(7));
      request.call(First.class, "b", new First.ToRecord(8));
      request.run();
    }
    try (Tutti tutti = Tutti.open(OtherResults.second(), data)) {
      Request request = tutti.once("k").request();
      Part<Long> wider = request.call(Second.class, "a", new Second.ToWider(7));
      Part<OtherResults.Receipt> other = request.call(Second.class, "b", new Second.ToRecord(8));
      Committed committed = request.run();
      assertThat(committed.of(wider)).isEqualTo(7L);
      assertThatThrownBy(() -> committed.of(other)).isInstanceOf(UnreadableResultException.class);
    }
  }

  @Test
  void aPartOfAnotherRequestHasNoResultHere() {
    try (Tutti tutti = Tutti.inMemory(OtherResults.second())) {
      Request first = tutti.request();
      first.call(Second.class, "a", new Second.ToWider(7));
      Request second = tutti.request();
      Part<Long> other = second.call(Second.class, "a", new Second.ToWider(8));
      Committed committed = first.run();
      assertThatThrownBy(() -> committed.of(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another request");
      assertThat(second.run().of(other)).isEqualTo(8L);
    }
  }
}
