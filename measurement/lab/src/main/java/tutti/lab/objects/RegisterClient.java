package tutti.lab.objects;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;

/**
 * A client of registers, for its transactions; no other client uses the actor, which has no data.
 */
public final class RegisterClient extends Actor {
  static final String TYPE = "Caller";

  /** A transaction that reads registers, one after another; it returns their sum. */
  @Accesses(actor = Register.class, key = "registers", most = 1, readsOnly = true)
  public record LookAtAll(ServiceTime service, List<String> registers)
      implements Query<RegisterClient, Long> {
    @Override
    public Long run(RegisterClient caller) {
      long sum = 0;
      for (String each : registers) {
        sum += caller.actor(Register.class, each).call(new Register.Look(service, List.of())).get();
      }
      return sum;
    }
  }

  /**
   * A transaction that writes registers, one after another.
   *
   * @param by added to each of them, in their order
   */
  @Accesses(actor = Register.class, key = "registers", most = 1)
  public record AddToAll(ServiceTime service, List<String> registers, List<Long> by)
      implements Procedure<RegisterClient, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(RegisterClient caller) {
      for (int i = 0; i < registers.size(); i++) {
        caller
            .actor(Register.class, registers.get(i))
            .call(new Register.Add(service, by.get(i), List.of()))
            .get();
      }
      return null;
    }
  }

  /** A transaction that reads a tree of registers; it returns their sum. */
  @Accesses(actor = Register.class, key = "registers", most = 1, readsOnly = true)
  public record LookDown(ServiceTime service, List<String> registers)
      implements Query<RegisterClient, Long> {
    @Override
    public Long run(RegisterClient caller) {
      return LoanTree.look(caller, service, registers);
    }
  }

  /**
   * A transaction that takes a cent from a register and gives it to another, and so on, where each
   * register's number tells the next one: only a dry run finds the registers, and how often each is
   * used.
   *
   * @param from the first register
   * @param registers the number of all
   */
  public record Chase(String from, int steps, int registers)
      implements Procedure<RegisterClient, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(RegisterClient caller) {
      String at = from;
      for (int i = 0; i < steps; i++) {
        long seen = caller.actor(Register.class, at).call(new Register.Pass(-1)).get();
        at = Long.toString(seen % registers);
        caller.actor(Register.class, at).call(new Register.Pass(1)).get();
      }
      return null;
    }
  }

  /** A transaction that writes a tree of registers. */
  @Accesses(actor = Register.class, key = "registers", most = 1)
  public record AddDown(ServiceTime service, long by, List<String> registers)
      implements Procedure<RegisterClient, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(RegisterClient caller) {
      LoanTree.add(caller, service, by, registers);
      return null;
    }
  }
}
