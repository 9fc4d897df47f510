package tutti.rebel.check;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;

/** An actor in Java for specifications to sync with. */
public final class Provider extends Actor {
  /** The application that has it. */
  public static JavaApplication application() {
    return JavaApplication.named("providers")
        .actor("Provider", Provider::new)
        .procedures(AddOrder.class, Note.class, Plan.class, Risk.class)
        .build();
  }

  public record AddOrder(long id, String amount) implements Procedure<Provider, Void> {
    public AddOrder {
      if (id < 0) {
        throw new IllegalArgumentException("no order has number " + id);
      }
    }

    @Override
    public Void run(Provider provider) {
      return null;
    }
  }

  public record Note(
      Instant at, LocalDate due, List<Short> parts, Map<String, Boolean> marks, Optional<String> by)
      implements Procedure<Provider, Void> {
    @Override
    public Void run(Provider provider) {
      return null;
    }
  }

  public record Plan(DayOfWeek day) implements Procedure<Provider, Void> {
    @Override
    public Void run(Provider provider) {
      return null;
    }
  }

  public record Risk() implements Query<Provider, Long> {
    @Override
    public Long run(Provider provider) {
      return 0L;
    }
  }
}
