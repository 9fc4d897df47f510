package tutti.lab.simulation;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/**
 * The rules that hold of the simulated bank whenever nothing runs. Every account's balance follows
 * from its own first deposit and interest and from the transfers that are booked: so half a
 * transfer, a lost one or one applied twice shows at the account where it happened.
 */
public final class Audit {
  private final ActorType account;
  private final ActorType transfer;

  public Audit(ActorType account, ActorType transfer) {
    this.account = account;
    this.transfer = transfer;
  }

  /** Returns one sentence for each broken rule. */
  public List<String> violations(SortedMap<ActorId, ActorState> states) {
    List<String> found = new ArrayList<>();
    Map<String, BigInteger> moved = moved(states, found);
    states.forEach(
        (id, state) -> {
          if (id.type().equals(account.name())) {
            check(id, state, moved.getOrDefault(id.key(), BigInteger.ZERO), found);
          }
        });
    return found;
  }

  /** Returns the sum that transfers have brought to and taken off each account. */
  private Map<String, BigInteger> moved(SortedMap<ActorId, ActorState> states, List<String> found) {
    Map<String, BigInteger> moved = new HashMap<>();
    states.forEach(
        (id, state) -> {
          if (id.type().equals(transfer.name()) && stage(transfer, state).equals("booked")) {
            BigInteger amount = money(transfer, id, state, "amount", found);
            String from = iban(state, "from");
            String to = iban(state, "to");
            for (String each : List.of(from, to)) {
              if (!states.containsKey(new ActorId(account.name(), each))) {
                found.add("money conserved: " + id + " is booked, but there is no account " + each);
              }
            }
            moved.merge(from, amount.negate(), BigInteger::add);
            moved.merge(to, amount, BigInteger::add);
          }
        });
    return moved;
  }

  private void check(ActorId id, ActorState state, BigInteger moved, List<String> found) {
    String stage = stage(account, state);
    BigInteger balance = money(account, id, state, "balance", found);
    BigInteger expected =
        money(account, id, state, "opening", found)
            .add(money(account, id, state, "earned", found))
            .add(moved);
    if (!balance.equals(expected)) {
      found.add("money conserved: " + id + " holds " + balance + " thousandths, not " + expected);
    }
    if (balance.signum() < 0) {
      found.add("invariant neverOverdrawn: " + id + " holds " + balance + " thousandths");
    }
    if (stage.equals("closed") && balance.signum() != 0) {
      found.add("life cycle: " + id + " is closed and holds " + balance + " thousandths");
    }
    if (state.stage() == 0) {
      found.add("life cycle: " + id + " exists without having been opened");
    }
  }

  private static String stage(ActorType type, ActorState state) {
    return type.stages().get(state.stage());
  }

  private String iban(ActorState state, String field) {
    return value(transfer, state, field) instanceof Iban iban ? iban.text() : "";
  }

  private static BigInteger money(
      ActorType type, ActorId id, ActorState state, String field, List<String> found) {
    if (value(type, state, field) instanceof Money money) {
      return money.thousandths();
    }
    found.add("life cycle: " + id + " has no " + field);
    return BigInteger.ZERO;
  }

  private static @Nullable Object value(ActorType type, ActorState state, String field) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).name().equals(field)) {
        return state.field(i);
      }
    }
    throw new IllegalStateException(type.name() + " has no field " + field);
  }
}
