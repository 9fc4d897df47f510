package tutti.lab.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import tutti.model.ActorId;
import tutti.rebel.value.Iban;

/**
 * The accounts and transfers of a run, chosen so that {@code hot} crosses nodes: with several nodes
 * the hot account is on node 0, the others are spread over the other nodes, and a transfer is on
 * the node of its other account. In all other runs, names are taken in order. Immutable.
 */
final class Layout {
  /**
   * The distance of the clients' numbers: new accounts and transfers are numbered per client, far
   * from each other.
   */
  private static final long PER_CLIENT = 10_000_000;

  /** The number of names that a transfer may have: some of them is certainly on its node. */
  private static final int NAMES = 64;

  private final Bank bank;
  private final int nodes;
  private final ToIntFunction<ActorId> nodeOf;
  private final boolean crossing;
  private final Iban[] opened;

  /** The prepared accounts of each node, the hot one left out. */
  private final List<List<Iban>> others = new ArrayList<>();

  /**
   * @param accounts opened before the run
   * @param nodes the number of nodes
   * @param nodeOf the number of an actor's node
   */
  Layout(Bank bank, Scenario scenario, int accounts, int nodes, ToIntFunction<ActorId> nodeOf) {
    this.bank = bank;
    this.nodes = nodes;
    this.nodeOf = nodeOf;
    this.crossing = scenario == Scenario.HOT && nodes > 1;
    this.opened = new Iban[accounts];
    for (int i = 0; i < nodes; i++) {
      others.add(new ArrayList<>());
    }
    long number = 0;
    for (int i = 0; i < accounts; i++) {
      while (crossing && (nodeOf(number) == 0) != (i == 0)) {
        number++;
      }
      opened[i] = Bank.iban(number);
      if (i > 0) {
        others.get(nodeOf(number)).add(opened[i]);
      }
      number++;
    }
  }

  private int nodeOf(long number) {
    return nodeOf.applyAsInt(bank.account(Bank.iban(number)));
  }

  int prepared() {
    return opened.length;
  }

  /** Returns a prepared account; in {@code hot}, the first is the hot one. */
  Iban prepared(int account) {
    return opened[account];
  }

  /** Returns whether every transfer is between nodes. */
  boolean crosses() {
    return crossing;
  }

  /**
   * Returns the accounts from which a client's n-th transfer picks its other account, where all
   * cross nodes.
   */
  List<Iban> othersOf(long n) {
    int first = node(n);
    for (int i = 0; i < nodes - 1; i++) {
      List<Iban> there = others.get(1 + (first - 1 + i) % (nodes - 1));
      if (!there.isEmpty()) {
        return there;
      }
    }
    throw new IllegalStateException("there is no account beside the hot one");
  }

  private int node(long n) {
    return 1 + (int) (n % (nodes - 1));
  }

  /** Returns the number of a client's n-th account: never that of a prepared one. */
  static long account(int client, long n) {
    return (client + 1L) * PER_CLIENT + n;
  }

  /** Returns the number of a client's n-th transfer. */
  long transfer(int client, long n) {
    long number = account(client, n);
    if (!crossing) {
      return number;
    }
    int wanted = nodeOf.applyAsInt(bank.account(othersOf(n).getFirst()));
    for (int i = 0; i < NAMES; i++) {
      long candidate = number * NAMES + i;
      if (nodeOf.applyAsInt(bank.transfer(candidate)) == wanted) {
        return candidate;
      }
    }
    return number * NAMES;
  }
}
