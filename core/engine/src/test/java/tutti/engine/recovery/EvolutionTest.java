package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.recovery.RecoveredNode.Opening;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/** A data folder that another version of the application wrote (invariant I7). */
class EvolutionTest {
  private final TestBank bank = new TestBank();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private Outcome.Committed first;

  /**
   * The bank with another source, to which older data comes with ten times as much in every
   * account: converting twice, or after a later deposit, would show.
   */
  private record Changed(TestBank bank, List<String> obstacles) implements Application {
    private static final byte[] SOURCE = "changed bank".getBytes(StandardCharsets.UTF_8);

    @Override
    public List<ActorType> types() {
      return bank.types();
    }

    @Override
    public @Nullable ActorType type(String name) {
      return bank.type(name);
    }

    @Override
    public ValueCodec codec() {
      return bank.codec();
    }

    @Override
    public byte[] source() {
      return SOURCE.clone();
    }

    @Override
    public Application reload(byte[] source) {
      if (!Arrays.equals(source, bank.source())) {
        throw new MalformedData("neither the bank nor the changed bank");
      }
      return bank;
    }

    @Override
    public Evolution evolveFrom(Application older) {
      assertThat(older).isSameAs(bank);
      return new Evolution(
          obstacles, (actor, old) -> TestBank.state(old.stage(), TestBank.balance(old) * 10));
    }
  }

  private RecoveredNode node;
  private final Application changed = new Changed(bank, List.of());

  @BeforeEach
  void theBankWroteTheFolder() throws Exception {
    node = new RecoveredNode(bank, disk, 1 << 20);
    Tx tx = node.run(bank.call("a", "open", 5L), bank.call("b", "open", 7L));
    first = tx.outcome();
    node.run(bank.call("a", "deposit", 1L));
    node.pass(1_000_000);
  }

