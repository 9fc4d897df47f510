package tutti.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Actors in Java and specifications with values of all types. */
final class Wallets {
  private static final String MEMBER =
      """
      module club.Member

      specification Member {
        fields {
          id: Integer @key
          loans: Integer
          fee: Money
          share: Percentage
          since: Date
          seen: DateTime
          account: IBAN
          marks: set[Integer]
          names: map[String: Date]
        }
        events { join[] note[] borrow[] }
        lifeCycle {
          initial stranger -> member: join
          member -> member: note, borrow
        }
      }

      event join(fee: Money, share: Percentage = 1%) {
        postconditions {
          new this.loans == 0;
          new this.fee == fee;
          new this.share == share;
        }
      }
      event note(
          since: Date, seen: DateTime, account: IBAN, marks: set[Integer], names: map[String: Date]) {
        postconditions {
          new this.since == since;
          new this.seen == seen;
          new this.account == account;
          new this.marks == marks;
          new this.names == names;
        }
      }
      event borrow() {
        preconditions {
          @doc { One book at a time. }
          this.loans < 1;
        }
        postconditions { new this.loans == this.loans + 1; }
      }
      """;

  private static final String LOAN =
      """
      module club.Loan

      import club.Member

      specification Loan {
        fields { id: Integer @key }
        events { start[] }
        lifeCycle {
          initial asked -> lent: start
          final lent
        }
      }

      event start(member: Integer) {
        sync {
          @doc { The member may not borrow now. }
          Member[member].borrow();
        }
      }
      """;

  private Wallets() {}

  /** Writes the specifications below a folder. */
  static Path specifications(Path folder) {
    try {
      Files.createDirectories(folder.resolve("club"));
      Files.writeString(folder.resolve("club/Member.ebl"), MEMBER);
      Files.writeString(folder.resolve("club/Loan.ebl"), LOAN);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("wallets")
        .actor("Wallet", Wallet::new)
        .procedures(
            Deposit.class,
            Times.class,
            Balance.class,
            Send.class,
            Echo.class,
            Find.class,
            Bug.class,
            Say.class,
            Endless.class,
            Count.class)
        .build();
  }

  public static final class Wallet extends Actor {
    public record Entry(String name, int times, long amount) {}

    public final Relation<String, Entry> entries = relation("entries", Entry.class, Entry::name);

    private long balance() {
      return entries.scan().list().stream().mapToLong(Entry::amount).sum();
    }
  }

  /** Deposits under a name, and counts how often that has happened. */
  public record Deposit(String name, long amount) implements Procedure<Wallet, Long> {
    @Override
    public Long run(Wallet wallet) {
      int times = wallet.entries.find(name).map(Wallet.Entry::times).orElse(0);
      long before = wallet.entries.find(name).map(Wallet.Entry::amount).orElse(0L);
      wallet.entries.upsert(new Wallet.Entry(name, times + 1, before + amount));
      long balance = wallet.balance();
      if (balance < 0) {
        throw wallet.abort("overdrawn", wallet.key() + " would have " + balance);
      }
      return balance;
    }
  }

  /** How often each deposit has happened. */
  public record Times() implements Query<Wallet, Map<String, Integer>> {
    @Override
    public Map<String, Integer> run(Wallet wallet) {
      return wallet.entries.scan().list().stream()
          .collect(java.util.stream.Collectors.toMap(Wallet.Entry::name, Wallet.Entry::times));
    }
  }

  /** Returns the numbers below one. */
  public record Count(int below) implements Query<Wallet, List<Integer>> {
    @Override
    public List<Integer> run(Wallet wallet) {
      return IntStream.range(0, below).boxed().toList();
    }
  }

  public record Balance() implements Query<Wallet, Long> {
    @Override
    public Long run(Wallet wallet) {
      return wallet.balance();
    }
  }

  public record Send(String to, long amount) implements Procedure<Wallet, Void> {
    @Override
    public @Nullable Void run(Wallet wallet) {
      wallet.actor(Wallet.class, to).call(new Deposit("got", amount));
      new Deposit("sent", -amount).run(wallet);
      return null;
    }
  }

  public enum Colour {
    RED,
    GREEN
  }

  public record Small(byte one, short two, int three, char four) {}

  /** A value of each type that a procedure can take and return. */
  public record Things(
      boolean truth,
      Small small,
      long number,
      BigInteger large,
      BigDecimal decimal,
      float single,
      double twice,
      String text,
      Colour colour,
      UUID id,
      Instant at,
      LocalDate day,
      LocalDateTime time,
      Duration length,
      Optional<String> maybe,
      List<Optional<Integer>> several,
      Set<Colour> colours,
      Map<Integer, String> names,
      Map<Small, Double> odd) {}

  public record Echo(Things things) implements Query<Wallet, Things> {
    @Override
    public Things run(Wallet wallet) {
      return things;
    }
  }

  public record Find(String name) implements Query<Wallet, Optional<Long>> {
    @Override
    public Optional<Long> run(Wallet wallet) {
      return wallet.entries.find(name).map(Wallet.Entry::amount);
    }
  }

  public record Bug() implements Procedure<Wallet, Void> {
    @Override
    public Void run(Wallet wallet) {
      throw new IllegalStateException("a bug");
    }
  }

  public record Say(String code) implements Procedure<Wallet, Void> {
    @Override
    public Void run(Wallet wallet) {
      throw wallet.abort(code, "it was said so");
    }
  }

  /** Asks another actor until its transaction has no time left. */
  public record Endless() implements Procedure<Wallet, Long> {
    @Override
    public Long run(Wallet wallet) {
      while (true) {
        wallet.actor(Wallet.class, "other").call(new Balance()).get();
      }
    }
  }
}
