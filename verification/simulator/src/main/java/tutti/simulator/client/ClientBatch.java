package tutti.simulator.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.application.Turn;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientDoor;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.report.CoveragePoint;

/**
 * A batch of one client: a few independent requests at once, under a key for the whole or under
 * none, some of which cannot be read. The client may leave in the middle. A batch with a key comes
 * again, at any node, as a whole or in part, until each item is answered, and now and then after
 * that: each item gets the answer that it had, one that has been changed is refused, and what has
 * not happened happens. In tasks only.
 */
final class ClientBatch {
  private static final String RULE = "batch";

  /** The distance between the client numbers of the items' requests. */
  private static final int PART = 100;

  private static final int MOST_ITEMS = 8;
  private static final int MOST_ATTEMPTS = 12;

  /** The longest time in which a client reads no further answer. */
  private static final long READING_NANOS = 400_000;

  private final AskingClient client;
  private final RunContext run;
  private final Repeats repeats;
  private final RandomGenerator random;
  private final Scenario scenario;
  private final Turn turn;
  private final @Nullable String key;
  private final long timeoutNanos;
  private final List<Item> items = new ArrayList<>();
  private int attempt;

  /** The place of one request in the batch. */
  private final class Item {
    final int index;

    /** Null if it cannot be read. */
    @Nullable ClientRequest its;

    /** The transaction with which it was answered; null if it has not happened as far as known. */
    @Nullable TransactionId first;

    /** Whether the client knows how it ended. */
    boolean isDone;

    Item(int index, @Nullable ClientRequest its) {
      this.index = index;
      this.its = its;
      this.isDone = its == null;
    }

    /** Takes the answer to it as it was first. */
    void told(Outcome outcome, NodeUnderTest node) {
      ClientRequest mine = Objects.requireNonNull(its);
      switch (outcome) {
        case Outcome.Committed committed -> {
          mine.committed(committed, attempt, node);
          first = committed.transaction();
          isDone = true;
          repeats.answered(mine.request(), first);
        }
        case Outcome.Aborted aborted -> isDone = !mine.aborted(aborted);
        case Outcome.InDoubt _ -> mine.untold(new ClientReply.Item(index, outcome));
      }
    }

    /** Has a refused item asked once more, or not read any more, if a try of it may go on. */
    void renew() {
      ClientRequest mine = its;
      if (mine == null || first != null || !isDone) {
        return;
      }
      Idempotency used = Objects.requireNonNull(mine.request().idempotency());
      if (mine.isSettled()) {
        run.oracle().reused(used.key());
        its = asked(mine.request(), index, null);
      } else {
        its = null;
      }
    }
  }

  /** The request of an item as it is sent once. */
  private record Sent(Item item, @Nullable TransactionRequest put, boolean changed) {}

  /**
   * @param repeats of the client
   * @param random of this batch alone
   * @param key of the whole batch; null for none
   * @param timeoutNanos the time of each item
   */
  ClientBatch(
      AskingClient client,
      RunContext run,
      Repeats repeats,
      RandomGenerator random,
      Scenario scenario,
      Turn turn,
      @Nullable String key,
      long timeoutNanos) {
    this.client = client;
    this.run = run;
    this.repeats = repeats;
    this.random = random;
    this.scenario = scenario;
    this.turn = turn;
    this.key = key;
    this.timeoutNanos = timeoutNanos;
    int count = 1 + random.nextInt(MOST_ITEMS);
    for (int index = 0; index < count; index++) {
      List<Call> calls = calls(index);
      items.add(new Item(index, random.nextInt(8) == 0 ? null : asked(calls, index)));
    }
  }

  private List<Call> calls(int index) {
    return scenario.request(random, new Turn(turn.client() + PART * (1 + index), turn.index()));
  }

  private ClientRequest asked(List<Call> calls, int index) {
    if (key == null) {
      return asked(new TransactionRequest(calls, null, timeoutNanos), index, null);
    }
    String own = Idempotency.keyOfItem(key, index);
    long fingerprint = SimulatedClient.fingerprint(turn.index() * MOST_ITEMS + index);
    return asked(
        new TransactionRequest(calls, new Idempotency(own, fingerprint), timeoutNanos), index, own);
  }

  /**
   * @param noted the key by which its transactions are found; null if earlier ones have it, too
   */
  private ClientRequest asked(TransactionRequest request, int index, @Nullable String noted) {
    // A client asks for one thing at a time, as histories see it.
    String asker = client.name() + "-item-" + index;
    Recorder.Asked asks = run.oracle().recorder().asked(asker, noted, run.world().nanos());
    return new ClientRequest(client, run, request, asks, timeoutNanos < SimulatedClient.LONG_NANOS);
  }

