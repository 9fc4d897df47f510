package tutti.programs;

import java.util.List;
import java.util.function.LongSupplier;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.programs.Teller.Account;

/** An actor whose procedures hide their calls from an analysis that follows only the obvious. */
public final class Adversary extends Actor {

  private void add(String key) {
    actor(Account.class, key).call(new Account.Add(1));
  }

  // Two methods that call each other.

  private void ping(String key, int left) {
    if (left > 0) {
      pong(key, left - 1);
    }
  }

  private void pong(String key, int left) {
    add(key);
    ping(key, left);
  }

  public record TwoMethods(String key, int many) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      adversary.ping(key, many);
      return null;
    }
  }

  /** Calls the other one of two procedures, which calls this one, on other actors. */
  public record There(int many) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      if (many > 0) {
        adversary.actor(Adversary.class, "b" + many).call(new Back(many - 1));
      }
      return null;
    }
  }

  public record Back(int many) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      if (many > 0) {
        adversary.actor(Adversary.class, "c" + many).call(new There(many - 1));
      }
      return null;
    }
  }

  // Branches.

  public record Switched(String key, int which) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      switch (which) {
        case 0:
          adversary.add(key);
        case 1:
          adversary.add(key);
        case 2:
          adversary.add(key);
          break;
        default:
          adversary.add("other");
      }
      return null;
    }
  }

  sealed interface Shape {}

  record Round(int size) implements Shape {}

  record Square(int size) implements Shape {}

  public record ByPattern(String key, int size) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      Shape shape = size % 2 == 0 ? new Round(size) : new Square(size);
      switch (shape) {
        case Round(int r) when r > 2 -> {
          adversary.add(key);
          adversary.add(key);
        }
        case Round _ -> adversary.add(key);
        case Square(int s) -> adversary.add(s > 2 ? key : "small");
      }
      return null;
    }
  }

  // Exits.

  public record InFinally(String key, int how) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      for (int i = 0; ; i++) {
        try {
          adversary.add(key);
          if (how > i) {
            continue;
          }
          if (how < 0) {
            throw new IllegalStateException("left by an exception");
          }
          return null;
        } catch (IllegalStateException e) {
          return null;
        } finally {
          adversary.add("finally");
        }
      }
    }
  }

  @SuppressWarnings("finally")
  private long overriding(String key) {
    try {
      add(key);
      throw new IllegalStateException("never seen");
    } finally {
      add(key);
      return 1;
    }
  }

  public record ReturnsInFinally(String key) implements Procedure<Adversary, Long> {
    @Override
    public Long run(Adversary adversary) {
      return adversary.overriding(key);
    }
  }

  // Loops.

  public record ConstantLoop(String key) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      for (int i = 0; i < 3; i++) {
        adversary.add(key);
      }
      return null;
    }
  }

  public record Labelled(String key, int many) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      outer:
      for (int i = 0; i < many; i++) {
        for (int j = 0; j < many; j++) {
          if (j > i) {
            continue outer;
          }
          adversary.add(key);
        }
      }
      return null;
    }
  }

  // Code as a value.

  public record Twice(String key) implements Procedure<Adversary, Long> {
    @Override
    public Long run(Adversary adversary) {
      LongSupplier add = () -> adversary.actor(Account.class, key).call(new Account.Add(1)).get();
      return add.getAsLong() + add.getAsLong();
    }
  }

  public record OwnMethod(List<String> keys) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      keys.forEach(adversary::add);
      return null;
    }
  }

  interface Payment {
    void pay(Adversary adversary, String key);

    default void payTwice(Adversary adversary, String key) {
      pay(adversary, key);
      pay(adversary, key);
    }
  }

  record Cash() implements Payment {
    @Override
    public void pay(Adversary adversary, String key) {
      adversary.add(key);
    }
  }

  record Card() implements Payment {
    @Override
    public void pay(Adversary adversary, String key) {
      adversary.add(key);
      adversary.add("fee");
    }
  }

  public record Dispatched(String key, boolean cash) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      Payment payment = cash ? new Cash() : new Card();
      payment.payTwice(adversary, key);
      return null;
    }
  }

  public record Anonymous(String key) implements Procedure<Adversary, Void> {
    @Override
    public Void run(Adversary adversary) {
      new Payment() {
        @Override
        public void pay(Adversary by, String at) {
          by.add(at);
        }
      }.payTwice(adversary, key);
      return null;
    }
  }

  /** The application. */
  public static JavaApplication application() {
    return JavaApplication.named("adversary")
        .actor("Adversary", Adversary::new)
        .actor("Account", Account::new)
        .procedures(
            Account.Add.class,
            TwoMethods.class,
            There.class,
            Back.class,
            Switched.class,
            ByPattern.class,
            InFinally.class,
            ReturnsInFinally.class,
            ConstantLoop.class,
            Labelled.class,
            Twice.class,
            OwnMethod.class,
            Dispatched.class,
            Anonymous.class)
        .build();
  }
}
