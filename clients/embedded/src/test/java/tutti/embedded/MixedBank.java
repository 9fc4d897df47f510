package tutti.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Accounts as specifications, and a desk in Java that moves them. */
final class MixedBank {
  static final String ALICE = "NL91ABNA0417164300";
  static final String LARGE = "DE89370400440532013000";
  static final String BOB = "GB82WEST12345698765432";

  private static final String ACCOUNT =
      """
      module bank.Account

      specification Account {
        fields {
          iban: IBAN @key
          balance: Money
          rate: Percentage
          since: Date
          seen: DateTime
          marks: set[Integer]
          names: map[String: Date]
        }
        events { open[] join[] deposit[] withdraw[] note[] pay[] twice[] }
        lifeCycle {
          initial none -> opened: open, join
          opened -> opened: deposit, withdraw, note, pay, twice
        }
      }

      event open(deposit: Money, rate: Percentage = 1%) {
        postconditions { new this.balance == deposit; new this.rate == rate; }
      }
      event join(other: IBAN) {
        preconditions { initialized Account[other]; }
        postconditions { new this.balance == Account[other].balance; new this.rate == 1%; }
      }
      event deposit(amount: Money) {
        postconditions { new this.balance == this.balance + amount; }
      }
      event withdraw(amount: Money) {
        preconditions { this.balance >= amount; }
        postconditions { new this.balance == this.balance - amount; }
      }
      event pay(to: IBAN, amount: Money) {
        preconditions { this.balance >= amount; }
        postconditions { new this.balance == this.balance - amount; }
        sync {
          Account[to].deposit(amount);
          @doc { Nobody may spend too much in a day. }
          Limits[this.iban.countryCode].Spend(this.iban, amount.amount, now);
        }
      }
      event twice(amount: Money) {
        sync {
          Limits["a"].Spend(this.iban, amount.amount, now);
          Limits["b"].Spend(this.iban, amount.amount, now);
          Limits["a"].Spend(this.iban, amount.amount, now);
        }
      }
      event note(since: Date, seen: DateTime, marks: set[Integer], names: map[String: Date]) {
        postconditions {
          new this.since == since;
          new this.seen == seen;
          new this.marks == marks;
          new this.names == names;
        }
      }
      """;

  private MixedBank() {}

  /** Writes the specifications below a folder. */
  static Path specifications(Path folder) {
    try {
      Files.createDirectories(folder.resolve("bank"));
      Files.writeString(folder.resolve("bank/Account.ebl"), ACCOUNT);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("mixed")
        .actor("Desk", Desk::new)
        .actor("Limits", Limits::new)
        .procedures(
            Open.class,
            Transfer.class,
            Note.class,
            Odd.class,
            PayAll.class,
            Spend.class,
            Spent.class,
            Circle.class)
        .build();
  }

  public static final class Desk extends Actor {}

  public record Open(String account, String deposit) implements Procedure<Desk, Void> {
    @Override
    public Void run(Desk desk) {
      desk.event("Account", account, "open", deposit);
      return null;
    }
  }

  public record Transfer(String from, String to, String amount) implements Procedure<Desk, Void> {
    @Override
    public Void run(Desk desk) {
      desk.event("Account", to, "deposit", amount);
      desk.event("Account", from, "withdraw", amount);
      return null;
    }
  }

  public record Note(String account, LocalDate since) implements Procedure<Desk, Void> {
    @Override
    public Void run(Desk desk) {
      List<Object> marks = List.of(3, 1L, BigInteger.TWO, new BigDecimal("4.0"));
      desk.event("Account", account, "note", since, desk.now(), marks, Map.of("a", since));
      return null;
    }
  }

  /** Pays to others, each from a call of its own, by events that sync with procedures. */
  public record PayAll(String from, List<String> to, String amount)
      implements Procedure<Desk, Void> {
    @Override
    public Void run(Desk desk) {
      for (String each : to) {
        desk.event("Account", from, "pay", each, amount);
      }
      return null;
    }
  }

  /** The amount that accounts of a country may spend in a day. */
  public static final class Limits extends Actor {
    public record Day(String account, LocalDate day) {}

    public record Sum(String account, LocalDate day, long cents) {}

    public final Relation<Day, Sum> sums = relation("sums", Sum.class, Day.class);
  }

  /** Adds to what was spent; what ends with 99 is noted in another account, by an event. */
  public record Spend(String account, long cents, Instant at) implements Procedure<Limits, Void> {
    @Override
    public Void run(Limits limits) {
      LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
      Limits.Day key = new Limits.Day(account, day);
      long sum = limits.sums.find(key).map(Limits.Sum::cents).orElse(0L) + cents;
      if (sum > 10_000) {
        throw limits.abort("over-limit", account + " would have spent " + sum);
      }
      limits.sums.upsert(new Limits.Sum(account, day, sum));
      if (cents % 100 == 99) {
        limits.event("Account", LARGE, "twice", "EUR 1.00");
      }
      return null;
    }
  }

  public record Spent(String account) implements Query<Limits, Long> {
    @Override
    public Long run(Limits limits) {
      return limits.sums.scan().list().stream()
          .filter(sum -> sum.account().equals(account))
          .mapToLong(Limits.Sum::cents)
          .sum();
    }
  }

  /** Comes back to itself, by way of an event. */
  public record Circle(String from, String to, String amount) implements Procedure<Limits, Void> {
    @Override
    public Void run(Limits limits) {
      limits.event("Account", from, "pay", to, amount);
      return null;
    }
  }

  /** Calls what does not fit. */
  public record Odd(String how) implements Procedure<Desk, Void> {
    @Override
    public Void run(Desk desk) {
      switch (how) {
        case "type" -> desk.event("Account", ALICE, "deposit", 5);
        case "few" -> desk.event("Account", ALICE, "deposit");
        case "many" -> desk.event("Account", ALICE, "deposit", "EUR 1.00", "EUR 2.00");
        case "inside" ->
            desk.event("Account", ALICE, "note", "2026-01-31", desk.now(), Set.of("x"), Map.of());
        case "null" -> desk.event("Account", ALICE, "deposit", (Object) null);
        default -> desk.event("Account", ALICE, how);
      }
      return null;
    }
  }
}
