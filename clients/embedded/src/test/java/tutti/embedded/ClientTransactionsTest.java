package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Effort;

/** Blocks of a program's own code as transactions, under every control and commit protocol. */
class ClientTransactionsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir private Path folder;

  /** A deployment of the bank, by the control or the commit protocol and the number of nodes. */
  record Deployed(String control, String commit, int nodes) {
    @Override
    public String toString() {
      return control + ", " + commit + ", " + nodes + " nodes";
    }
  }

  /** Some, and others from run to run: the meaning of a block does not hang on them. */
  static List<Deployed> deployments() {
    return Effort.some(
        Stream.concat(
                ControlKinds.all().stream()
                    .flatMap(
                        control ->
                            Stream.of(1, 3)
                                .map(n -> new Deployed(control.longName(), "two-phase", n))),
                CommitKinds.all().stream()
                    .map(kind -> new Deployed("two-phase-locking", kind.names().getFirst(), 3)))
            .toList());
  }

  static Stream<String> controls() {
    return ControlKinds.all().stream().map(kind -> kind.longName());
  }

  private Tutti open(Deployed deployed) throws IOException {
    TuttiBuilder builder =
        Tutti.builder()
            .application(MixedBank.application())
            .specifications(MixedBank.specifications(folder))
            .set("concurrency-control", deployed.control());
    if (deployed.nodes() > 1) {
      builder.deployment(nodes(deployed.nodes())).set("commit", deployed.commit());
      // For those that are safe under this assumption only.
      builder.set("assume.delay-bound", "10s");
    }
    Tutti bank = builder.openInMemory();
    bank.instance("Account", MixedBank.ALICE).call("open", Map.of("deposit", "EUR 100.00"));
    bank.instance("Account", MixedBank.BOB).call("open", Map.of("deposit", "EUR 0.00"));
    return bank;
  }

  private Tutti open(String control) throws IOException {
    return open(new Deployed(control, "", 1));
  }

  private Path nodes(int count) throws IOException {
    return Files.writeString(
        folder.resolve("nodes.conf"), "tutti { " + FreePorts.nodes(count) + " }\n");
  }

  private static String balance(Tutti bank, String iban) {
    return String.valueOf(
        bank.instance("Account", iban).read().orElseThrow().fields().get("balance"));
  }

  private static long spent(Tutti bank) {
    return bank.actor(MixedBank.Limits.class, "x").call(new MixedBank.Spent("a"));
  }

  private static long spend(ClientTransaction in, long cents) {
    in.call(MixedBank.Limits.class, "x", new MixedBank.Spend("a", cents, NOON));
    return in.call(MixedBank.Limits.class, "x", new MixedBank.Spent("a"));
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void makeOneTransactionOfCallsThatDependOnEachOther(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      String moved =
          bank.transaction()
              .run(
                  in -> {
                    InstanceState alice = in.read("Account", MixedBank.ALICE);
                    assertThat(alice.state()).isEqualTo("opened");
                    Object all = alice.fields().get("balance");
                    in.event("Account", MixedBank.ALICE, "withdraw", Map.of("amount", all));
                    assertThat(spend(in, 10)).isEqualTo(10);
                    assertThat(spend(in, 20)).isEqualTo(30);
                    in.release(MixedBank.Limits.class, "x");
                    in.event("Account", MixedBank.BOB, "deposit", Map.of("amount", all));
                    return String.valueOf(all);
                  });
      assertThat(moved).isEqualTo("EUR 100.00");
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 0.00");
      assertThat(balance(bank, MixedBank.BOB)).isEqualTo("EUR 100.00");
      assertThat(spent(bank)).isEqualTo(30);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void goOnAfterARefusalThatLeavesNothing(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      bank.transaction()
          .run(
              in -> {
                spend(in, 10);
                // Alice's and Bob's events are possible, and the procedure that goes with them
                // refuses.
                assertThatThrownBy(
                        () ->
                            in.event(
                                "Account",
                                MixedBank.ALICE,
                                "pay",
                                Map.of("to", MixedBank.BOB, "amount", "EUR 100.01")))
                    .isInstanceOf(RefusedException.class);
                assertThatThrownBy(() -> spend(in, 10_000))
                    .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> {
                          assertThat(refused.code()).isEqualTo("over-limit");
                          assertThat(refused.actor()).isEqualTo("Limits[x]");
                        });
                assertThat(spend(in, 5)).isEqualTo(15);
                in.event("Account", MixedBank.ALICE, "withdraw", Map.of("amount", "EUR 1.00"));
                return null;
              });
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 99.00");
      assertThat(balance(bank, MixedBank.BOB)).isEqualTo("EUR 0.00");
      assertThat(spent(bank)).isEqualTo(15);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void leaveNothingWhenTheyAreRolledBack(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      assertThatThrownBy(
              () ->
                  bank.transaction()
                      .run(
                          in -> {
                            spend(in, 10);
                            in.event(
                                "Account",
                                MixedBank.ALICE,
                                "withdraw",
                                Map.of("amount", "EUR 1.00"));
                            throw in.rollback("sold out");
                          }))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("rolled-back");
                assertThat(bank.ask(refused.transaction()))
                    .isEqualTo(new Status.Aborted("rolled-back", "sold out"));
              })
          .hasMessage("sold out");
      assertThatThrownBy(
              () ->
                  bank.transaction()
                      .run(
                          in -> {
                            spend(in, 10);
                            throw new IOException("no paper");
                          }))
          .isInstanceOf(IOException.class)
          .hasMessage("no paper");
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 100.00");
      assertThat(spent(bank)).isZero();
    }
  }

  /** The block waits for another transaction, which may wait for what the block's holds. */
  @ParameterizedTest
  @MethodSource("deployments")
  void areRolledBackAtTheDeadlineOfABlockThatHangs(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      assertThatThrownBy(
              () ->
                  bank.transaction()
                      .within(Duration.ofMillis(200))
                      .run(
                          in -> {
                            spend(in, 10);
                            bank.actor(MixedBank.Limits.class, "x")
                                .call(new MixedBank.Spend("b", 1, NOON));
                            while (true) {
                              in.read("Account", MixedBank.BOB);
                            }
                          }))
          .isInstanceOfSatisfying(
              AbortedException.class, aborted -> assertThat(aborted.retryable()).isTrue());
      assertThat(spent(bank)).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void useOnlyWhatTheyDeclare(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      TransactionStart start =
          bank.transaction()
              .accesses(MixedBank.Limits.class, "x", 2)
              .accesses("Account", MixedBank.ALICE);
      start.run(
          in -> {
            assertThat(spend(in, 10)).isEqualTo(10);
            assertThatThrownBy(() -> spend(in, 10))
                .isInstanceOfSatisfying(
                    RefusedException.class,
                    refused -> assertThat(refused.code()).isEqualTo("supremum-exceeded"))
                .hasMessageContaining("at most twice");
            assertThatThrownBy(
                    () ->
                        in.event(
                            "Account",
                            MixedBank.ALICE,
                            "pay",
                            Map.of("to", MixedBank.BOB, "amount", "EUR 1.00")))
                .isInstanceOfSatisfying(
                    RefusedException.class,
                    refused -> {
                      assertThat(refused.code()).isEqualTo("undeclared-access");
                      assertThat(refused.actor()).isEqualTo("Account[" + MixedBank.BOB + "]");
                    });
            in.event("Account", MixedBank.ALICE, "withdraw", Map.of("amount", "EUR 1.00"));
            return null;
          });
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 99.00");
      // The same block runs again with another bound.
      start
          .accesses(MixedBank.Limits.class, "x", 2)
          .run(
              in -> {
                spend(in, 10);
                return spend(in, 10);
              });
      assertThat(spent(bank)).isEqualTo(30);
    }
  }

  /** The look is at an instance that is not there, and the event needs a look at another one. */
  @ParameterizedTest
  @MethodSource("deployments")
  void makeWhatTheyHaveFoundMissing(Deployed deployed) throws IOException {
    try (Tutti bank = open(deployed)) {
      bank.transaction()
          .run(
              in -> {
                assertThat(in.read("Account", MixedBank.LARGE).state()).isEqualTo("none");
                return in.event(
                    "Account", MixedBank.LARGE, "join", Map.of("other", MixedBank.ALICE));
              });
      assertThat(balance(bank, MixedBank.LARGE)).isEqualTo("EUR 100.00");
    }
  }

  private static void change(Tutti bank, String event) {
    bank.instance("Account", MixedBank.BOB).call(event, Map.of("amount", "EUR 5.00"));
  }

  private static Object copyBob(Tutti bank, ClientTransaction in, AtomicInteger runs) {
    Object seen = in.read("Account", MixedBank.BOB).fields().get("balance");
    if (runs.incrementAndGet() == 1) {
      change(bank, "deposit");
    }
    in.event("Account", MixedBank.ALICE, "withdraw", Map.of("amount", "EUR 1.00"));
    return seen;
  }

  @Test
  void runOnceUnlessTheyAreToRunAgain() throws IOException {
    try (Tutti bank = open("optimistic")) {
      AtomicInteger runs = new AtomicInteger();
      assertThatThrownBy(() -> bank.transaction().run(in -> copyBob(bank, in, runs)))
          .isInstanceOfSatisfying(
              AbortedException.class,
              aborted -> {
                assertThat(aborted.code()).isEqualTo("conflict");
                assertThat(aborted.retryable()).isTrue();
              })
          .hasMessageContaining("conflict at Account[" + MixedBank.BOB + "]")
          .hasMessageContaining("has changed there what the block was told");
      assertThat(runs).hasValue(1);
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 100.00");
      runs.set(0);
      Object seen = bank.transaction().retrying(1).run(in -> copyBob(bank, in, runs));
      assertThat(runs).hasValue(2);
      assertThat(seen).isEqualTo("EUR 10.00");
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 99.00");
    }
  }

  /** A transaction in the way has come and gone: all that the block was told is so again. */
  @Test
  void survivesAConflictThatChangesNothingThatItWasTold() throws IOException {
    try (Tutti bank = open("optimistic")) {
      AtomicInteger runs = new AtomicInteger();
      bank.transaction()
          .run(
              in -> {
                runs.incrementAndGet();
                in.read("Account", MixedBank.BOB);
                change(bank, "deposit");
                change(bank, "withdraw");
                return in.event(
                    "Account", MixedBank.ALICE, "withdraw", Map.of("amount", "EUR 1.00"));
              });
      assertThat(runs).hasValue(1);
      assertThat(balance(bank, MixedBank.ALICE)).isEqualTo("EUR 99.00");
    }
  }

  /**
   * The second block uses what the first has released before its end, and commits after it: it has
   * seen what the first has written.
   */
  @ParameterizedTest
  @CsvSource({
    "versioning, 1, true", "versioning, 3, true", "versioning, 1, false",
    "versioning, 3, false", "versioning-rw, 1, true", "versioning-rw, 3, false"
  })
  void handOnWhatTheyRelease(String control, int nodes, boolean declares) throws Exception {
    try (Tutti bank = open(new Deployed(control, "two-phase", nodes));
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      CompletableFuture<Long> seen = new CompletableFuture<>();
      TransactionStart start = bank.transaction().within(Duration.ofMinutes(3));
      TransactionStart first = declares ? start.accesses(MixedBank.Limits.class, "x", 9) : start;
      Future<Long> second =
          first.run(
              in -> {
                assertThat(spend(in, 10)).isEqualTo(10);
                in.release(MixedBank.Limits.class, "x");
                Future<Long> behind =
                    threads.submit(
                        () ->
                            start
                                .accesses(MixedBank.Limits.class, "x", 2)
                                .run(
                                    next -> {
                                      long sum = spend(next, 1);
                                      seen.complete(sum);
                                      return sum;
                                    }));
                assertThat(seen.get(2, TimeUnit.MINUTES)).isEqualTo(11);
                assertThat(behind).isNotDone();
                return behind;
              });
      assertThat(second.get()).isEqualTo(11);
      assertThat(spent(bank)).isEqualTo(11);
    }
  }

  /** The second block runs again, and is told how things are: what it was told is undone. */
  @ParameterizedTest
  @CsvSource({"versioning, 1", "versioning, 3", "versioning-rw, 1", "versioning-rw, 3"})
  void takeThoseAlongThatHaveUsedWhatTheyRollBack(String control, int nodes) throws Exception {
    try (Tutti bank = open(new Deployed(control, "two-phase", nodes));
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      CompletableFuture<Long> seen = new CompletableFuture<>();
      List<Future<Long>> behind = new ArrayList<>();
      AtomicInteger runs = new AtomicInteger();
      TransactionStart start =
          bank.transaction()
              .within(Duration.ofMinutes(3))
              .retrying(1)
              .accesses(MixedBank.Limits.class, "x", 2);
      assertThatThrownBy(
              () ->
                  start.run(
                      in -> {
                        spend(in, 10);
                        behind.add(
                            threads.submit(
                                () ->
                                    start.run(
                                        next -> {
                                          runs.incrementAndGet();
                                          long sum = spend(next, 1);
                                          seen.complete(sum);
                                          return sum;
                                        })));
                        assertThat(seen.get(2, TimeUnit.MINUTES)).isEqualTo(11);
                        throw in.rollback("no");
                      }))
          .hasMessage("no");
      assertThat(behind.getFirst().get(2, TimeUnit.MINUTES)).isEqualTo(1);
      assertThat(runs).hasValue(2);
      assertThat(spent(bank)).isEqualTo(1);
    }
  }

  /** A released actor is used no more by a block that has declared its accesses. */
  @Test
  void useNoMoreWhatTheyHaveReleased() throws IOException {
    try (Tutti bank = open("versioning")) {
      bank.transaction()
          .accesses(MixedBank.Limits.class, "x", 9)
          .run(
              in -> {
                spend(in, 10);
                in.release(MixedBank.Limits.class, "x");
                assertThatThrownBy(() -> spend(in, 1))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("was released, and is needed again");
                return "";
              });
      assertThat(spent(bank)).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @MethodSource("controls")
  void endTheirBlocksUse(String control) throws IOException {
    try (Tutti bank = open(control)) {
      List<ClientTransaction> kept = new ArrayList<>();
      String nothing = bank.transaction().run(in -> "nothing");
      assertThat(nothing).isEqualTo("nothing");
      bank.transaction()
          .run(
              in -> {
                kept.add(in);
                return spend(in, 1);
              });
      assertThatThrownBy(() -> spend(kept.getFirst(), 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the transaction has committed");
      assertThatThrownBy(
              () ->
                  bank.transaction()
                      .run(
                          in -> {
                            spend(in, 1);
                            in.rollback("no");
                            return "not to be returned";
                          }))
          .isInstanceOf(RefusedException.class)
          .hasMessage("no");
      assertThat(spent(bank)).isEqualTo(1);
    }
  }

  @Test
  void tellOfAFailedProcedureAndGoOn() throws IOException {
    try (Tutti bank = open("two-phase-locking")) {
      bank.transaction()
          .run(
              in -> {
                spend(in, 1);
                assertThatThrownBy(
                        () -> in.call(MixedBank.Desk.class, "d", new MixedBank.Odd("nothing")))
                    .isInstanceOf(FailedException.class);
                return spend(in, 1);
              });
      assertThat(spent(bank)).isEqualTo(2);
    }
  }
}
