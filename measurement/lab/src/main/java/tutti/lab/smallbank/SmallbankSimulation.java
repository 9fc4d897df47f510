package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * Smallbank for the simulator: a few customers who pay each other, one by one and by
 * multi-transfers in all formulations, and whose accounts have little, so that much is refused.
 */
public final class SmallbankSimulation implements SimulatedApplication {
  private static final int CUSTOMERS = 8;
  private static final int HOT_CUSTOMERS = 3;
  private static final int HOT = 60;
  private static final long OPENING_CENTS = 5_000;

  /** The divisor of requests: one of this many is a multi-transfer. */
  private static final int MULTI_ONE_OF = 4;

  private static final int MOST_CENTS = 500;

  private static final SmallbankShape SHAPE =
      new SmallbankShape(CUSTOMERS, HOT_CUSTOMERS, HOT, null);

  private final String name;
  private final SmallbankLanguage language;

  /** Customers in Java. */
  public SmallbankSimulation() {
    this("smallbank", new JavaSmallbank());
  }

  private SmallbankSimulation(String name, SmallbankLanguage language) {
    this.name = name;
    this.language = language;
  }

  /** Returns the simulation of customers in Rebel, who make no multi-transfers. */
  public static SmallbankSimulation rebel() {
    return new SmallbankSimulation("smallbank-rebel", new RebelSmallbank());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Application application() {
    return language.application();
  }

  /** Keeps a log: without one a customer may be lost whom another one has paid. */
  @Override
  public Deployment fitting(Deployment drawn) {
    return drawn.toBuilder().durability(Durability.SYNC).build();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return scenario(random, ActorNames.PLAIN);
  }

  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return new Clients(
        language instanceof JavaSmallbank plain ? plain.named(names::text) : language);
  }

  /** The clients of one run; used by one thread. */
  private static final class Clients implements Scenario {
    private final SmallbankLanguage language;
    private final InputDraw draw = new InputDraw(SHAPE);

    Clients(SmallbankLanguage language) {
      this.language = language;
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < CUSTOMERS; i++) {
        opening.add(language.open(i, OPENING_CENTS, OPENING_CENTS).calls());
      }
      return opening;
    }

    @Override
    public List<List<Call>> hot() {
      return List.of(language.request(new SmallbankInput.DepositChecking(0, 1)).calls());
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      return language
          .request(
              random.nextInt(MULTI_ONE_OF) == 0 && language.makesMultiTransfers()
                  ? multi(random)
                  : draw.next(random))
          .calls();
    }

    private static SmallbankInput multi(RandomGenerator random) {
      List<Integer> others = new ArrayList<>();
      int source = random.nextInt(CUSTOMERS);
      int destinations = 1 + random.nextInt(CUSTOMERS - 1);
      // An odd step visits all of eight, in an order of its own.
      int step = 1 + 2 * random.nextInt(CUSTOMERS / 2);
      for (int i = 1; i <= destinations; i++) {
        others.add((source + i * step) % CUSTOMERS);
      }
      Formulation[] forms = Formulation.values();
      return new SmallbankInput.MultiTransfer(
          forms[random.nextInt(forms.length)], source, others, 1 + random.nextInt(MOST_CENTS));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return language.actor(random.nextInt(CUSTOMERS));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      SmallbankRules rules = new SmallbankRules();
      states.forEach((id, state) -> rules.add(id.toString(), language.holdings(state)));
      List<String> found = new ArrayList<>();
      rules
          .violations()
          .forEach((rule, told) -> told.forEach(what -> found.add(rule + ": " + what)));
      return found;
    }

    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return reason instanceof Reason.Refused refused
              && !language.mayRefuse(refused.code())
              && !language.mayRefuseUnusual(refused.code())
          ? calls + " was refused for " + reason.message()
          : null;
    }
  }
}