  @Test
  void isRefusedWithTheObstaclesAndGoesOnUnderTheOldOne() throws Exception {
    Application refusing =
        new Changed(bank, List.of("Account.balance became a String", "Transfer is gone"));

    assertThatThrownBy(() -> new RecoveredNode(refusing, disk, 1 << 20))
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            refused ->
                assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.OTHER_APPLICATION))
        .hasMessageContaining("Account.balance became a String")
        .hasMessageContaining("Transfer is gone");

    assertThat(new RecoveredNode(bank, disk.copy(), 1 << 20).balance("a")).isEqualTo(6);
  }

  @Test
  void goesOnInTheNewFormAndACrashRightAfterFindsEverythingConvertedOnce() throws Exception {
    RecoveredNode evolved = new RecoveredNode(changed, disk, 1 << 20);
    assertThat(evolved.balance("a")).isEqualTo(60);
    evolved.run(bank.call("a", "deposit", 10L));
    evolved.pass(1_000_000);

    for (int seed = 0; seed < 20; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      RecoveredNode after = new RecoveredNode(changed, disk.crash(random), 1 << 20);

      assertThat(after.balance("a")).isEqualTo(70);
      assertThat(after.balance("b")).isEqualTo(70);
      assertHasTheFirst(after);
    }
  }

  @Test
  void aCrashAtAnyPointOfTheChangeLosesNothingAndConvertsOnce() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    boolean cut = true;
    for (int changes = 0; cut; changes++) {
      ForgetfulDisk dying = disk.copy();
      dying.changesLeft = changes;
      try {
        new RecoveredNode(changed, dying, 1 << 20);
        cut = false;
      } catch (IOException powerGone) {
        assertThat(powerGone).hasMessageContaining("power");
      }
      for (int i = 0; i < 5; i++) {
        RecoveredNode after = new RecoveredNode(changed, dying.crash(random), 1 << 20);

        assertThat(after.balance("a")).as("after %d changes", changes).isEqualTo(60);
        assertThat(after.balance("b")).isEqualTo(70);
        assertHasTheFirst(after);
      }
    }
  }

  /** A branch that deposits 4 at a, in doubt, and a deposit of 8 behind it that is decided. */
  private BranchKey somethingInDoubt() throws Exception {
    BranchKey key = new BranchKey(new TransactionId(1, 1, 0), 0);
    Branch branch = new Branch(node, key, node.surroundings());
    assertThat(branch.act(bank.call("a", "deposit", 4L))).isTrue();
    branch.vote();
    while (!branch.step()) {}
    node.run(bank.call("a", "deposit", 8L));
    node.pass(1_000_000);
    return key;
  }

  private Opening changedAfter(ForgetfulDisk on, Consumer<DataFolder> decisions) {
    return changedAfter(on, (folder, scheduler) -> decisions.accept(folder));
  }

  private Opening changedAfter(
      ForgetfulDisk on, BiConsumer<DataFolder, ManualScheduler> decisions) {
    return new Opening(changed, on, 1 << 20, ConcurrencyControlKind.PATH_SENSITIVE, decisions);
  }

  @Test
  void whatIsInDoubtMustBeDecidedBeforeTheChange() throws Exception {
    BranchKey key = somethingInDoubt();

    assertThatThrownBy(
            () -> new RecoveredNode(changedAfter(disk.copy(), folder -> mustDecide(folder, true))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in doubt");

    RecoveredNode same = new RecoveredNode(bank, disk.copy(), 1 << 20);
    assertThat(same.balance("a")).isEqualTo(6);
    assertThat(same.found.getFirst().key).isEqualTo(key);
  }

  @Test
  void aChangeThatCannotBeIsRefusedWithoutAskingWhatIsInDoubt() throws Exception {
    somethingInDoubt();
    Application refusing = new Changed(bank, List.of("Transfer is gone"));
    DataFolder folder = new RecoveredNode(bank, disk.copy(), 1 << 20).folder;
    assertThat(folder.mustDecideFirst()).isFalse();

    assertThatThrownBy(() -> new RecoveredNode(refusing, disk.copy(), 1 << 20))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("Transfer is gone");
  }

  @Test
  void whatWasDecidedBeforeTheChangeIsDoneUnderTheOldApplicationAndConvertedOnce()
      throws Exception {
    BranchKey key = somethingInDoubt();
    for (boolean commit : new boolean[] {true, false}) {
      ForgetfulDisk copy = disk.copy();
      RecoveredNode evolved =
          new RecoveredNode(changedAfter(copy, folder -> decide(folder, key, commit)));
      long expected = commit ? 180 : 140;

      assertThat(evolved.balance("a")).isEqualTo(expected);
      assertThat(evolved.found).isEmpty();
      for (int seed = 0; seed < 20; seed++) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        RecoveredNode after = new RecoveredNode(changed, copy.crash(random), 1 << 20);
        assertThat(after.balance("a")).isEqualTo(expected);
        assertThat(after.folder.inDoubt()).isEmpty();
        assertThat(after.folder.relied()).isEqualTo(commit ? Map.of(1, 99L) : Map.of());
      }
    }
  }

  @Test
  void aDecisionThatIsNotDurableKeepsTheChangeBack() throws Exception {
    BranchKey key = somethingInDoubt();
    ForgetfulDisk copy = disk.copy();

    assertThatThrownBy(
            () ->
                new RecoveredNode(
                    changedAfter(
                        copy,
                        folder -> {
                          try {
                            Usual.decide(folder, key, true, 99);
                          } catch (IOException e) {
                            throw new UncheckedIOException(e);
                          }
                        })))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not durable");
  }

  /** While it asks how something ended, others acknowledge what it had decided itself. */
  @Test
  void aDecisionThatIsFinishedMeanwhileDoesNotKeepTheChangeBack() throws Exception {
    BranchKey key = somethingInDoubt();
    ForgetfulDisk copy = disk.copy();

    RecoveredNode evolved =
        new RecoveredNode(
            changedAfter(
                copy,
                (folder, scheduler) -> {
                  try {
                    Usual.decide(folder, key, true, 99);
                    scheduler.advance(1_000_000);
                    scheduler.runAll();
                    assertThat(folder.journal().durable()).isEqualTo(folder.journal().end());
                    BranchKey own = new BranchKey(first.transaction(), 0);
                    Encoder record = new RecordFormat(bank).finished(own, Usual.PROTOCOL, false);
                    folder.journal().append(record.array(), 0, record.size());
                    assertThat(folder.journal().durable()).isLessThan(folder.journal().end());
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));

    assertThat(evolved.balance("a")).isEqualTo(180);
    for (int seed = 0; seed < 20; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      assertThat(new RecoveredNode(changed, copy.crash(random), 1 << 20).balance("a"))
          .isEqualTo(180);
    }
  }

  private static void mustDecide(DataFolder folder, boolean expected) {
    try {
      assertThat(folder.mustDecideFirst()).isEqualTo(expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void decide(DataFolder folder, BranchKey key, boolean commit) {
    mustDecide(folder, true);
    try {
      long lsn = Usual.decide(folder, key, commit, 99);
      mustDecide(folder, false);
      folder.journal().close();
      assertThat(folder.journal().durable()).isGreaterThanOrEqualTo(lsn);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertHasTheFirst(RecoveredNode node) {
    java.util.ArrayList<Outcome.Committed> outcomes = new java.util.ArrayList<>();
    node.folder.outcomes().visit((giver, incarnation, upTo) -> {}, outcomes::add);
    assertThat(outcomes).contains(first);
    assertThat(node.folder.keys().size()).isGreaterThanOrEqualTo(2);
  }
}
