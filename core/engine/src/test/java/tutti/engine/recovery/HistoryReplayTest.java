package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;

/**
 * Recovery against a model: random transactions on a few actors are accepted together and decided
 * in any order, checkpoints run between any two steps, and the power goes at any moment. What is
 * found must be the log's beginning, with all that was durable, and every actor must stand where
 * its found actions lead in the order of their arrival (invariants I1 to I6).
 */
class HistoryReplayTest {
  private static final int ACTORS = 3;
  private final TestBank bank = new TestBank();

  /** All that is in the log, in its order, over all crashes. */
  private final List<Tx> log = new ArrayList<>();

  private int checkpoints;
  private int outOfOrder;

  @Test
  void everyActorStandsWhereTheLogLeadsAfterAnyCrash() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      try {
        history(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
    assertThat(checkpoints).as("checkpoints made").isGreaterThan(60);
    assertThat(outOfOrder).as("decisions before older arrivals").isGreaterThan(60);
  }

  private void history(RandomGenerator random) throws Exception {
    log.clear();
    ForgetfulDisk disk = new ForgetfulDisk();
    for (int crash = 0; crash < 4; crash++) {
      RecoveredNode node = new RecoveredNode(bank, disk, 300 + random.nextInt(1500));
      checkFound(node);
      live(node, random);
      long durable = node.folder.journal().durable();
      checkpoints += (int) node.checkpointer.made();
      disk = disk.crash(random);
      forgetWhatIsNotFound(disk.copy(), node.folder.incarnation(), durable);
    }
    checkFound(new RecoveredNode(bank, disk, 1 << 20));
  }

  private void live(RecoveredNode node, RandomGenerator random) throws Exception {
    List<Tx> open = new ArrayList<>();
    List<Tx> applying = new ArrayList<>();
    for (int step = 0; step < 150; step++) {
      switch (random.nextInt(6)) {
        case 0, 1 -> begin(node, random, open);
        case 2 -> {
          if (!open.isEmpty()) {
            open.remove(random.nextInt(open.size())).letGo();
          }
        }
        case 3 -> {
          if (!open.isEmpty()) {
            Tx tx = open.remove(random.nextInt(open.size()));
            outOfOrder +=
                tx.claims.stream().anyMatch(claim -> claim.low() < claim.position()) ? 1 : 0;
            tx.decide();
            log.add(tx);
            applying.add(tx);
          }
        }
        case 4 -> {
          if (!applying.isEmpty()) {
            Tx tx = applying.get(random.nextInt(applying.size()));
            if (tx.step()) {
              applying.remove(tx);
            }
          }
        }
        default -> {
          node.scheduler.advance(random.nextInt(300_000));
          node.scheduler.runOne();
        }
      }
    }
  }

  private void begin(RecoveredNode node, RandomGenerator random, List<Tx> open) {
    Tx tx = node.new Tx();
    int first = random.nextInt(ACTORS);
    int calls = 1 + random.nextInt(2);
    for (int i = 0; i < calls; i++) {
      if (!tx.act(call("a" + (first + i) % ACTORS, random))) {
        tx.letGo();
        return;
      }
    }
    open.add(tx);
  }

  private Call call(String account, RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> bank.call(account, "open", 100L);
      case 1 -> bank.call(account, "interest", 2L);
      case 2 -> bank.call(account, "withdraw", 1L + random.nextInt(40));
      case 3 -> bank.call(account, "match", "seen");
      default -> bank.call(account, "deposit", 1L + random.nextInt(40));
    };
  }

  /** The records that recovery finds decide what the log was; they must be a beginning of it. */
  private void forgetWhatIsNotFound(ForgetfulDisk disk, long incarnation, long durable)
      throws Exception {
    Set<TransactionId> found = found(new RecoveredNode(bank, disk, 1 << 20));
    int end = 0;
    while (end < log.size() && found.contains(log.get(end).id)) {
      end++;
    }
    List<Tx> lost = log.subList(end, log.size());
    for (Tx tx : lost) {
      assertThat(found).as("what comes after something lost").doesNotContain(tx.id);
      assertThat(tx.id.incarnation()).isEqualTo(incarnation);
      assertThat(tx.lsn).as("the end of a lost record").isGreaterThan(durable);
    }
    lost.clear();
  }

  private static Set<TransactionId> found(RecoveredNode node) {
    Set<TransactionId> found = new HashSet<>();
    node.folder
        .outcomes()
        .visit(
            (giver, incarnation, upTo) -> {
              throw new AssertionError("nothing can have expired");
            },
            outcome -> found.add(outcome.transaction()));
    return found;
  }

  private void checkFound(RecoveredNode node) {
    assertThat(found(node)).isEqualTo(new HashSet<>(log.stream().map(tx -> tx.id).toList()));
    assertThat(node.folder.keys().size()).isEqualTo(log.size());
    for (int i = 0; i < ACTORS; i++) {
      ActorId id = new ActorId("Account", "a" + i);
      List<Claim> effects =
          log.stream()
              .flatMap(tx -> tx.claims.stream())
              .filter(claim -> claim.cell().id().equals(id))
              .sorted(Comparator.comparingLong(Claim::position))
              .toList();
      Cell cell = node.directory.containerOf(id).actors().find(id);
      if (effects.isEmpty()) {
        assertThat(cell).isNull();
        continue;
      }
      ActorState expected = bank.types().getFirst().blank("a" + i);
      for (Claim claim : effects) {
        Call call = claim.call();
        expected = call.action().apply(expected, call.arguments(), claim.around());
      }
      assertThat(cell.state()).as("%s after %s", id, effects.size()).isEqualTo(expected);
      assertThat(cell.version()).isEqualTo(effects.size());
      assertThat(cell.nextPosition()).isGreaterThan(effects.getLast().position());
    }
  }
}
