package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import tutti.engine.recovery.RecoveredNode.Opening;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.recovery.Stalls.Shop.Ware;
import tutti.engine.recovery.Stalls.Stall.Item;
import tutti.engine.recovery.Stalls.Stall.Kind;
import tutti.engine.recovery.Stalls.Stall.Note;
import tutti.engine.relational.FormerResult;
import tutti.engine.relational.LockedRows;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;

/** Rows that another version of the application wrote (invariant I7). */
class RelationalEvolutionTest {
  private static final ActorId STALL = new ActorId("Stall", "s");
  private static final Item APPLE = new Item(1, "apple", 30, Kind.FRUIT, "left");
  private static final Item TROUT = new Item(2, "trout", 900, Kind.FISH, "right");
  private static final Item PEAR = new Item(3, "pear", 40, Kind.FRUIT, "left");

  private final TestBank bank = new TestBank();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private RecoveredNode node;
  private final List<Outcome.Committed> committed = new ArrayList<>();

  private Application with(JavaApplication java) {
    return new RelationalApplication(java, bank);
  }

  @BeforeEach
  void theFirstVersionWroteTheFolder() throws Exception {
    node = new RecoveredNode(with(Stalls.first()), disk, 1 << 20);
    write(
        rows -> {
          rows.insert(Stalls.ITEMS, 1, APPLE);
          rows.insert(Stalls.ITEMS, 2, TROUT);
          rows.insert(Stalls.ITEMS, 9, new Item(9, "eel", 1, Kind.FISH, "right"));
          rows.insert(Stalls.NOTES, "clean", new Note("clean"));
        },
        new ProcedureResult("Stall", "Count", 3L));
    write(rows -> rows.delete(Stalls.ITEMS, 9), new ProcedureResult("Stall", "Total", 930L));
    write(
        rows -> rows.insert(Stalls.ITEMS, 3, PEAR), new ProcedureResult("Stall", "Names", "apple"));
    node.run(bank.call("a", "open", 5L));
    node.pass(1_000_000);
  }

  private void write(Consumer<RowStore> work, ProcedureResult result) throws Exception {
    Tx tx = node.new Tx();
    assertThat(tx.work(STALL, work)).isTrue();
    tx.results = List.of(result);
    tx.commit();
    committed.add(tx.outcome());
  }

  private static List<Record> wares(long... added) {
    List<Record> wares = new ArrayList<>();
    wares.add(new Ware(5, BigDecimal.valueOf(30), 1, Optional.of("apple")));
    wares.add(new Ware(5, BigDecimal.valueOf(900), 2, Optional.of("trout")));
    wares.add(new Ware(5, BigDecimal.valueOf(40), 3, Optional.of("pear")));
    for (long number : added) {
      wares.add(new Ware(5, BigDecimal.valueOf(7), number, Optional.of("new")));
    }
    return wares;
  }

  private static void assertEvolved(RecoveredNode evolved, long... added) {
    assertThat(evolved.rows("Shop", "s"))
        .isEqualTo(
            Map.of(
                "days", List.of(),
                "notes", List.of(new Stalls.Shop.Note("clean")),
                "wares", wares(added)));
    ActorId id = new ActorId("Shop", "s");
    Cell cell = evolved.directory.containerOf(id).actors().find(id);
    assertThat(cell).isNotNull();
    List<Object> byCost = new ArrayList<>();
    new LockedRows(id, ActorRows.of(cell.state()), true)
        .scan(Stalls.WARES, 1, KeyRange.ALL, true, row -> byCost.add(((Ware) row).number()));
    assertThat(byCost).startsWith(2L, 3L, 1L);
    assertThat(evolved.balance("a")).isEqualTo(5);
  }

  @Test
  void readsRowsOfTheLogAndOfACheckpointAsRowsOfToday() throws Exception {
    RecoveredNode evolved = new RecoveredNode(with(Stalls.second()), disk, 1 << 20);
    assertEvolved(evolved);
    assertThat(evolved.rows("Stall", "s")).isEmpty();

    for (int seed = 0; seed < 20; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      assertEvolved(new RecoveredNode(with(Stalls.second()), disk.crash(random), 1 << 20));
    }
  }