  /**
   * Makes the batch, and comes again.
   *
   * @param nodes gives a node that takes requests
   */
  void make(Supplier<NodeUnderTest> nodes) {
    int beside = random.nextInt(8);
    if (beside == 0) {
      takeKeyBeside();
    }
    send(nodes.get(), sent(items.size(), null));
    boolean changed = false;
    for (attempt = 1; key != null && !changed && attempt < MOST_ATTEMPTS; attempt++) {
      boolean broken = items.stream().anyMatch(item -> !item.isDone && isBroken(item));
      boolean open = items.stream().anyMatch(item -> !item.isDone);
      if (broken ? client.neverComesBack() : !open && random.nextBoolean()) {
        break;
      }
      client.pause(random.nextLong(10_000_000));
      int count = open ? items.size() : 1 + random.nextInt(items.size());
      Item other = open || random.nextInt(3) != 0 ? null : items.get(random.nextInt(count));
      changed = other != null && other.first != null;
      items.subList(0, count).forEach(Item::renew);
      send(nodes.get(), sent(count, changed ? other : null));
    }
    if (beside == 1) {
      takeKeyBeside();
    }
  }

  private static boolean isBroken(Item item) {
    return item.its != null && item.its.isBroken();
  }

  /** Makes a request under a key of a client's that reads as that of an item. */
  private void takeKeyBeside() {
    if (key != null) {
      int index = random.nextInt(items.size());
      client.request(calls(MOST_ITEMS), index + " " + key, timeoutNanos);
    }
  }

  /** Returns the first items as they are sent now. */
  private List<Sent> sent(int count, @Nullable Item changed) {
    List<Sent> all = new ArrayList<>(count);
    for (Item item : items.subList(0, count)) {
      TransactionRequest put = item.its == null ? null : item.its.request();
      if (put != null && item == changed) {
        put = Repeats.other(put, Objects.requireNonNull(put.idempotency()));
      } else if (put != null && item.first != null && random.nextBoolean()) {
        put = Repeats.asReadElsewhere(put);
      }
      all.add(new Sent(item, put, item == changed));
    }
    return all;
  }

  private void send(NodeUnderTest node, List<Sent> sent) {
    boolean asKnown = random.nextBoolean();
    int window = random.nextInt(3) == 0 ? 1 + random.nextInt(sent.size()) : sent.size();
    int reads = random.nextInt(4) == 0 ? random.nextInt(sent.size()) : sent.size();
    List<@Nullable TransactionRequest> requests = new ArrayList<>(sent.size());
    sent.forEach(each -> requests.add(each.put));
    ClientDoor.OpenBatch open = node.door().batch(client.name(), requests, asKnown, window);
    Set<Integer> answered = new HashSet<>();
    Set<TransactionId> transactions = new HashSet<>();
    while (open != null
        && answered.size() < reads
        && open.next() instanceof ClientReply.Item(int index, Outcome outcome)) {
      if (!asKnown && index != answered.size()) {
        run.found(RULE, "the answer to item " + index + " comes before that to an earlier one");
      }
      if (index >= sent.size() || !answered.add(index)) {
        run.found(RULE, "item " + index + " is answered twice, or there is none");
        break;
      }
      if (outcome != null && !transactions.add(outcome.transaction())) {
        run.found(RULE, "two items were answered with " + outcome.transaction());
      }
      take(sent.get(index), outcome, node);
      if (random.nextInt(3) == 0) {
        client.pause(random.nextLong(READING_NANOS));
      }
    }
    if (open != null) {
      open.leave();
    }
    for (Sent each : sent) {
      Item item = each.item;
      if (!answered.contains(item.index) && item.its != null && item.first == null) {
        boolean later = open != null && !open.hasBegun(item.index);
        item.its.untold(new ClientReply.Broken(later));
        item.isDone = false;
      }
    }
    boolean all = answered.size() == sent.size();
    run.reached().add(all ? CoveragePoint.BATCH_ANSWERED : CoveragePoint.BATCH_BROKEN_OFF);
  }

  private void take(Sent sent, @Nullable Outcome outcome, NodeUnderTest node) {
    Item item = sent.item;
    ClientRequest its = item.its;
    if (outcome == null || its == null) {
      if (outcome != null || sent.put != null) {
        run.found(RULE, "item " + item.index + " of " + key + " was answered with " + outcome);
      }
    } else if (item.first == null) {
      item.told(outcome, node);
    } else {
      String own = Idempotency.keyOfItem(Objects.requireNonNull(key), item.index);
      if (sent.changed) {
        run.reach(CoveragePoint.BATCH_ITEM_REUSE_REFUSED, repeats.reused(own, item.first, outcome));
      } else {
        run.reach(CoveragePoint.BATCH_REPEATED, repeats.again(own, item.first, outcome));
      }
    }
  }
}
