import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.outside.DidNotHappen;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** A purse with the payments that it has made and got, for each of which a card is charged. */
public final class Purse extends Actor {
  public record Payment(String key, int parts) {}

  public final Relation<String, Payment> payments =
      relation("payments", Payment.class, Payment::key);

  /** Cards, whose charges are lines of files: a file for each key. */
  public static final class Cards implements OutsideService {
    private static final Path CHARGES = Path.of("@CHARGES@");

    void charge(String key, String course) throws DidNotHappen, IOException {
      if (course.equals("refused")) {
        throw new DidNotHappen("the card is blocked");
      }
      if (!course.equals("lost")) {
        Files.write(
            CHARGES.resolve(key),
            List.of("charged"),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      }
      if (!course.equals("done")) {
        throw new IOException("no answer to " + key);
      }
    }

    /** Now and then the service does not know. */
    @Override
    public Happened happened(String key) throws IOException {
      if ((System.nanoTime() >> 12) % 3 == 0) {
        return Happened.UNKNOWN;
      }
      Path file = CHARGES.resolve(key);
      return Files.exists(file) && Files.size(file) > 0 ? Happened.YES : Happened.NO;
    }
  }

  /** The part of another purse in a payment. */
  @Internal
  public record Take(String key, int parts) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, parts));
      return purse.payments.select().count();
    }
  }

  /** A payment to others, for which a card is charged. */
  public record Pay(String key, List<String> others, String course)
      implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, others.size() + 1));
      purse.irrevocable(key, cards -> cards.charge(key, course), Cards.class);
      long all = 0;
      for (String other : others) {
        all += purse.actor(Purse.class, other).call(new Take(key, others.size() + 1)).get();
      }
      return all;
    }
  }

  public static JavaApplication application() {
    return JavaApplication.named("charges")
        .actor("Purse", Purse::new)
        .procedures(Take.class, Pay.class)
        .outside(new Cards())
        .build();
  }
}
