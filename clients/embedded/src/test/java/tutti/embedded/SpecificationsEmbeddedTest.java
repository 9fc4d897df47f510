package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rebel specifications in the user's own process. */
class SpecificationsEmbeddedTest {
  private static final String ALICE = "NL91ABNA0417164300";
  private static final String BOB = "GB82WEST12345698765432";

  @TempDir private Path data;

  static Path bank() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("examples/bank"))) {
      folder = folder.getParent();
    }
    return folder.resolve("examples/bank");
  }

  private static void open(Client bank) {
    for (String iban : List.of(ALICE, BOB)) {
      bank.instance("Account", iban).call("open", Map.of("initialDeposit", "EUR 100.00"));
    }
  }

  private static Object balance(Client bank, String iban) {
    return bank.instance("Account", iban).read().orElseThrow().fields().get("balance");
  }

  private static Map<String, String> transfer(String amount) {
    return Map.of("amount", amount, "from", ALICE, "to", BOB);
  }

  @Test
  void keepsWhatWasAcknowledged() throws IOException {
    try (Tutti bank = Tutti.open(bank(), data)) {
      open(bank);
      bank.instance("Transfer", "1").call("book", transfer("EUR 30.00"));
    }
    try (Tutti bank = Tutti.open(bank(), data)) {
      assertThat(balance(bank, ALICE)).isEqualTo("EUR 70.00");
      assertThat(balance(bank, BOB)).isEqualTo("EUR 130.00");
      assertThat(bank.instance("Account", ALICE).read().orElseThrow().state()).isEqualTo("opened");
    }
  }

  @Test
  void saysWhyTheApplicationRefuses() {
    try (Tutti bank = Tutti.inMemory(bank())) {
      open(bank);
      InstanceHandle transfer = bank.instance("Transfer", "1");
      assertThatThrownBy(() -> transfer.call("book", transfer("EUR 300.00")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("precondition");
                assertThat(refused.actor()).isEqualTo("Account[" + ALICE + "]");
                assertThat(refused.action()).isEqualTo("withdraw");
                assertThat(refused.documentation())
                    .contains("The balance must cover the withdrawal.");
                assertThat(refused.rule()).contains("this.balance - amount >= EUR 0.00");
                assertThat(refused.values())
                    .containsEntry("amount", "EUR 300.00")
                    .containsEntry("this.balance", "EUR 100.00");
                assertThat(refused.path())
                    .contains("Transfer[1].book → Account[" + ALICE + "].withdraw");
                assertThat(refused.retryable()).isFalse();
                assertThat(bank.ask(refused.transaction())).isInstanceOf(Status.Aborted.class);
              });
      assertThat(transfer.read()).isEmpty();
      assertThat(balance(bank, ALICE)).isEqualTo("EUR 100.00");
    }
  }

  @Test
  void completesFuturesApartFromTheNode() throws Exception {
    try (Tutti bank = Tutti.inMemory(bank())) {
      open(bank);
      // What depends on a future may itself wait for transactions.
      Object left =
          bank.instance("Transfer", "1")
              .submit("book", transfer("EUR 1.00"))
              .thenApply(nothing -> balance(bank, ALICE))
              .get();
      assertThat(left).isEqualTo("EUR 99.00");
      assertThatThrownBy(
              () -> bank.instance("Transfer", "1").submit("book", transfer("EUR 1.00")).get())
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(RefusedException.class);
      assertThatThrownBy(
              () -> bank.instance("Transfer", "1").submit("book", transfer("EUR 1.00")).join())
          .isInstanceOf(CompletionException.class);
    }
  }

  @Test
  void doesAllCallsOfARequestOrNone() {
    try (Tutti bank = Tutti.inMemory(bank())) {
      open(bank);
      Request request = bank.request();
      request.event("Account", BOB, "deposit", Map.of("amount", "EUR 5.00"));
      request.event("Account", ALICE, "withdraw", Map.of("amount", "EUR 500.00"));
      assertThatThrownBy(request::run).isInstanceOf(RefusedException.class);
      assertThat(balance(bank, BOB)).isEqualTo("EUR 100.00");
      assertThatThrownBy(() -> bank.request().run()).hasMessage("the request has no calls");
    }
  }

  @Test
  void happensOnceUnderAKeyAlsoAfterARestart() throws IOException {
    Committed first;
    try (Tutti bank = Tutti.open(bank(), data)) {
      open(bank);
      first = deposit(bank.once("pay-17"), "EUR 7.00");
      assertThat(deposit(bank.once("pay-17"), "EUR 7.00").transaction())
          .isEqualTo(first.transaction());
    }
    try (Tutti bank = Tutti.open(bank(), data)) {
      assertThat(deposit(bank.once("pay-17"), "EUR 7.00").transaction())
          .isEqualTo(first.transaction());
      assertThat(balance(bank, ALICE)).isEqualTo("EUR 107.00");
      assertThat(bank.ask(first.transaction())).isInstanceOf(Status.Committed.class);
      // Keys that begin so are those of the items of batches.
      assertThatThrownBy(() -> bank.once("\u00000 pay-17"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("U+0000");
      assertThatThrownBy(() -> deposit(bank.once("pay-17"), "EUR 8.00"))
          .isInstanceOfSatisfying(
              AbortedException.class,
              aborted -> {
                assertThat(aborted.code()).isEqualTo("idempotency-key-reused");
                assertThat(aborted.retryable()).isFalse();
              });
    }
  }

  private static Committed deposit(Client bank, String amount) {
    Request request = bank.request();
    request.event("Account", ALICE, "deposit", Map.of("amount", amount));
    return request.run();
  }

  @Test
  void knowsNothingOfTransactionsThatNeverWere() {
    try (Tutti bank = Tutti.inMemory(bank())) {
      assertThat(bank.ask("0-1-99999")).isInstanceOf(Status.Unknown.class);
      assertThat(bank.ask("nonsense")).isInstanceOf(Status.Unknown.class);
    }
  }

  /** A loan of a book by a member, who may have two. */
  private Path library() throws IOException {
    Files.writeString(
        data.resolve("Loan.ebl"),
        """
        module Loan

        import Member

        event start(member: Integer, due: Date) {
          postconditions {
            new this.due == due;
          }
          sync {
            @doc { The member may not borrow now. }
            Member[member].borrow(due);
          }
        }

        specification Loan {
          fields {
            id: Integer @key
            due: Date
          }
          events { start[] }
          lifeCycle {
            initial asked -> lent: start
            final lent
          }
        }
        """);
    Files.writeString(
        data.resolve("Member.ebl"),
        """
        module Member

        event join() {
          postconditions { new this.loans == 0; }
        }

        event borrow(due: Date) {
          preconditions {
            @doc { One book at a time. }
            this.loans < 1;
          }
          postconditions { new this.loans == this.loans + 1; }
        }

        specification Member {
          fields {
            id: Integer @key
            loans: Integer
          }
          events { join[] borrow[] }
          lifeCycle {
            initial stranger -> member: join
            member -> member: borrow
          }
        }
        """);
    return data;
  }

  @Test
  void takesTheValuesThatJavaHas() throws IOException {
    LocalDate due = LocalDate.of(2026, 11, 20);
    try (Tutti library = Tutti.inMemory(library())) {
      library.instance("Member", "9").call("join", Map.of());
      library.instance("Loan", "1").call("start", Map.of("member", 9, "due", due));
      assertThat(library.instance("Loan", "1").read().orElseThrow().fields())
          .containsEntry("due", "2026-11-20");
      Request request = library.request();
      request.event("Member", "10", "join", Map.of());
      request.run();
      assertThatThrownBy(
              () ->
                  library
                      .instance("Loan", "2")
                      .call("start", Map.of("member", 9, "due", LocalTime.NOON)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Loan.start at /due: expected a date such as")
          .hasMessageEndingWith("found 12:00 (LocalTime)");
    }
  }

  @Test
  void aRefusalTellsTheWayToIt() throws IOException {
    try (Tutti library = Tutti.inMemory(library())) {
      Map<String, Object> start = Map.of("member", 9, "due", "2026-11-20");
      assertThatThrownBy(() -> library.instance("Loan", "5").call("start", start))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("unknown-partner");
                assertThat(refused)
                    .hasMessage("there is no Member[9]: Loan[5].start → Member[9].borrow");
                assertThat(refused.documentation()).contains("The member may not borrow now.");
                assertThat(refused.path()).contains("Loan[5].start → Member[9].borrow");
              });
      library.instance("Member", "9").call("join", Map.of());
      library.instance("Loan", "5").call("start", start);
      assertThatThrownBy(() -> library.instance("Loan", "6").call("start", start))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("precondition");
                assertThat(refused.documentation())
                    .contains("The member may not borrow now. One book at a time.");
                assertThat(refused.path()).contains("Loan[6].start → Member[9].borrow");
              });
      assertThatThrownBy(() -> library.instance("Loan", "5").call("start", start))
          .isInstanceOfSatisfying(
              RefusedException.class, refused -> assertThat(refused.path()).isEmpty());
    }
  }

  @Test
  void namesWhatIsNotThere() {
    try (Tutti bank = Tutti.inMemory(bank())) {
      assertThatThrownBy(() -> bank.instance("Acount", "1"))
          .hasMessageContaining("no specification Acount")
          .hasMessageContaining("Account");
      assertThatThrownBy(() -> bank.instance("Account", "1"))
          .hasMessageContaining("not a key of Account");
      assertThatThrownBy(() -> bank.instance("Account", ALICE).call("opn", Map.of()))
          .hasMessageContaining("Account has no event opn")
          .hasMessageContaining("open");
      assertThatThrownBy(() -> bank.instance("Account", ALICE).call("open", Map.of("sum", "1")))
          .hasMessageContaining("Account.open at /sum")
          .hasMessageContaining("initialDeposit");
      assertThatThrownBy(() -> bank.within(Duration.ZERO)).hasMessageContaining("lies ahead");
    }
  }

  @Test
  void saysAllThatIsWrongWithADeployment() {
    assertThatThrownBy(
            () ->
                Tutti.builder()
                    .specifications(bank())
                    .set("containers", "none")
                    .set("colour", "red")
                    .openInMemory())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set(\"containers\")")
        .hasMessageContaining("colour");
    assertThatThrownBy(
            () ->
                Tutti.builder()
                    .specifications(bank())
                    .deployment(bank().resolve("three-nodes.conf"))
                    .node("d")
                    .data(data)
                    .open())
        .hasMessage("the deployment has no node 'd'; it has a, b, c");
    assertThatThrownBy(() -> Tutti.builder().specifications(bank()).node("zz").data(data).open())
        .hasMessage("the deployment has no node 'zz'; it names no nodes: leave node(…) out");
    assertThatThrownBy(() -> Tutti.builder().specifications(bank()).open())
        .hasMessageContaining("name one with data(…)");
    assertThatThrownBy(() -> Tutti.builder().open()).hasMessageContaining("nothing to run");
  }

  @Test
  void isClosedOnceAndThenTakesNothing() {
    Tutti bank = Tutti.inMemory(bank());
    open(bank);
    bank.close();
    bank.close();
    assertThatThrownBy(() -> deposit(bank, "EUR 1.00"))
        .isInstanceOfSatisfying(
            AbortedException.class, aborted -> assertThat(aborted.code()).isEqualTo("stopping"));
  }

  @Test
  void refusesAFolderThatIsInUse() throws IOException {
    try (Tutti bank = Tutti.open(bank(), data)) {
      assertThatThrownBy(() -> Tutti.open(bank(), data))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is in use");
    }
  }
}