  @Test
  void aCrashAtAnyPointOfTheChangeLosesNothing() throws Exception {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    boolean cut = true;
    for (int changes = 0; cut; changes++) {
      ForgetfulDisk dying = disk.copy();
      dying.changesLeft = changes;
      try {
        new RecoveredNode(with(Stalls.second()), dying, 1 << 20);
        cut = false;
      } catch (IOException powerGone) {
        assertThat(powerGone).hasMessageContaining("power");
      }
      assertEvolved(new RecoveredNode(with(Stalls.second()), dying.crash(random), 1 << 20));
    }
  }

  @Test
  void answersWhatCanBeAnsweredAndSaysWhatCannot() throws Exception {
    new RecoveredNode(with(Stalls.second()), disk, 1 << 20);
    RecoveredNode later = new RecoveredNode(with(Stalls.second()), disk, 1 << 20);

    List<Object> results = results(later);

    assertThat(results.get(0))
        .isEqualTo(new ProcedureResult("Shop", "Count", BigDecimal.valueOf(3)));
    assertThat(results.get(1))
        .isInstanceOfSatisfying(
            ProcedureResult.class,
            result -> {
              assertThat(result.type()).isEqualTo("Shop");
              assertThat(result.value())
                  .isInstanceOf(FormerResult.class)
                  .hasToString(
                      "a result of type long, from an older version of the application; this"
                          + " version cannot read it");
            });
    assertThat(((ProcedureResult) results.get(2)).value())
        .hasToString(
            "a result of type string, from an older version of the application; this version cannot"
                + " read it");
    assertThat(later.folder.keys().size()).isEqualTo(4);
    assertThat(results(new RecoveredNode(with(Stalls.second()), disk, 1 << 20))).isEqualTo(results);
  }

  private List<Object> results(RecoveredNode of) {
    List<Object> results = new ArrayList<>();
    List<Outcome.Committed> found = new ArrayList<>();
    of.folder.outcomes().visit((giver, incarnation, upTo) -> {}, found::add);
    for (Outcome.Committed wanted : committed) {
      found.stream()
          .filter(it -> it.transaction().equals(wanted.transaction()))
          .forEach(it -> results.addAll(it.results()));
    }
    assertThat(results).hasSameSizeAs(committed);
    return results;
  }

  @Test
  void isRefusedWithAllObstaclesBeforeAnythingIsRead() throws Exception {
    refused(
        with(Stalls.poor()),
        "Stall.items: its primary key was (id) and is now (name)",
        "Stall.items.price was of type long and is now of type int",
        "Stall: relation notes is gone");
    refused(with(Stalls.other()), "actor type Stall is gone", "@Formerly(\"Stall\")");
    refused(
        new RelationalApplication(Stalls.first(), null),
        "the specifications are gone, but instances of them may exist");
    refused(bank, "the actors in Java (Stall) are gone, but some may exist");
    refused(with(Stalls.first()), (String) null);
  }

