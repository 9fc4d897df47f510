package tutti.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;

/** The cost of looking rows up in the model, under every concurrency control. */
@Timeout(300)
class ChargingRowsTest {
  private static final long MINUTE = 60_000_000_000L;
  private static final double ACTION = 1e7;
  private static final double FIND = 1;
  private static final double SEEK = 1_000;
  private static final double NEXT = 1_000_000;

  private static final RelationalApplication SHELVES =
      new RelationalApplication(
          JavaApplication.named("shelves")
              .actor("Shelf", Shelf::new)
              .procedures(Fill.class, Change.class, Look.class, Nothing.class)
              .build(),
          null);

  static final class Shelf extends Actor {
    record Book(long number, String title) {}

    final Relation<Long, Book> books = relation("books", Book.class, Book::number);
    final UniqueIndex<String, Book> byTitle = books.uniqueIndex(Book::title);
  }

  record Fill(long count) implements Procedure<Shelf, Long> {
    @Override
    public Long run(Shelf shelf) {
      for (long i = 0; i < count; i++) {
        shelf.books.insert(new Shelf.Book(i, "title " + i));
      }
      return count;
    }
  }

  record Change(long number) implements Procedure<Shelf, Boolean> {
    @Override
    public Boolean run(Shelf shelf) {
      shelf.books.update(shelf.books.get(number));
      shelf.books.upsert(new Shelf.Book(number + 1, "another"));
      return shelf.books.deleteIfPresent(number + 2);
    }
  }

  record Look() implements Procedure<Shelf, Integer> {
    @Override
    public Integer run(Shelf shelf) {
      return shelf.books.getAll(List.of(0L, 1L)).size()
          + shelf.byTitle.find("title 0").map(book -> 1).orElse(0)
          + shelf.books.scan().list().size();
    }
  }

  record Nothing() implements Procedure<Shelf, Integer> {
    @Override
    public Integer run(Shelf shelf) {
      return 0;
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whateverLooksForRowsIsChargedToTheIndex(ConcurrencyControlKind control) throws Exception {
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .concurrencyControl(control)
            .durability(Durability.OFF)
            .containers(1)
            .executors(1)
            .build();
    MachineModel machine =
        Machines.with(
            1,
            Map.of(
                Constant.ACTION, ACTION,
                Constant.ROW_FIND, FIND,
                Constant.ROW_SEEK, SEEK,
                Constant.ROW_NEXT, NEXT));
    ModelCluster cluster =
        new ModelCluster(
            SHELVES, deployment, machine, null, false, 1, UnaryOperator.identity(), Tap.NONE);
    assertThat(index(cluster, new Nothing())).isZero();
    assertThat(cluster.world().spentNanos(Head.USEFUL_WORK)).isEqualTo(ACTION);
    // Each row is looked up to be inserted, and to be installed; and whether its title is there.
    assertThat(index(cluster, new Fill(5))).isEqualTo(10 * FIND + 5 * SEEK);
    // One is read, three are written, two of them with titles, and all are installed.
    assertThat(index(cluster, new Change(2))).isEqualTo(7 * FIND + 2 * SEEK);
    assertThat(index(cluster, new Look())).isEqualTo(2 * FIND + 2 * SEEK + 4 * NEXT);
  }

  /** The part of that cost that a transaction has. */
  private static double index(ModelCluster cluster, Procedure<Shelf, ?> procedure) {
    double before = cluster.world().spentNanos(Head.INDEX);
    AtomicReference<@Nullable Outcome> answer = new AtomicReference<>();
    cluster.world().after(0, () -> cluster.submit(0, 0, request(procedure), answer::set));
    cluster.world().run(() -> answer.get() != null, cluster.world().nanos() + MINUTE);
    assertThat(answer.get()).isInstanceOf(Outcome.Committed.class);
    return cluster.world().spentNanos(Head.INDEX) - before;
  }

  private static TransactionRequest request(Procedure<Shelf, ?> procedure) {
    if (SHELVES.type("Shelf") instanceof RelationalActorType type
        && type.action(procedure.getClass().getSimpleName()) instanceof ProcedureAction action) {
      return new TransactionRequest(
          List.of(action.call(new ActorId("Shelf", "a"), procedure)), null, MINUTE);
    }
    throw new IllegalStateException("no procedure " + procedure);
  }
}
