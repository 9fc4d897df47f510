package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Actors in Java in the user's own process. */
class ProceduresEmbeddedTest {
  /** The node on which a procedure waits from inside, against the rules. */
  private static final AtomicReference<Tutti> OUTSIDE = new AtomicReference<>();

  @TempDir private Path data;

  public static final class Account extends Actor {
    public record Purse(String currency, long amount) {}

    public final Relation<String, Purse> purses = relation("purses", Purse.class, Purse::currency);

    private long amount() {
      return purses.find("EUR").map(Purse::amount).orElse(0L);
    }
  }

  public static final class Other extends Actor {}

  public record Deposit(long amount) implements Procedure<Account, Long> {
    @Override
    public Long run(Account account) {
      long now = account.amount() + amount;
      if (now < 0) {
        throw account.abort("overdrawn", account.key() + " would have " + now);
      }
      account.purses.upsert(new Account.Purse("EUR", now));
      return now;
    }
  }

  public record Balance() implements Query<Account, Long> {
    @Override
    public Long run(Account account) {
      return account.amount();
    }
  }

  public record Send(String to, long amount) implements Procedure<Account, Void> {
    @Override
    public Void run(Account account) {
      account.actor(Account.class, to).call(new Deposit(amount));
      new Deposit(-amount).run(account);
      return null;
    }
  }

  public record Bug() implements Procedure<Account, Void> {
    @Override
    public Void run(Account account) {
      throw new IllegalStateException("a bug");
    }
  }

  public record Say(String code) implements Procedure<Account, Void> {
    @Override
    public Void run(Account account) {
      throw account.abort(code, "it was said so");
    }
  }

  public record Waiting() implements Procedure<Account, Long> {
    @Override
    public Long run(Account account) {
      return OUTSIDE.get().actor(Account.class, "bob").call(new Balance());
    }
  }

  public record Forgotten() implements Procedure<Account, Void> {
    @Override
    public Void run(Account account) {
      return null;
    }
  }

  private static JavaApplication application() {
    return JavaApplication.named("bank")
        .actor("Account", Account::new)
        .procedures(Deposit.class, Balance.class, Send.class, Bug.class, Say.class, Waiting.class)
        .build();
  }

  private static ActorHandle<Account> account(Client bank, String key) {
    return bank.actor(Account.class, key);
  }

  @Test
  void givesTypedResultsAndKeepsWhatWasAcknowledged() throws IOException {
    try (Tutti bank = Tutti.open(application(), data)) {
      long balance = account(bank, "alice").call(new Deposit(10));
      assertThat(balance).isEqualTo(10);
      assertThat(account(bank, "alice").submit(new Deposit(5)).join()).isEqualTo(15);
      account(bank, "alice").call(new Send("bob", 4));
    }
    try (Tutti bank =
        Tutti.builder().application(application()).set("containers", "3").data(data).open()) {
      assertThat(account(bank, "alice").call(new Balance())).isEqualTo(11);
      assertThat(account(bank, "bob").call(new Balance())).isEqualTo(4);
    }
  }

  @Test
  void repeatsAResultUnderItsKeyAlsoAfterARestart() throws IOException {
    for (int start = 0; start < 2; start++) {
      try (Tutti bank = Tutti.open(application(), data)) {
        for (int i = 0; i < 2; i++) {
          assertThat(account(bank.once("pay-17"), "alice").call(new Deposit(10))).isEqualTo(10);
        }
        assertThat(account(bank, "alice").call(new Balance())).isEqualTo(10);
      }
    }
  }