  private void refused(Application application, @Nullable String... parts) throws Exception {
    ForgetfulDisk before = disk.copy();
    try {
      new RecoveredNode(application, before, 1 << 20);
      assertThat(parts).as("nothing stands in the way of").containsOnlyNulls();
    } catch (DataFolderRefused refused) {
      assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.OTHER_APPLICATION);
      assertThat(refused).hasMessageContaining("Nothing was changed");
      for (String part : parts) {
        assertThat(refused).hasMessageContaining(part);
      }
    }
    assertThat(new RecoveredNode(with(Stalls.first()), before, 1 << 20).rows("Stall", "s"))
        .containsEntry("items", List.of(APPLE, TROUT, PEAR));
  }

  @Test
  void aSpecificationThatBecomesAnActorInJavaIsRefused() throws Exception {
    ForgetfulDisk only = new ForgetfulDisk();
    RecoveredNode first = new RecoveredNode(bank, only, 1 << 20);
    first.run(bank.call("a", "open", 5L));
    first.pass(1_000_000);

    assertThatThrownBy(
            () ->
                new RecoveredNode(
                    new RelationalApplication(Stalls.accounts(), null), only, 1 << 20))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("the specifications are gone");
  }

  @Test
  void aNewUniqueIndexIsBuiltOrRefusedWithTheRowsThatBreakIt() throws Exception {
    RecoveredNode strict = new RecoveredNode(with(Stalls.strict()), disk.copy(), 1 << 20);
    Cell cell = strict.directory.containerOf(STALL).actors().find(STALL);
    assertThat(cell).isNotNull();
    assertThat(
            new LockedRows(STALL, ActorRows.of(cell.state()), true)
                .find(Stalls.ITEMS, Stalls.BY_NAME, "pear"))
        .isEqualTo(PEAR);

    Item twin = new Item(7, "pear", 1, Kind.FRUIT, "right");
    write(rows -> rows.insert(Stalls.ITEMS, 7, twin), new ProcedureResult("Stall", "Count", 4L));
    node.pass(1_000_000);

    ForgetfulDisk copy = disk.copy();
    assertThatThrownBy(() -> new RecoveredNode(with(Stalls.strict()), copy, 1 << 20))
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            refused ->
                assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.OTHER_APPLICATION))
        .hasMessageContaining(
            "Stall[s]: unique index (name) of items is broken by the rows of primary keys 3 and 7,"
                + " which both have pear");
    assertThat(new RecoveredNode(with(Stalls.first()), copy, 1 << 20).rows("Stall", "s"))
        .containsEntry("items", List.of(APPLE, TROUT, PEAR, twin));
  }

  @Test
  void specificationsGetActorsInJavaBesideThemAndTheReverse() throws Exception {
    ForgetfulDisk rebel = new ForgetfulDisk();
    RecoveredNode first = new RecoveredNode(bank, rebel, 1 << 20);
    first.run(bank.call("a", "open", 5L));
    first.pass(1_000_000);
    RecoveredNode both = new RecoveredNode(with(Stalls.first()), rebel, 1 << 20);
    assertThat(both.balance("a")).isEqualTo(5);
    node = both;
    write(rows -> rows.insert(Stalls.ITEMS, 1, APPLE), new ProcedureResult("Stall", "Count", 1L));
    both.run(bank.call("a", "deposit", 1L));
    both.pass(1_000_000);
    RecoveredNode again = new RecoveredNode(with(Stalls.first()), rebel, 1 << 20);
    assertThat(again.balance("a")).isEqualTo(6);
    assertThat(again.rows("Stall", "s")).containsEntry("items", List.of(APPLE));

    ForgetfulDisk java = new ForgetfulDisk();
    node = new RecoveredNode(new RelationalApplication(Stalls.first(), null), java, 1 << 20);
    write(rows -> rows.insert(Stalls.ITEMS, 1, APPLE), new ProcedureResult("Stall", "Count", 1L));
    node.pass(1_000_000);
    RecoveredNode later = new RecoveredNode(with(Stalls.first()), java, 1 << 20);
    assertThat(later.rows("Stall", "s")).containsEntry("items", List.of(APPLE));
    later.run(bank.call("a", "open", 5L));
    later.pass(1_000_000);
    assertThat(new RecoveredNode(with(Stalls.first()), java, 1 << 20).balance("a")).isEqualTo(5);
  }

  /** A constructor that changes keys, whether a checkpoint or the log has the rows. */
  @Test
  void rowsThatWouldBecomeOneStopTheStart() throws Exception {
    for (boolean checkpointed : new boolean[] {false, true}) {
      ForgetfulDisk two = disk.copy();
      node = new RecoveredNode(with(Stalls.first()), two, 1 << 20);
      if (checkpointed) {
        // Another version goes on with the folder, and writes a checkpoint by that.
        write(
            rows -> rows.insert(Stalls.NOTES, "Clean", new Note("Clean")),
            new ProcedureResult("Stall", "Count", 1L));
        node.pass(1_000_000);
        new RecoveredNode(with(Stalls.strict()), two, 1 << 20);
      } else {
        write(
            rows -> rows.insert(Stalls.NOTES, "Clean", new Note("Clean")),
            new ProcedureResult("Stall", "Count", 1L));
        node.pass(1_000_000);
      }
      ForgetfulDisk before = two.copy();
      assertThatThrownBy(() -> new RecoveredNode(with(Stalls.small()), two, 1 << 20))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("Stall[s]")
          .hasMessageContaining("Note[text=clean]")
          .hasMessageContaining("Clean")
          .hasMessageContaining("Nothing was changed");
      assertThat(new RecoveredNode(with(Stalls.first()), before, 1 << 20).rows("Stall", "s"))
          .containsEntry("notes", List.of(new Note("Clean"), new Note("clean")));
    }
    // One that was deleted in the meantime is none.
    node = new RecoveredNode(with(Stalls.first()), disk, 1 << 20);
    write(
        rows -> rows.insert(Stalls.NOTES, "Clean", new Note("Clean")),
        new ProcedureResult("Stall", "Count", 1L));
    write(rows -> rows.delete(Stalls.NOTES, "clean"), new ProcedureResult("Stall", "Count", 1L));
    node.pass(1_000_000);
    assertThat(new RecoveredNode(with(Stalls.small()), disk, 1 << 20).rows("Stall", "s"))
        .isEqualTo(Map.of("notes", List.of(new Stalls.Small.Note("clean"))));
  }

  /** U17: the actor, the relation, the row and what the constructor threw. */
  @Test
  void aRowThatItsConstructorRefusesIsNamed() throws Exception {
    write(
        rows -> rows.insert(Stalls.NOTES, " ", new Note(" ")),
        new ProcedureResult("Stall", "Count", 1L));
    node.pass(1_000_000);
    assertThatThrownBy(() -> new RecoveredNode(with(Stalls.small()), disk, 1 << 20))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("record at position")
        .hasMessageContaining("Stall[s]: Stall.notes: the row (text  )")
        .hasMessageContaining("the constructor of Note threw")
        .hasMessageContaining("a note is blank");
  }

  /** Descriptions that throw take nothing from what names the row. */
  @Test
  void aRowThatCannotBeDescribedIsNamed() {
    assertThatThrownBy(() -> new RecoveredNode(with(Stalls.mute()), disk, 1 << 20))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("record at position")
        .hasMessageContaining(
            "Stall[s]: Stall.items: the row (id 1, name apple, price 30, kind FRUIT")
        .hasMessageContaining(
            "the constructor of Item threw Stalls$Mute$Refusal, which cannot be described");
  }

  @Test
  void whatIsInDoubtIsDecidedUnderTheOldSchemaAndReadUnderTheNew() throws Exception {
    BranchKey key = new BranchKey(new TransactionId(1, 1, 0), 0);
    Branch branch = new Branch(node, key, node.surroundings());
    Item more = new Item(8, "new", 7, Kind.FRUIT, "left");
    assertThat(branch.work(STALL, rows -> rows.insert(Stalls.ITEMS, 8, more))).isTrue();
    branch.vote();
    while (!branch.step()) {}
    node.pass(1_000_000);
    Application second = with(Stalls.second());

    assertThatThrownBy(() -> new RecoveredNode(second, disk.copy(), 1 << 20))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in doubt");

    for (boolean commit : new boolean[] {true, false}) {
      long[] expected = commit ? new long[] {8} : new long[0];
      ForgetfulDisk copy = disk.copy();
      assertEvolved(
          new RecoveredNode(
              new Opening(
                  second,
                  copy,
                  1 << 20,
                  ConcurrencyControlKind.PATH_SENSITIVE,
                  (folder, scheduler) -> decide(folder, key, commit))),
          expected);
      for (int seed = 0; seed < 10; seed++) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        assertEvolved(new RecoveredNode(second, copy.crash(random), 1 << 20), expected);
      }
    }
  }

  /** The decision stands in a log that is still the older schema's when the power goes. */
  @Test
  void aDecisionThatSurvivesTheChangeThatDoesNotIsReadAsItWasWritten() throws Exception {
    BranchKey key = new BranchKey(new TransactionId(1, 1, 0), 0);
    Branch branch = new Branch(node, key, node.surroundings());
    Item more = new Item(8, "new", 7, Kind.FRUIT, "left");
    assertThat(branch.work(STALL, rows -> rows.insert(Stalls.ITEMS, 8, more))).isTrue();
    branch.vote();
    while (!branch.step()) {}
    node.pass(1_000_000);
    ForgetfulDisk copy = disk.copy();

    assertThatThrownBy(
            () ->
                new RecoveredNode(
                    new Opening(
                        with(Stalls.second()),
                        copy,
                        1 << 20,
                        ConcurrencyControlKind.PATH_SENSITIVE,
                        (folder, scheduler) -> {
                          decide(folder, key, true);
                          copy.changesLeft = 0;
                        })))
        .hasMessageContaining("power");
    copy.changesLeft = Integer.MAX_VALUE;

    assertThat(
            new RecoveredNode(with(Stalls.first()), copy.copy(), 1 << 20)
                .rows("Stall", "s")
                .get("items"))
        .isEqualTo(List.of(APPLE, TROUT, PEAR, more));
    assertEvolved(new RecoveredNode(with(Stalls.second()), copy, 1 << 20), 8);
  }

  private static void decide(DataFolder folder, BranchKey key, boolean commit) {
    try {
      assertThat(folder.mustDecideFirst()).isTrue();
      Usual.decide(folder, key, commit, 99);
      assertThat(folder.mustDecideFirst()).isFalse();
      folder.journal().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
