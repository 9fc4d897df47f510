package tutti.lab.template;

import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A purse with coins. */
final class Purse extends Actor {
  record Coins(String name, long amount) {}

  final Relation<String, Coins> coins = relation("coins", Coins.class, Coins::name);

  /** Puts coins into the purse; gives how many are in it then. */
  record Put(long amount) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      long now = purse.coins.find("all").map(Coins::amount).orElse(0L) + amount;
      if (now < 0) {
        throw purse.abort("too-few", purse.key() + " has too few");
      }
      if (purse.coins.find("all").isPresent()) {
        purse.coins.update(new Coins("all", now));
      } else {
        purse.coins.insert(new Coins("all", now));
      }
      return now;
    }
  }

  /** Gives coins to another purse. */
  record Give(String to, long amount) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.actor(Purse.class, to).call(new Put(amount)).get();
      return new Put(-amount).run(purse);
    }
  }

  /** Gives how many coins are in the purse, which are enough, or it is refused. */
  record Enough(long least) implements Query<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      long now = purse.coins.find("all").map(Coins::amount).orElse(0L);
      if (now < least) {
        throw purse.abort("too-few", purse.key() + " has too few");
      }
      return now;
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("purses")
        .actor("Purse", Purse::new)
        .procedures(Put.class, Give.class, Enough.class)
        .build();
  }
}
