package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/**
 * Definite answers about a key, on every deployment (G1): a client repeats a request at another
 * host while its first try runs, with so short a time that the repeat may end first. An answer that
 * nothing happened is true of both tries, or speaks of its own try alone.
 */
@Timeout(300)
class DefiniteAnswersTest {
  private static final long LONG_NANOS = 60_000_000_000L;
  private static final long MOST_NANOS = 6_000_000;
  private static final int ACTORS = 7;
  private static final int AT_ONCE = 4;

  @TempDir private Path folder;

  /** An actor that writes each number down that it is given. */
  static final class Book extends Actor {
    record Line(int number) {}

    final Relation<Integer, Line> lines = relation("lines", Line.class, Line::number);

    /** Works for a while, and writes its number; a second time fails. */
    record Write(int number, long nanos) implements Procedure<Book, Integer> {
      @Override
      public Integer run(Book book) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < nanos) {
          Thread.onSpinWait();
        }
        book.lines.insert(new Line(number));
        return number;
      }
    }

    record Has(int number) implements Query<Book, Boolean> {
      @Override
      public Boolean run(Book book) {
        return book.lines.find(number).isPresent();
      }
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("books")
              .actor("Book", Book::new)
              .procedures(Book.Write.class, Book.Has.class)
              .build(),
          null);

  /** A kind of deployment. */
  record Kind(String name, Deployment deployment) {
    @Override
    public String toString() {
      return name;
    }

    boolean integrated() {
      return deployment.integrated();
    }
  }

  private static Kind nodes(CommitKind commit, int nodes) {
    Deployment deployment =
        new Cell(
                ControlKinds.all().getFirst(),
                commit,
                Isolation.SERIALIZABLE,
                Cell.Architecture.S2,
                nodes,
                Durability.SYNC,
                ExecutorMode.best(),
                null)
            .deployment();
    return new Kind(nodes + " nodes, " + commit.protocol().name(), deployment);
  }

  private static Kind replicas(Protocol protocol) {
    Deployment deployment =
        protocol.isIntegrated()
            ? new IntegratedCell(protocol, Cell.Architecture.S2, ExecutorMode.best()).deployment()
            : nodes(CommitKinds.usual(), 3).deployment.toBuilder()
                .replication(Replication.NONE.with(protocol))
                .build();
    return new Kind(protocol.name().toLowerCase(Locale.ROOT), deployment);
  }

  /** One of each way on which answers come about. */
  static List<Kind> few() {
    return List.of(
        nodes(CommitKinds.usual(), 1),
        nodes(CommitKinds.usual(), 3),
        replicas(Protocol.MULTIPAXOS),
        replicas(Protocol.TAPIR),
        replicas(Protocol.JANUS));
  }

  static List<Kind> all() {
    return Stream.concat(
            CommitKinds.all().stream()
                .filter(commit -> !commit.equals(CommitKinds.usual()))
                .map(commit -> nodes(commit, 3)),
            few().stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("few")
  void noneIsUntrue(Kind kind) throws Exception {
    check(kind, 12);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("all")
  void noneOfThreeThousandIsUntrue(Kind kind) throws Exception {
    check(kind, 3_000);
  }

  private void check(Kind kind, int requests) throws Exception {
    SplittableRandom random = new SplittableRandom(requests);
    try (OpenNodes open =
        new LocalNodes(ExecutorMode.best()).open(APPLICATION, kind.deployment, folder, 1)) {
      for (int from = 0; from < requests; from += AT_ONCE) {
        List<Request> all = new ArrayList<>();
        for (int number = from; number < Math.min(requests, from + AT_ONCE); number++) {
          all.add(new Request(kind, open.nodes(), number, random.split()));
        }
        for (Request request : all) {
          request.judge();
        }
      }
    }
  }

  /** A request and its repeat. */
  private static final class Request {
    private final Kind kind;
    private final List<Node> nodes;
    private final int number;
    private final CompletableFuture<Outcome> first;
    private final CompletableFuture<Outcome> second;

    Request(Kind kind, List<Node> nodes, int number, SplittableRandom random) {
      this.kind = kind;
      this.nodes = nodes;
      this.number = number;
      long works = random.nextLong(MOST_NANOS);
      first = write(nodes.get(number % nodes.size()), works, LONG_NANOS);
      long begun = System.nanoTime();
      long later = random.nextLong(MOST_NANOS / 2);
      while (System.nanoTime() - begun < later) {
        Thread.onSpinWait();
      }
      second =
          write(nodes.get((number + 1) % nodes.size()), works, 1 + random.nextLong(MOST_NANOS));
    }

    private CompletableFuture<Outcome> write(Node at, long works, long timeoutNanos) {
      Idempotency key = new Idempotency("request " + number, number);
      return call(at, "Write", new Book.Write(number, works), key, timeoutNanos);
    }

    private CompletableFuture<Outcome> call(
        Node at,
        String procedure,
        Procedure<Book, ?> body,
        @Nullable Idempotency key,
        long timeoutNanos) {
      ActorType type = Objects.requireNonNull(APPLICATION.type("Book"));
      ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action(procedure));
      ActorId book = new ActorId("Book", "book " + number % ACTORS);
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      at.submit(
          new TransactionRequest(List.of(action.call(book, body)), key, timeoutNanos),
          outcome::complete);
      return outcome;
    }

    void judge() throws Exception {
      Outcome one = first.get(2 * LONG_NANOS, TimeUnit.NANOSECONDS);
      Outcome two = second.get(2 * LONG_NANOS, TimeUnit.NANOSECONDS);
      boolean happened = happened();
      String what = number + ": " + one + ", and its repeat " + two;
      if (isDefinite(one) || isDefinite(two)) {
        assertThat(happened).as(what).isFalse();
      }
      if (one instanceof Outcome.Committed || two instanceof Outcome.Committed) {
        assertThat(happened).as(what).isTrue();
      }
    }

    private boolean happened() throws Exception {
      Outcome seen =
          call(nodes.getFirst(), "Has", new Book.Has(number), null, LONG_NANOS)
              .get(2 * LONG_NANOS, TimeUnit.NANOSECONDS);
      assertThat(seen).isInstanceOf(Outcome.Committed.class);
      Object result = Objects.requireNonNull(((Outcome.Committed) seen).results().getFirst());
      return (Boolean) Objects.requireNonNull(((ProcedureResult) result).value());
    }

    /** As the problem document has it: without {@code definiteFor}. */
    private boolean isDefinite(Outcome outcome) {
      return outcome instanceof Outcome.Aborted(_, var reason)
          && !kind.integrated()
          && reason.isAboutKey();
    }
  }
}
