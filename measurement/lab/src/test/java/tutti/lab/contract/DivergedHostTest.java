package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;
import tutti.model.testing.LiveFolder;

/**
 * A procedure that is not deterministic: the host that differs by it names it, and takes what the
 * others have; if it differs again within an hour, it ends.
 */
class DivergedHostTest {
  /** The runs of a procedure in this process, of which the third one comes to another end. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static final int ODD = 2;

  /** Each run comes to an end of its own. */
  private static final AtomicBoolean ALL_DIFFER = new AtomicBoolean();

  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  static final class Counter extends Actor {
    record Count(String name, int value) {}

    final Relation<String, Count> counts = relation("counts", Count.class, Count::name);

    /** Writes what depends on how often it ran. */
    record Guess() implements Procedure<Counter, Integer> {
      @Override
      public Integer run(Counter counter) {
        int run = RUNS.getAndIncrement();
        int value = ALL_DIFFER.get() ? run : run == ODD ? 1 : 0;
        counter.counts.upsert(new Count("guess", value));
        return 0;
      }
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("guesses")
              .actor("Counter", Counter::new)
              .procedures(Counter.Guess.class)
              .build(),
          null);

  private static Outcome guess(Node at, String counter) throws Exception {
    ActorType type = Objects.requireNonNull(APPLICATION.type("Counter"));
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action("Guess"));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(
        new TransactionRequest(
            List.of(action.call(new ActorId("Counter", counter), new Counter.Guess())),
            null,
            TIMEOUT_NANOS),
        outcome::complete);
    return outcome.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private OpenNodes open(int seed) throws Exception {
    Deployment deployment =
        new IntegratedCell(Protocol.JANUS, Cell.Architecture.S2, ExecutorMode.best()).deployment();
    return new LocalNodes(ExecutorMode.best()).open(APPLICATION, deployment, folder, seed);
  }

  private static long diverged(Node node) {
    return node.statistics().committing().integrated().counted().get("diverged");
  }

  private static boolean hasEnded(Node node) {
    return String.valueOf(node.readiness().lasting()).contains("twice within an hour, by Guess of");
  }

  private static List<Long> counts(OpenNodes open) {
    return open.nodes().stream().map(DivergedHostTest::diverged).sorted().toList();
  }

  /** The times that hosts have taken what the others have: only then are they ready for good. */
  private static long installed(OpenNodes open) {
    return open.nodes().stream()
        .mapToLong(it -> ((HostNode) it).shards(IntegratedShards.class).installed())
        .sum();
  }

  /** The standing of each host, for the message of a failure. */
  private static String standing(OpenNodes open) {
    return open.nodes().stream()
            .map(it -> it.readiness().lasting() + ", diverged " + diverged(it))
            .toList()
        + ", installed "
        + installed(open);
  }

  private static boolean areReady(OpenNodes open) {
    return open.nodes().stream().allMatch(it -> it.readiness().lasting() == null);
  }

  private List<Path> reports() throws IOException {
    return LiveFolder.files(folder).stream()
        .filter(file -> file.getFileName().toString().startsWith("divergence-"))
        .toList();
  }

  @Test
  void theHostThatDiffersTakesWhatTheOthersHaveAndASecondTimeItEnds() throws Exception {
    try (OpenNodes open = open(1)) {
      RUNS.set(0);
      assertThat(guess(open.node(), "one")).isInstanceOf(Outcome.Committed.class);
      Await.that("a host has reported it", () -> counts(open).getLast() == 1);
      assertThat(reports())
          .singleElement()
          .satisfies(
              report ->
                  assertThat(Files.readString(report))
                      .contains("Guess of Counter[one]", "digest here", "takes what they have"));
      Await.that("it is as the others", () -> installed(open) > 0 && areReady(open));
      for (Node node : open.nodes()) {
        assertThat(guess(node, "one")).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(counts(open)).containsExactly(0L, 0L, 1L);
    }
    try (OpenNodes open = open(2)) {
      assertThat(counts(open)).as("for ever").containsExactly(0L, 0L, 1L);
    }
  }

  private static Optional<ReplicaStatus> stopped(Node node) {
    return node.replicas().values().stream().filter(ReplicaStatus::isStopped).findFirst();
  }

  private static PassedOver passOver(Node node, int shard, long entry) throws Exception {
    CompletableFuture<PassedOver> told = new CompletableFuture<>();
    node.passOver(shard, entry, "anna", "this one is right", told::complete);
    return told.get(TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  /** The shard is stopped on all, which they say, until a person chooses one of the ends. */
  @Test
  void whereNoMajorityAgreesAllGoOnWithTheEndThatAPersonUpholds() throws Exception {
    try (OpenNodes open = open(5)) {
      RUNS.set(0);
      ALL_DIFFER.set(true);
      assertThat(guess(open.node(), "one")).isInstanceOf(Outcome.Committed.class);
      Await.that(
          "all are stopped", () -> open.nodes().stream().allMatch(it -> stopped(it).isPresent()));
      ALL_DIFFER.set(false);
      long entry = stopped(open.node()).orElseThrow().applied();
      int shard = open.node().place(new ActorId("Counter", "one")).shard();
      for (Node node : open.nodes()) {
        assertThat(node.readiness().lasting())
            .contains("shard " + shard + " is stopped at entry " + entry, "different ends")
            .contains("tutti shard pass-over " + shard + " --entry " + entry);
        assertThat(guess(node, "one"))
            .isInstanceOfSatisfying(
                Outcome.Aborted.class,
                aborted -> assertThat(aborted.reason().code()).isEqualTo(StoppedShard.CODE));
      }
      assertThat(passOver(open.node(), shard, entry + 1).code()).isEqualTo("not-stopped");
      PassedOver done = passOver(open.node(), shard, entry);
      while (done.code() != null) {
        // There may be no leader yet.
        assertThat(done.code()).as(done.detail()).isEqualTo("node-unavailable");
        done = passOver(open.node(), shard, entry);
      }
      assertThat(done.detail()).contains("what this node has");
      Await.that("all are as one", () -> areReady(open));
      for (Node node : open.nodes()) {
        assertThat(guess(node, "one")).isInstanceOf(Outcome.Committed.class);
      }
    }
    try (OpenNodes open = open(6)) {
      Await.that("they stay as one", () -> areReady(open));
    }
  }

  /** A replica that was silent for a while does not execute: then the two others may be at odds. */
  private static boolean areAtOdds(OpenNodes open) {
    return open.nodes().stream().filter(node -> stopped(node).isPresent()).count() > 1;
  }

  private static void goOn(OpenNodes open) throws Exception {
    Node node =
        open.nodes().stream().filter(it -> stopped(it).isPresent()).findFirst().orElse(null);
    if (node == null) {
      return;
    }
    int shard = node.place(new ActorId("Counter", "one")).shard();
    Await.that(
        "a person lets them go on",
        () -> {
          Optional<ReplicaStatus> at = stopped(node);
          return at.isEmpty() || passOver(node, shard, at.get().applied()).code() == null;
        });
    Await.that(
        () -> "all are as one: " + standing(open),
        () -> areReady(open) || open.nodes().stream().anyMatch(DivergedHostTest::hasEnded));
  }

  /** Any of three replicas may run as the odd one: so each has its turn. */
  @Test
  void aHostThatDiffersTwiceWithinAnHourEndsForGood() throws Exception {
    try (OpenNodes open = open(3)) {
      for (int times = 0; open.nodes().stream().noneMatch(DivergedHostTest::hasEnded); times++) {
        assertThat(times).as("a host has its second turn at last").isLessThan(30);
        int reported = reports().size();
        long installed = installed(open);
        RUNS.set(0);
        assertThat(guess(open.node(), "one")).isInstanceOf(Outcome.Committed.class);
        Await.that("a host has reported it", () -> reports().size() > reported);
        Await.that(
            () -> "all are as one again, or one has ended: " + standing(open),
            () ->
                open.nodes().stream().anyMatch(DivergedHostTest::hasEnded)
                    || areAtOdds(open)
                    || installed(open) > installed && areReady(open));
        if (areAtOdds(open)) {
          goOn(open);
        }
      }
    }
    assertThatThrownBy(() -> open(4))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContainingAll("Guess of Counter[one]", "Mend the procedure", "empty folder");
  }
}
