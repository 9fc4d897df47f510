package tutti.engine.concurrency.locking.row;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;

/** The transactions' locks on one actor's rows. Guarded by the cell's latch. */
final class RowLocks {
  private @Nullable OrderLocks[][] orders = {};

  private @Nullable OrderLocks known(int relation, int order) {
    return relation < orders.length && order < orders[relation].length
        ? orders[relation][order]
        : null;
  }

  private OrderLocks of(int relation, int order) {
    OrderLocks known = known(relation, order);
    if (known != null) {
      return known;
    }
    if (relation >= orders.length) {
      int before = orders.length;
      orders = Arrays.copyOf(orders, relation + 1);
      Arrays.fill(orders, before, orders.length, new @Nullable OrderLocks[0]);
    }
    if (order >= orders[relation].length) {
      orders[relation] = Arrays.copyOf(orders[relation], order + 1);
    }
    OrderLocks made = new OrderLocks();
    orders[relation][order] = made;
    return made;
  }

  /**
   * Shows the owners of locks that exclude {@code lock} to {@code enough}, one after another,
   * except for {@code owner}.
   *
   * @param enough returns whether no more need be shown
   * @return whether {@code enough} was true of one of them
   */
  boolean anyInTheWay(RowLock lock, Participant owner, Predicate<Participant> enough) {
    OrderLocks known = known(lock.relation(), lock.order());
    return known != null && known.anyInTheWay(lock, owner, enough);
  }

  /** Returns an owner of a lock that this one excludes, or null. */
  @Nullable Participant inTheWay(RowLock lock, Participant owner) {
    Participant[] first = new Participant[1];
    return anyInTheWay(
            lock,
            owner,
            holder -> {
              first[0] = holder;
              return true;
            })
        ? first[0]
        : null;
  }

  /** Whether the participant {@code one} holds a lock that excludes the given one. */
  boolean isInTheWay(Participant one, RowLock lock, Participant owner) {
    return anyInTheWay(lock, owner, holder -> holder == one);
  }

  /** Gives a lock that no other lock excludes. */
  void hold(RowLock lock, RowLockClaim claim) {
    of(lock.relation(), lock.order()).hold(lock, claim);
  }

  /** Takes all back that a claim has. */
  void letGo(RowLockClaim claim) {
    for (RowLock lock : claim.locks()) {
      of(lock.relation(), lock.order()).letGo(lock, claim);
    }
    for (HeldRange range : claim.ranges()) {
      range.in().letGo(range);
    }
    claim.forgetLocks();
  }
}
