package tutti.access;

import java.util.List;
import java.util.Map;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;

/** An application with events and procedures that cause each other in every way that there is. */
public final class Shop {
  private static final String ACCOUNT =
      """
      module Account
      specification Account {
        fields { id: Integer @key balance: Money note: String }
        events { open[] deposit[] internal withdraw[] block[] close[] }
        lifeCycle { initial none -> on: open on -> on: deposit, withdraw on -> off: block, close final off }
      }
      event open() { postconditions { new this.balance == EUR 0.00; new this.note == ""; } }
      event deposit(amount: Money) { postconditions { new this.balance == this.balance + amount; } }
      event withdraw(amount: Money) { postconditions { new this.balance == this.balance - amount; } }
      event block() { }
      event close() { }
      """;
  private static final String TRANSFER =
      """
      module Transfer
      import Account
      specification Transfer {
        fields { id: Integer @key from: Integer }
        events { book[] punish[] peek[] tell[] }
        lifeCycle { initial none -> booked: book, peek booked -> booked: punish, tell }
      }
      event book(from: Integer, to: Integer, amount: Money) {
        postconditions { new this.from == from; }
        sync { Account[from].withdraw(amount); Account[to].deposit(amount); }
      }
      event punish() { sync { Account[this.from].block(); } }
      event peek(from: Integer) {
        postconditions { new this.from == from; }
        sync { not Account[from].close(); }
      }
      event tell() { sync { Ledger[this.from].Correct("told"); } }
      """;

  private Shop() {}

  /** A row. */
  public record Line(String text) {}

  /** A type of actors in Java. */
  public static class Ledger extends Actor {
    final Relation<String, Line> lines = relation("lines", Line.class, Line::text);
  }

  /** A second type, which has procedures of its own. */
  public static final class Archive extends Actor {
    final Relation<String, Line> kept = relation("kept", Line.class, Line::text);
  }

  /** A procedure that others cause. */
  @Internal
  public record Note(String text) implements Procedure<Ledger, Long> {
    @Override
    public Long run(Ledger ledger) {
      ledger.lines.insert(new Line(text));
      return (long) text.length();
    }
  }

  /** Causes {@link Note}. */
  public record Correct(String text) implements Procedure<Ledger, Long> {
    @Override
    public Long run(Ledger ledger) {
      return ledger.actor(Ledger.class, ledger.key() + "-corrections").call(new Note(text)).get();
    }
  }

  /** Causes {@link Correct}, and by it {@link Note}, and an event. */
  public record Revise(String text) implements Procedure<Archive, Long> {
    @Override
    public Long run(Archive archive) {
      archive.event("Account", "7", "block").get();
      return archive.actor(Ledger.class, "1").call(new Correct(text)).get();
    }
  }

  /** Calls what nobody knows before it runs. */
  public record Anything(String text) implements Procedure<Archive, Long> {
    @Override
    public Long run(Archive archive) {
      archive.event(text, "1", text).get();
      return 0L;
    }
  }

  /** Calls what nobody knows, but of one type. */
  @Accesses(actor = Ledger.class)
  public record Declared(List<String> texts) implements Procedure<Archive, Long> {
    @Override
    public Long run(Archive archive) {
      Procedure<Ledger, Long> one = texts.isEmpty() ? new Note("") : new Correct("");
      return archive.actor(Ledger.class, "1").call(one).get();
    }
  }

  /** Makes the application. */
  public static RelationalApplication application() {
    JavaApplication java =
        JavaApplication.named("shop")
            .actor("Ledger", Ledger::new)
            .procedures(Note.class, Correct.class)
            .actor("Archive", Archive::new)
            .procedures(Revise.class, Anything.class, Declared.class)
            .build();
    CheckResult rebel =
        Checker.check(Map.of("Account.ebl", ACCOUNT, "Transfer.ebl", TRANSFER), java.schema());
    return new RelationalApplication(
        java,
        RebelApplication.of(rebel)
            .orElseThrow(() -> new AssertionError(rebel.diagnostics().toString())));
  }
}
