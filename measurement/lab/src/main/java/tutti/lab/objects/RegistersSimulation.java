package tutti.lab.objects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Reason;
import tutti.lab.mistake.Mistake;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.Sight;

/**
 * Registers whose numbers are money, in simulation: transfers that visit registers one after
 * another, with a time for each operation, and audits of all registers, which see all the money. A
 * transfer that takes too much is rolled back after it has given to others. Procedures declare the
 * actors that they call, except for chases, whose registers are found only in rows.
 */
public final class RegistersSimulation implements SimulatedApplication {
  private static final long MONEY = 100;
  private static final long MOST_SERVICE_NANOS = 300_000;
  private static final int MOST_REGISTERS = 6;

  /** The number of the first of the callers of second calls, behind those of first calls. */
  private static final int SECOND = 1_000_000;

  private final RelationalApplication application =
      new RelationalApplication(Register.withMistakes(), null);

  @Override
  public String name() {
    return "registers";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return scenario(random, ActorNames.PLAIN);
  }

  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return new Transfers(3 + random.nextInt(MOST_REGISTERS - 2), names);
  }

  /** The clients of one run; used by one thread. */
  private final class Transfers implements Scenario {
    private final int registers;
    private final ActorNames names;

    Transfers(int registers, ActorNames names) {
      this.registers = registers;
      this.names = names;
    }

    private Call call(String type, String key, Procedure<?, ?> procedure) {
      ProcedureAction action =
          (ProcedureAction)
              Objects.requireNonNull(
                  Objects.requireNonNull(application.type(type))
                      .action(procedure.getClass().getSimpleName()));
      return action.call(new ActorId(type, key), procedure);
    }

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < registers; i++) {
        opening.add(List.of(call(Register.TYPE, names.text(i), new Register.Open(MONEY))));
      }
      return opening;
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      String caller = names.text(turn.client());
      List<String> all = shuffled(random);
      ServiceTime service =
          new ServiceTime(random.nextBoolean() ? 0 : random.nextLong(MOST_SERVICE_NANOS), false);
      return switch (random.nextInt(8)) {
        case 0 ->
            List.of(call(RegisterClient.TYPE, caller, new RegisterClient.LookAtAll(service, all)));
        case 1 ->
            List.of(call(RegisterClient.TYPE, caller, new RegisterClient.LookDown(service, all)));
        case 2 ->
            List.of(call(RegisterClient.TYPE, caller, new RegisterClient.AddDown(service, 0, all)));
        case 4 -> List.of(call(RegisterClient.TYPE, caller, chase(random, service, all)));
        case 3 ->
            List.of(
                call(RegisterClient.TYPE, caller, transfer(random, service, all)),
                call(
                    RegisterClient.TYPE,
                    second(turn),
                    transfer(random, service, shuffled(random))));
        default -> List.of(call(RegisterClient.TYPE, caller, transfer(random, service, all)));
      };
    }

    private String second(Turn turn) {
      return names.unusual() ? names.text(SECOND + turn.client()) : turn.client() + "-2";
    }

    /** Returns a chase, which finds registers by their numbers; else a transfer. */
    private Procedure<?, ?> chase(RandomGenerator random, ServiceTime service, List<String> all) {
      return names.unusual()
          ? transfer(random, service, all)
          : new RegisterClient.Chase(all.getFirst(), 1 + random.nextInt(4), registers);
    }

    private List<String> shuffled(RandomGenerator random) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < registers; i++) {
        all.add(names.text(i));
      }
      Collections.shuffle(all, random);
      return all;
    }

    /** Returns a transfer whose last register pays for the others; one may be visited twice. */
    private RegisterClient.AddToAll transfer(
        RandomGenerator random, ServiceTime service, List<String> all) {
      List<String> keys = new ArrayList<>(all.subList(0, 2 + random.nextInt(2)));
      List<Long> by = new ArrayList<>();
      long given = 0;
      for (int i = 1; i < keys.size(); i++) {
        long cents = random.nextInt((int) MONEY);
        by.add(cents);
        given += cents;
      }
      by.add(-given);
      if (random.nextInt(4) == 0) {
        keys.set(0, keys.getLast());
      }
      return new RegisterClient.AddToAll(service, keys, by);
    }

    @Override
    public List<Call> odd(RandomGenerator random, String key) {
      List<String> ways = random.nextBoolean() ? Mistake.ALONE : Mistake.WITH_CALL;
      String other = ActorId.keyFault(key) == null ? key : names.text(random.nextInt(registers));
      Register.Spoil spoil = new Register.Spoil(ways.get(random.nextInt(ways.size())), other);
      return List.of(call(Register.TYPE, names.text(random.nextInt(registers)), spoil));
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(Register.TYPE, names.text(random.nextInt(registers)));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      long money = 0;
      int there = 0;
      for (Map.Entry<ActorId, ActorState> each : states.entrySet()) {
        if (each.getKey().type().equals(Register.TYPE)) {
          for (Record row : RowsImage.in(each.getValue()).rows(0)) {
            money += ((Register.Entry) row).number();
            there++;
          }
        }
      }
      return money == there * MONEY
          ? List.of()
          : List.of("money conserved: " + there + " registers have " + money);
    }

    @Override
    public List<Sight> sights(List<@Nullable Object> results, Consumer<String> wrong) {
      for (Object result : results) {
        if (result instanceof ProcedureResult(var type, var name, Long seen)
            && seen != registers * MONEY) {
          wrong.accept("audit: " + name + " saw " + seen + " in " + registers + " registers");
        }
      }
      return List.of();
    }

    /**
     * Returns a description of the refusal, unless it may happen: a register is overdrawn; or a
     * register that a node has lost has no row yet, since it is put there again while other
     * requests continue.
     */
    @Override
    public @Nullable String wronglyRefused(List<Call> calls, Reason reason) {
      return reason instanceof Reason.Refused refused
              && !refused.code().equals(Register.OVERDRAWN)
              && !refused.code().equals("no-such-row")
          ? calls + " was refused for " + reason.message()
          : null;
    }
  }
}
