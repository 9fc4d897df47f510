package tutti.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;

/** Accounts as specifications, and a desk in Java that moves them. */
final class MixedBank {
  static final String ALICE = "NL91ABNA0417164300";
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
        events { open[] deposit[] withdraw[] note[] }
        lifeCycle {
          initial none -> opened: open
          opened -> opened: deposit, withdraw, note
        }
      }

      event open(deposit: Money, rate: Percentage = 1%) {
        postconditions { new this.balance == deposit; new this.rate == rate; }
      }
      event deposit(amount: Money) {
        postconditions { new this.balance == this.balance + amount; }
      }
      event withdraw(amount: Money) {
        preconditions { this.balance >= amount; }
        postconditions { new this.balance == this.balance - amount; }
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
        .procedures(Open.class, Transfer.class, Note.class, Odd.class)
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
