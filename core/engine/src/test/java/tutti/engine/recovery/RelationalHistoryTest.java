package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.recovery.Stalls.Stall.Item;
import tutti.engine.recovery.Stalls.Stall.Kind;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.relation.store.RowStore;

/**
 * Recovery of rows against a model: random transactions write rows of several actors, and accounts
 * beside them; checkpoints go on between any two steps, in pieces, since the rows are large; other
 * nodes' branches vote; and the power goes at any moment (invariants I1 to I6, I8, I11).
 */
class RelationalHistoryTest {
  private static final int ACTORS = 3;
  private static final int KEYS = 64;
  private static final String TEXT = "x".repeat(3000);

  private final TestBank bank = new TestBank();
  private final Application application = new RelationalApplication(Stalls.first(), bank);

  /** A row that was written, or deleted, at an actor. */
  private record Write(int actor, int key, @Nullable Item row) {}

  /** A transaction that is in the log. */
  private record Logged(TransactionId id, List<Write> writes, long deposited, long end) {}

  private final List<Logged> log = new ArrayList<>();

  /** The holder of a transaction's actors, and the rows that it has written there. */
  private record Open(Holder holder, List<Write> writes, long deposited) {}

  private int checkpoints;
  private int ended;
  private int found;

  @Test
  void everyRowIsWhatTheLogSaysAfterAnyCrash() throws Exception {
    for (int seed = 0; seed < 40; seed++) {
      try {
        history(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
    assertThat(checkpoints).as("checkpoints made").isGreaterThan(60);
    assertThat(ended).as("branches that ended").isGreaterThan(60);
    assertThat(found).as("branches found in doubt").isGreaterThan(20);
  }

  private void history(RandomGenerator random) throws Exception {
    log.clear();
    ForgetfulDisk disk = new ForgetfulDisk();
    List<Open> inDoubt = new ArrayList<>();
    for (int crash = 0; crash < 4; crash++) {
      RecoveredNode node = new RecoveredNode(application, disk, 20_000 + random.nextInt(60_000));
      check(node);
      inDoubt = again(node, inDoubt);
      inDoubt = live(node, random, inDoubt);
      checkpoints += (int) node.checkpointer.made();
      long durable = node.folder.journal().durable();
      disk = disk.crash(random);
      forgetWhatIsNotFound(disk.copy(), durable);
    }
    check(new RecoveredNode(application, disk, 1 << 20));
  }

  /**
   * The transactions in doubt, by their writes; a transaction that is not found any more never
   * voted.
   */
  private List<Open> again(RecoveredNode node, List<Open> before) {
    List<Open> again = new ArrayList<>();
    for (Branch branch : node.found) {
      Open was =
          before.stream()
              .filter(open -> open.holder.key.equals(branch.key))
              .findFirst()
              .orElseThrow();
      again.add(new Open(branch, was.writes, was.deposited));
      found++;
    }
    return again;
  }

  private List<Open> live(RecoveredNode node, RandomGenerator random, List<Open> found)
      throws Exception {
    List<Open> open = new ArrayList<>();
    List<Open> voted = new ArrayList<>(found);
    List<Open> everVoted = new ArrayList<>(found);
    List<Holder> applying = new ArrayList<>();
    for (int step = 0; step < 250; step++) {
      switch (random.nextInt(8)) {
        case 0, 1 -> begin(node, random, open);
        case 2 -> {
          if (!open.isEmpty()) {
            decide(open.remove(random.nextInt(open.size())), voted, everVoted, applying);
          }
        }
        case 3 -> {
          if (!voted.isEmpty() && random.nextInt(3) == 0) {
            end(voted.remove(random.nextInt(voted.size())), random.nextInt(3) > 0, applying);
          }
        }
        case 4, 5 -> {
          if (!applying.isEmpty()) {
            Holder holder = applying.get(random.nextInt(applying.size()));
            if (holder.step()) {
              applying.remove(holder);
            }
          }
        }
        default -> {
          node.scheduler.advance(random.nextInt(300_000));
          node.scheduler.runOne();
        }
      }
    }
    return everVoted;
  }

  private void begin(RecoveredNode node, RandomGenerator random, List<Open> open) {
    Holder holder =
        random.nextInt(4) > 0
            ? node.new Tx()
            : new Branch(
                node,
                new BranchKey(
                    new TransactionId(1, node.folder.incarnation(), random.nextInt(1 << 20)), 0),
                node.surroundings());
    List<Write> writes = new ArrayList<>();
    int first = random.nextInt(ACTORS);
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      int actor = (first + i) % ACTORS;
      if (!holder.work(stall(actor), rows -> write(rows, actor, random, writes))) {
        holder.letGo();
        return;
      }
    }
    boolean deposits = random.nextInt(3) == 0;
    if (deposits && !holder.act(bank.call("a" + node.folder.incarnation(), "open", 7L))) {
      deposits = false;
    }
    open.add(new Open(holder, writes, deposits ? node.folder.incarnation() : 0));
  }

  private static ActorId stall(int actor) {
    return new ActorId("Stall", "s" + actor);
  }

  private static void write(RowStore rows, int actor, RandomGenerator random, List<Write> writes) {
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int key = random.nextInt(KEYS);
      if (random.nextInt(3) == 0) {
        rows.delete(Stalls.ITEMS, key);
        writes.add(new Write(actor, key, null));
      } else {
        String text = TEXT.substring(random.nextInt(TEXT.length()));
        Item row = new Item(key, "i" + random.nextInt(), random.nextLong(), Kind.FISH, text);
        rows.put(Stalls.ITEMS, key, row);
        writes.add(new Write(actor, key, row));
      }
    }
  }

  private void decide(Open open, List<Open> voted, List<Open> everVoted, List<Holder> applying)
      throws Exception {
    if (open.holder instanceof Tx tx) {
      tx.decide();
      logged(open, tx.node);
      applying.add(tx);
    } else if (open.holder instanceof Branch branch) {
      branch.vote();
      while (!branch.step()) {}
      voted.add(open);
      everVoted.add(open);
    }
  }

  private void end(Open open, boolean commit, List<Holder> applying) throws Exception {
    Branch branch = (Branch) open.holder;
    if (commit) {
      branch.commit(1);
      logged(open, branch.node);
    } else {
      branch.abort();
    }
    ended++;
    applying.add(branch);
  }

  private void logged(Open open, RecoveredNode node) {
    log.add(
        new Logged(open.holder.key.id(), open.writes, open.deposited, node.folder.journal().end()));
  }

  /** A durable record is in the log; a record after the end that recovery finds is not. */
  private void forgetWhatIsNotFound(ForgetfulDisk disk, long durable) throws Exception {
    RecoveredNode node = new RecoveredNode(application, disk, 1 << 20);
    long end = node.folder.journal().end();
    Set<TransactionId> outcomes = new HashSet<>();
    node.folder
        .outcomes()
        .visit((giver, incarnation, upTo) -> {}, it -> outcomes.add(it.transaction()));
    List<Logged> lost = new ArrayList<>(log);
    lost.removeIf(
        logged ->
            logged.id.node() == RecoveredNode.SELF
                ? outcomes.contains(logged.id)
                : logged.end <= end);
    assertThat(lost).allSatisfy(logged -> assertThat(logged.end).isGreaterThan(durable));
    log.removeAll(lost);
  }

  private void check(RecoveredNode node) {
    List<TreeMap<Integer, Item>> expected = new ArrayList<>();
    for (int i = 0; i < ACTORS; i++) {
      expected.add(new TreeMap<>());
    }
    Set<Long> opened = new HashSet<>();
    for (Logged logged : log) {
      for (Write write : logged.writes) {
        if (write.row == null) {
          expected.get(write.actor).remove(write.key);
        } else {
          expected.get(write.actor).put(write.key, write.row);
        }
      }
      opened.add(logged.deposited);
    }
    for (int i = 0; i < ACTORS; i++) {
      Map<String, List<Record>> rows = node.rows("Stall", "s" + i);
      assertThat(rows.getOrDefault("items", List.of()))
          .as("the rows of s%s after %s", i, log.size())
          .isEqualTo(new ArrayList<Record>(expected.get(i).values()));
    }
    for (long incarnation = 1; incarnation < node.folder.incarnation(); incarnation++) {
      assertThat(node.balance("a" + incarnation)).isEqualTo(opened.contains(incarnation) ? 7 : -1);
    }
  }
}
