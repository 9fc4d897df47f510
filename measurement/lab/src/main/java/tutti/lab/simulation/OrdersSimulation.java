package tutti.lab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.transaction.submission.Reason;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bank.EventCalls;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * The order numbers of TPC-C's new order, in Rebel: a district counts, and the count names the
 * order that its event places. So an event's partner depends on whether the events before it
 * happen, which path-sensitive control has to wait for (PSAC §6.1). Each district has all orders up
 * to its count.
 */
final class OrdersSimulation implements SimulatedApplication {
  private static final int DISTRICTS = 4;

  /** The distance of districts' numbers in the keys of orders. */
  private static final long PER_DISTRICT = 1_000_000;

  /** The divisor of orders: one of this many has no lines, and is refused. */
  private static final int EMPTY_ONE_OF = 10;

  private static final Set<String> EXPECTED = Set.of("precondition", "state", "instance-twice");

  private final Application application = BundledSpecification.orders();
  private final ActorType district = EventCalls.type(application, "District");
  private final ActorType order = EventCalls.type(application, "Order");

  @Override
  public String name() {
    return "orders";
  }

  @Override
  public Application application() {
    return application;
  }

  /** Keeps a log: without one a district may be lost that has placed orders elsewhere. */
  @Override
  public Deployment fitting(Deployment drawn) {
    return drawn.toBuilder().durability(Durability.SYNC).build();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Terminals();
  }

  /** The clients of one run; used by one thread. */
  private final class Terminals implements Scenario {

    private Call newOrder(int number, long customer, long lines) {
      return EventCalls.call(district, Integer.toString(number), "newOrder", customer, lines);
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 1; i <= DISTRICTS; i++) {
        opening.add(List.of(EventCalls.call(district, Integer.toString(i), "open")));
      }
      return opening;
    }

    @Override
    public List<List<Call>> hot() {
      return List.of(List.of(newOrder(1, 1, 1)));
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      int number = 1 + random.nextInt(random.nextBoolean() ? 1 : DISTRICTS);
      long lines = random.nextInt(EMPTY_ONE_OF) == 0 ? 0 : 1 + random.nextInt(15);
      return List.of(newOrder(number, turn.name(0), lines));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(district.name(), Integer.toString(1 + random.nextInt(DISTRICTS)));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      Set<String> placed = new TreeSet<>();
      Set<String> numbered = new TreeSet<>();
      states.forEach(
          (id, state) -> {
            if (id.type().equals(order.name())) {
              placed.add(id.key());
            } else {
              long next = ((Number) Objects.requireNonNull(state.field(1))).longValue();
              for (long number = 1; number < next; number++) {
                numbered.add(Long.toString(Long.parseLong(id.key()) * PER_DISTRICT + number));
              }
            }
          });
      return placed.equals(numbered)
          ? List.of()
          : List.of("order numbers: there are " + placed + ", and districts counted " + numbered);
    }

    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return reason instanceof Reason.Refused refused && !EXPECTED.contains(refused.code())
          ? calls + " was refused for " + reason.message()
          : null;
    }
  }
}
