package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.recovery.DataFolder;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/**
 * An optimisation that is switched off does not happen; the contract matrix shows that results stay
 * right.
 */
class AblationTest {
  private static final int DEPOSITS = 6;
  @TempDir private Path folder;

  static Deployment deployment(String text) {
    return switch (DeploymentReader.parse("tutti { " + text + " }", "test")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  /** Flushes for deposits on one account that are all asked for at once. */
  private long flushes(String text) throws Exception {
    Deployment deployment =
        deployment("concurrency-control = 2pl, journal.flush-padding = 5ms, " + text);
    try (FolderDisk disk = FolderDisk.open(folder);
        RunningNode it = new RunningNode(deployment, disk)) {
      it.run(it.bank.call("a", "open", 0L));
      long before = it.node.statistics().log().flushes();
      List<CompletableFuture<Outcome>> deposits = new ArrayList<>();
      for (int i = 0; i < DEPOSITS; i++) {
        deposits.add(it.start(it.bank.call("a", "deposit", 1L)));
      }
      for (CompletableFuture<Outcome> deposit : deposits) {
        assertThat(RunningNode.await(deposit)).isInstanceOf(Outcome.Committed.class);
      }
      return it.node.statistics().log().flushes() - before;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"group-commit", "early-lock-release"})
  void everyTransactionHasAFlushOfItsOwnWithout(String what) throws Exception {
    assertThat(flushes("ablation." + what + " = off")).isEqualTo(DEPOSITS);
  }

  private static Directory directory(Application application) {
    Container only =
        new Container(
            new ActorTable(application), new TwoPhaseLocking(Effects.UNHEARD), List.of(), false);
    return new Directory(
        application, new Placements(Deployment.DEFAULT.placement(), 1), 0, List.of(only));
  }

  private static long flushesOfLazyRecords(String text) throws Exception {
    ManualScheduler scheduler = new ManualScheduler();
    Journal journal =
        new DataFolder(
                directory(new TestBank()),
                NodeFolder.settings(deployment(text), 0, OutcomeTable.KEPT),
                new ForgetfulDisk(),
                scheduler,
                RandomGenerator.of("L64X128MixRandom"))
            .journal();
    journal.appendLazily(new byte[1], 0, 1);
    scheduler.runAll();
    return journal.statistics().flushes();
  }

  @Test
  void whatNobodyWaitsForIsFlushedAtOnceWithoutLazyRecords() throws Exception {
    assertThat(flushesOfLazyRecords("")).isZero();
    assertThat(flushesOfLazyRecords("ablation.lazy-records = off")).isEqualTo(1);
  }

  /** Deadlocks of transfers that look at both accounts first, and come when these are locked. */
  private long deadlocks(String text) throws Exception {
    Deployment deployment =
        deployment(
            "concurrency-control = 2pl, containers = 1, executors = 1, durability = sync,"
                + " journal.flush-padding = 20ms, ablation.early-lock-release = off"
                + text);
    try (FolderDisk disk = FolderDisk.open(Files.createTempDirectory(folder, "deadlocks"));
        RunningNode it = new RunningNode(deployment, disk)) {
      it.run(it.bank.call("a", "open", 100L));
      it.run(it.bank.call("b", "open", 100L));
      it.run(it.bank.transfer("first", "book", 1L, "a", "b"));
      List<CompletableFuture<Outcome>> transfers = new ArrayList<>();
      for (int i = 0; i < DEPOSITS; i++) {
        transfers.add(it.start(it.bank.transfer("t" + i, "book", 1L, "a", "b")));
      }
      for (CompletableFuture<Outcome> transfer : transfers) {
        assertThat(RunningNode.await(transfer)).isInstanceOf(Outcome.Committed.class);
      }
      return it.node.statistics().waits().deadlocks();
    }
  }

  @Test
  void whoLooksAndThenActsDeadlocksWithoutUpdateLocks() throws Exception {
    assertThat(deadlocks("")).isZero();
    assertThat(deadlocks(", ablation.update-locks = off")).isPositive();
  }

  static final class Caller extends Actor {
    record Mark(long id) {}

    final Relation<Long, Mark> marks = relation("marks", Mark.class, Mark::id);

    record Line(long id, String text) {
      static final Set<String> MAKERS = ConcurrentHashMap.newKeySet();

      Line {
        MAKERS.add(Thread.currentThread().getName());
      }
    }

    final Relation<Long, Line> lines = relation("lines", Line.class, Line::id);

    record Fill() implements Procedure<Caller, Boolean> {
      @Override
      public Boolean run(Caller caller) {
        for (long id = 0; id < 3000; id++) {
          caller.lines.insert(new Line(id, "x".repeat(100)));
        }
        return true;
      }
    }

    record ThreadOf() implements Procedure<Caller, Long> {
      @Override
      public Long run(Caller caller) {
        return Thread.currentThread().threadId();
      }
    }

    record SameThread() implements Procedure<Caller, Boolean> {
      @Override
      public Boolean run(Caller caller) {
        long there = caller.actor(Caller.class, "other").call(new ThreadOf()).get();
        long self = caller.actor(Caller.class, caller.key()).call(new ThreadOf()).get();
        long here = Thread.currentThread().threadId();
        return there == here && self == here;
      }
    }
  }

  private static Object sameThread(String text) throws Exception {
    return result("durability = off, " + text, null, new Caller.SameThread());
  }

  private static Object result(String text, @Nullable Disk disk, Procedure<Caller, ?> procedure)
      throws Exception {
    return after(text, disk, procedure, (node, result) -> result);
  }

  /** The result of {@code seen} once a procedure has run. */
  private static <T> T after(
      String text,
      @Nullable Disk disk,
      Procedure<Caller, ?> procedure,
      BiFunction<HostNode, Object, T> seen)
      throws Exception {
    RelationalApplication application =
        new RelationalApplication(
            JavaApplication.named("callers")
                .actor("Caller", Caller::new)
                .procedures(Caller.ThreadOf.class, Caller.SameThread.class, Caller.Fill.class)
                .build(),
            null);
    RealScheduler scheduler = new RealScheduler();
    Ports ports = new Ports(scheduler, disk, RandomGenerator.of("L64X128MixRandom"), History.NONE);
    Deployment deployment = deployment("concurrency-control = optimistic, containers = 1, " + text);
    try (HostNode node = LocalShards.open(application, deployment, ports)) {
      ProcedureAction action =
          (ProcedureAction)
              Objects.requireNonNull(
                  Objects.requireNonNull(application.type("Caller"))
                      .action(procedure.getClass().getSimpleName()));
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      TransactionRequest request =
          new TransactionRequest(
              List.of(action.call(new ActorId("Caller", "one"), procedure)),
              null,
              RunningNode.TIMEOUT_NANOS);
      node.submit(request, outcome::complete);
      Outcome.Committed committed = (Outcome.Committed) RunningNode.await(outcome);
      ProcedureResult result = (ProcedureResult) committed.results().getFirst();
      return seen.apply(node, Objects.requireNonNull(Objects.requireNonNull(result).value()));
    } finally {
      scheduler.close();
    }
  }

  @Test
  void oneThreadReplaysWithoutParallelRecovery() throws Exception {
    try (FolderDisk disk = FolderDisk.open(folder)) {
      assertThat(result("durability = sync", disk, new Caller.Fill())).isEqualTo(true);
      for (boolean on : List.of(true, false)) {
        Caller.Line.MAKERS.clear();
        String text = "durability = sync, ablation.parallel-recovery = " + (on ? "on" : "off");
        result(text, disk, new Caller.ThreadOf());
        assertThat(Caller.Line.MAKERS).isNotEmpty();
        assertThat(Caller.Line.MAKERS.stream().anyMatch(name -> name.startsWith("recovery-")))
            .isEqualTo(on && Runtime.getRuntime().availableProcessors() > 1);
      }
    }
  }

  /** Whether an actor's lines are brought together, by their hash. */
  private static boolean touched(String text, @Nullable Disk disk, Procedure<Caller, ?> procedure)
      throws Exception {
    return after(
        "durability = sync" + text,
        disk,
        procedure,
        (node, result) -> {
          ActorRows rows =
              ActorRows.of(node.shards(LocalShards.class).term().look().getFirst().state());
          return rows.table(1).touch(LongStream.range(0, 100).boxed().toList()) > 0;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"row-hash", "overlapped-reads"})
  void noRowsAreTouchedWithout(String what) throws Exception {
    String off = ", ablation." + what + " = off";
    try (FolderDisk disk = FolderDisk.open(folder)) {
      assertThat(touched(off, disk, new Caller.Fill())).isFalse();
      assertThat(touched("", disk, new Caller.ThreadOf())).isTrue();
      assertThat(touched(off, disk, new Caller.ThreadOf())).as("recovered").isFalse();
    }
  }

  @Test
  void callsHaveTasksOfTheirOwnWithoutInlineCalls() throws Exception {
    assertThat(sameThread("ablation.inline-calls = on")).isEqualTo(true);
    assertThat(sameThread("ablation.inline-calls = off")).isEqualTo(false);
  }
}