  @Test
  void doesAllCallsOfARequestOrNone() {
    try (Tutti bank = Tutti.inMemory(application())) {
      account(bank, "alice").call(new Deposit(10));
      Request both = bank.request();
      Part<Long> left = both.call(Account.class, "alice", new Deposit(-4));
      Part<Long> got = both.call(Account.class, "bob", new Deposit(4));
      Committed committed = both.run();
      assertThat(committed.of(left)).isEqualTo(6);
      assertThat(committed.of(got)).isEqualTo(4);
      assertThat(bank.ask(committed.transaction())).isInstanceOf(Status.Committed.class);
      Request tooMuch = bank.request();
      tooMuch.call(Account.class, "bob", new Deposit(7));
      tooMuch.call(Account.class, "alice", new Deposit(-7));
      assertThatThrownBy(tooMuch::run)
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("overdrawn");
                assertThat(refused).hasMessage("alice would have -1");
                assertThat(refused.actor()).isEqualTo("Account[alice]");
              });
      assertThat(account(bank, "bob").call(new Balance())).isEqualTo(4);
    }
  }

  @Test
  void keepsTheSumWhileMoneyGoesRound() {
    List<String> keys = List.of("a", "b", "c", "d");
    try (Tutti bank =
        Tutti.builder()
            .application(application())
            .set("containers", "2")
            .set("executors", "3")
            .openInMemory()) {
      keys.forEach(key -> account(bank, key).call(new Deposit(100)));
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        all.add(
            account(bank, keys.get(i % 4)).submit(new Send(keys.get((i + 1 + i / 4 % 3) % 4), 1)));
      }
      all.forEach(CompletableFuture::join);
      assertThat(keys.stream().mapToLong(key -> account(bank, key).call(new Balance())).sum())
          .isEqualTo(400);
    }
  }

  @Test
  void tellsBugsApart() {
    try (Tutti bank = Tutti.inMemory(application())) {
      assertThatThrownBy(() -> account(bank, "alice").call(new Bug()))
          .isInstanceOfSatisfying(
              FailedException.class,
              bug -> {
                assertThat(bug.code()).isEqualTo("internal-error");
                assertThat(bug.retryable()).isFalse();
              })
          .hasMessage("Account[alice].Bug failed: java.lang.IllegalStateException: a bug");
      assertThatThrownBy(() -> account(bank, "alice").call(new Say("Over the limit")))
          .isInstanceOf(FailedException.class)
          .hasMessageContaining("'Over the limit' is no code of an abort");
      assertThatThrownBy(() -> account(bank, "alice").call(new Say("over-limit-2")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> assertThat(refused.code()).isEqualTo("over-limit-2"));
      assertThat(account(bank, "alice").call(new Balance())).isZero();
    }
  }

  @Test
  void saysHowAProcedureCallsOthers() {
    try (Tutti bank = Tutti.inMemory(application())) {
      OUTSIDE.set(bank);
      assertThatThrownBy(() -> account(bank, "alice").call(new Waiting()))
          .hasMessageContaining("must not wait for a transaction of its own");
    }
  }

  @Test
  void namesWhatTheApplicationLacks() {
    try (Tutti bank = Tutti.inMemory(application())) {
      assertThatThrownBy(() -> bank.actor(Other.class, "x"))
          .hasMessageContaining("Other; it has Account");
      assertThatThrownBy(() -> account(bank, "alice").call(new Forgotten()))
          .hasMessageContaining("Forgotten of Account: add it to its procedures(…)");
      assertThatThrownBy(() -> account(bank, ""))
          .hasMessageContaining("a key has at least one character");
    }
  }

  @Test
  void aSnapshotIsOfOneMomentAndSaysHowOldItIs() throws IOException {
    try (Tutti tutti = Tutti.open(application(), data)) {
      tutti.actor(Account.class, "a").call(new Deposit(10));
      Request both = tutti.snapshot(Duration.ZERO).request();
      Part<Long> a = both.call(Account.class, "a", new Balance());
      Part<Long> b = both.call(Account.class, "b", new Balance());
      Committed seen = both.run();
      assertThat(seen.of(a) + seen.of(b)).isEqualTo(10);
      assertThat(seen.age()).isPresent();

      Client old = tutti.snapshot(Duration.ofSeconds(20));
      tutti.actor(Account.class, "a").call(new Send("b", 4));
      assertThat(tutti.snapshot(Duration.ZERO).actor(Account.class, "b").call(new Balance()))
          .isEqualTo(4);
      assertThatThrownBy(() -> old.actor(Account.class, "a").call(new Deposit(1)))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("only a Query");
      Request now = tutti.request();
      now.call(Account.class, "a", new Balance());
      assertThat(now.run().age()).isEmpty();
    }
  }

  /** The refusal of a call says by which calls the transaction came there. */
  @Test
  void aRefusalSaysWhichCallAskedForIt() throws Exception {
    try (Tutti tutti = Tutti.open(application(), data)) {
      ActorHandle<Account> alice = account(tutti, "alice");
      assertThatThrownBy(() -> alice.call(new Send("bob", -1)))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.actor()).isEqualTo("Account[bob]");
                assertThat(refused.path()).contains("Account[alice].Send");
              });
      assertThatThrownBy(() -> alice.call(new Send("bob", 1)))
          .isInstanceOfSatisfying(
              RefusedException.class, refused -> assertThat(refused.path()).isEmpty());
    }
  }
}
