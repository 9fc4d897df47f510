package tutti.engine.transaction.request;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.request.Probes.Blocker;
import tutti.engine.transaction.request.Probes.Waiting;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;

/**
 * Several nodes on which transactions wait for each other as a test draws it. Messages travel as
 * bytes, in a random order.
 */
final class ProbeNet {
  private final Random random;
  private final List<Probes> nodes = new ArrayList<>();
  private final List<Letter> letters = new ArrayList<>();
  final Map<BranchKey, Tx> waiting = new LinkedHashMap<>();

  /** Victims in the order in which they were stopped, and why. */
  final List<Tx> stopped = new ArrayList<>();

  final List<Reason.Deadlock> reasons = new ArrayList<>();

  /** The transactions that are named by messages that order a stop. */
  final Set<BranchKey> named = new LinkedHashSet<>();

  int sent;

  /** How often a node was told to stop a transaction. */
  int stops;

  double lost;
  double duplicated;

  /** Whether stopping has an effect: if not, all nodes go on to see the same cycles. */
  boolean deaf;

  long now = 1_000_000_000;

  private record Letter(int from, int to, Object content) {}

  /** A transaction; its place and its blockers may change. */
  static final class Tx {
    final BranchKey key;
    final long age;
    int node;
    ActorId at;
    long since;
    final Set<Tx> blockers = new LinkedHashSet<>();

    /** Whether a node knows no age of the transaction, because the node has found it in its log. */
    boolean ageless;

    /** Whether a branch must expect its coordinator to ask other nodes meanwhile. */
    boolean askedTogether;

    Tx(BranchKey key, long age) {
      this.key = key;
      this.age = age;
      this.at = new ActorId("Account", "of-" + key.id().number());
    }

    @Override
    public String toString() {
      return key + " at " + node;
    }
  }

  ProbeNet(int count, Random random) {
    this.random = random;
    for (int i = 0; i < count; i++) {
      nodes.add(new Probes(i, count, new Sight(i), new Post(i)));
    }
  }

  int size() {
    return nodes.size();
  }

  Tx tx(int number, int coordinator, long age) {
    return new Tx(new BranchKey(new TransactionId(0, 1, number, coordinator), 0), age);
  }

  /** Lets a transaction wait on a node, since long enough to be looked at. */
  void waits(Tx tx, int node, Tx... blockers) {
    tx.node = node;
    tx.since = now - Probes.OLD_NANOS;
    tx.blockers.addAll(List.of(blockers));
    waiting.put(tx.key, tx);
  }

  /** Every node looks, in some order, while messages are under way; then all arrive. */
  void round() {
    List<Probes> order = new ArrayList<>(nodes);
    Collections.shuffle(order, random);
    for (Probes node : order) {
      node.look(now);
      for (int some = random.nextInt(4); some > 0 && !letters.isEmpty(); some--) {
        deliver();
      }
    }
    while (!letters.isEmpty()) {
      deliver();
    }
    now += Probes.ROUND_NANOS;
  }

  private void deliver() {
    Letter letter = letters.remove(random.nextInt(letters.size()));
    if (random.nextDouble() < lost) {
      return;
    }
    if (random.nextDouble() < duplicated) {
      letters.add(letter);
    }
    Probes node = nodes.get(letter.to());
    switch (letter.content()) {
      case Probe probe -> node.received(letter.from(), probe);
      case StopVictim stop -> node.received(stop);
      default -> throw new AssertionError(letter);
    }
  }

  void tell(int node, StopVictim stop) {
    nodes.get(node).received(stop);
  }

  long found() {
    return nodes.stream().mapToLong(Probes::found).sum();
  }

  /** Returns the transactions that wait for themselves in the end, over more than one node. */
  Set<Tx> deadlocked() {
    Set<Tx> found = new LinkedHashSet<>();
    for (Tx tx : waiting.values()) {
      Set<Tx> reached = reached(tx);
      boolean crosses =
          reached.stream().anyMatch(other -> other.node != tx.node && reached(other).contains(tx));
      if (crosses && reached.contains(tx)) {
        found.add(tx);
      }
    }
    return found;
  }

  private Set<Tx> reached(Tx from) {
    Set<Tx> reached = new LinkedHashSet<>();
    ArrayDeque<Tx> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      for (Tx blocker : next.remove().blockers) {
        if (waiting.containsKey(blocker.key) && reached.add(blocker)) {
          next.add(blocker);
        }
      }
    }
    return reached;
  }

  private final class Post implements Probes.Out {
    private final int self;

    Post(int self) {
      this.self = self;
    }

    @Override
    public void send(int node, Probe probe) {
      letters.add(new Letter(self, node, probe));
      sent++;
    }

    @Override
    public void send(int node, StopVictim stop) {
      letters.add(new Letter(self, node, stop));
      sent++;
      named.add(stop.victim().key());
    }
  }

  private final class Sight implements Probes.View {
    private final int self;

    Sight(int self) {
      this.self = self;
    }

    @Override
    public List<Waiting> waitingSince(long nanos, int most) {
      return waiting.values().stream()
          .filter(tx -> tx.node == self && tx.since <= nanos)
          .limit(most)
          .map(ProbeNet::seen)
          .toList();
    }

    @Override
    public List<Waiting> waits(BranchKey key) {
      Tx tx = waiting.get(key);
      return tx == null || tx.node != self ? List.of() : List.of(seen(tx));
    }

    @Override
    public boolean mayWaitElsewhereToo(BranchKey key) {
      Tx tx = waiting.get(key);
      return tx != null && tx.askedTogether && key.id().coordinator() != self;
    }

    /**
     * Tells every blocker once on one half of the nodes, and as often as it blocks on the others.
     */
    @Override
    public Probes.Walk walk() {
      Set<Tx> told = new LinkedHashSet<>();
      return asked -> {
        Tx tx = waiting.get(asked.key());
        return tx == null
            ? List.of()
            : tx.blockers.stream()
                .filter(by -> told.add(by) || self % 2 == 0)
                .map(by -> new Blocker(by.key, by.ageless ? 0 : by.age))
                .toList();
      };
    }

    @Override
    public Set<Integer> askedAt(BranchKey key) {
      Tx tx = waiting.get(key);
      return tx == null ? Set.of() : Set.of(tx.node);
    }

    @Override
    public boolean stop(Waiting asked, Reason.Deadlock why) {
      named.add(asked.key());
      stops++;
      Tx tx = deaf ? null : waiting.remove(asked.key());
      if (tx == null) {
        return false;
      }
      stopped.add(tx);
      reasons.add(why);
      return true;
    }
  }

  private static Waiting seen(Tx tx) {
    return new Waiting(tx.key, tx.age, tx.at);
  }
}
