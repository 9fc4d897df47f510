package tutti.engine.node.replicated;

import java.util.Objects;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.model.schema.Default;
import tutti.model.schema.Formerly;

/** Later versions of {@link Lamps}: lamps get a color, which is called a tint then. */
final class LaterLamps {
  static final RelationalApplication COLORED =
      new RelationalApplication(
          JavaApplication.named("lamps")
              .actor("Lamp", Colored::new)
              .procedures(Colored.Paint.class, Colored.Next.class, Colored.Color.class)
              .build(),
          null);

  static final RelationalApplication TINTED =
      new RelationalApplication(
          JavaApplication.named("lamps")
              .actor("Lamp", Tinted::new)
              .procedures(Tinted.Tint.class)
              .build(),
          null);

  /** Takes no row of the tint red. */
  static final RelationalApplication STRICT =
      new RelationalApplication(
          JavaApplication.named("lamps").actor("Lamp", Strict::new).build(), null);

  static final RelationalApplication RENAMED =
      new RelationalApplication(
          JavaApplication.named("lamps").actor("Light", Light::new).build(), null);

  private LaterLamps() {}

  static final class Colored extends Actor {
    record Lit(int number, @Default("warm") String color) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);

    record Paint(int number, String color) implements Procedure<Colored, Integer> {
      @Override
      public Integer run(Colored lamps) {
        lamps.lit.upsert(new Lit(number, color));
        return number;
      }
    }

    /** A procedure with another parameter than the one of this name had, and an equal result. */
    record Next(int by) implements Procedure<Colored, Integer> {
      @Override
      public Integer run(Colored lamps) {
        return by;
      }
    }

    record Color(int number) implements Query<Colored, String> {
      @Override
      public String run(Colored lamps) {
        return lamps.lit.find(number).map(Lit::color).orElse("none");
      }
    }
  }

  static final class Tinted extends Actor {
    record Lit(@Default("cold") @Formerly("color") String tint, int number) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);

    record Tint(int number) implements Query<Tinted, String> {
      @Override
      public String run(Tinted lamps) {
        return lamps.lit.find(number).map(Lit::tint).orElse("none");
      }
    }
  }

  static final class Strict extends Actor {
    record Lit(String tint, int number) {
      Lit {
        if (tint.equals("red")) {
          throw new IllegalArgumentException("no red");
        }
      }
    }

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);
  }

  @Formerly("Lamp")
  static final class Light extends Actor {
    record Lit(int number, String color) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);
  }

  static Call call(RelationalApplication of, String key, Procedure<?, ?> procedure) {
    RelationalActorType type = (RelationalActorType) Objects.requireNonNull(of.type("Lamp"));
    String name = procedure.getClass().getSimpleName();
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action(name));
    return action.call(new ActorId(type.name(), key), procedure);
  }
}
