package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.engine.concurrency.optimistic.row.Shelf.assertTidy;
import static tutti.engine.concurrency.optimistic.row.Shelf.item;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Observation;
import tutti.model.relation.store.KeyRange;

/** The paper card's rules about numbers, positions and versions, other nodes, and recovery. */
class RowPositionsTest extends ShelfTransactions {
  // --- numbers, positions, versions ---

  @Test
  void whoReadsARowIsToldOnlyOnceItsWriterIsDurable() {
    have(item(1, "red", 10));
    Tx reader = begin();
    Tx writer = begin();
    writer.put(item(1, "red", 11));
    assertThat(writer.fastens()).isTrue();
    writer.commit(5_000);
    assertThat(reader.get(1)).isEqualTo(item(1, "red", 11));
    assertThat(reader.fastens()).isTrue();
    assertThat(reader.claim().observedLsn()).isEqualTo(5_000);
    reader.commit(0);
  }

  @Test
  void numbersOfTransactionsGrowWithTheLogAndBeyondWhatTheyReplace() {
    long first = Epochs.tid(0, 0);
    assertThat(first).isPositive();
    assertThat(Epochs.tid(0, first)).as("no log").isGreaterThan(first);
    assertThat(Epochs.tid(1 << 20, first)).isGreaterThan(Epochs.tid((1 << 20) - 1, first));
    assertThat(Epochs.tid(5, Epochs.tid(1L << 40, 0))).isGreaterThan(Epochs.tid(1L << 40, 0));
  }

  /** A checkpoint, and so recovery, must know of what is written before it may be counted. */
  @Test
  void whatCommitsBehindOneThatIsUndecidedIsSeenAtOnceAndCountedLater() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx first = begin();
    first.put(item(1, "red", 11));
    Tx second = begin();
    second.put(item(2, "red", 12));
    assertThat(first.fastens()).isTrue();
    assertThat(second.fastens()).isTrue();
    Claim early = second.claim();
    second.commit(700);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "red", 10), item(2, "red", 12));
    assertThat(cell.version()).isEqualTo(1);
    Tx reader = begin();
    assertThat(reader.get(2)).isEqualTo(item(2, "red", 12));
    assertThat(reader.fastens()).isTrue();
    assertThat(reader.claim().observedLsn()).as("though it is not counted").isEqualTo(700);
    reader.commit(0);
    List<Claim> unapplied = new ArrayList<>();
    long low = control.unapplied(cell, unapplied::add);
    assertThat(low).isEqualTo(first.claim().position());
    assertThat(early.low()).isEqualTo(low);
    assertThat(unapplied).containsExactly(early);
    first.abort();
    assertThat(cell.version()).isEqualTo(2);
    assertThat(versions).containsExactly(2L);
    assertThat(control.unapplied(cell, unapplied::add)).isEqualTo(cell.nextPosition());
    assertTidy(cell);
  }

  /**
   * The client of the second has been told, and the version that the second made is not known
   * before the first ends.
   */
  @Test
  void aReadWaitsForWhatHasCommittedBehindOneThatIsUndecided() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx first = begin();
    first.put(item(1, "red", 11));
    Tx second = begin();
    second.put(item(2, "red", 12));
    assertThat(first.fastens()).isTrue();
    assertThat(second.fastens()).isTrue();
    second.commit(700);
    Ask read = new Owner(97).read(control, cell);
    assertThat(read.delayed()).isTrue();
    first.abort();
    assertThat(read.seen().lsn()).isEqualTo(700);
    assertThat(read.seen().version()).isEqualTo(2);
    assertTidy(cell);
  }

  @Test
  void aReadWaitsForWhatHasCommittedAndIsNotWritten() {
    have(item(1, "red", 10));
    Tx writer = begin();
    writer.put(item(1, "red", 11));
    assertThat(writer.fastens()).isTrue();
    assertThat(new Owner(98).read(control, cell).delayed()).as("it is not decided").isFalse();
    writer.owner.status(Status.COMMITTED);
    Ask read = new Owner(99).read(control, cell);
    assertThat(read.delayed()).isTrue();
    writer.commit(900);
    assertThat(read.seen().lsn()).isEqualTo(900);
    assertTidy(cell);
  }

  @Test
  void aLookIsValidWhileTheActorIsAsUsedAsItWas() {
    Owner owner = new Owner(50);
    owner.observe(control, cell, new Observation.InStages(1));
    owner.observe(control, cell, Observation.NOTHING);
    assertThat(owner.validate(control)).isTrue();
    have(item(1, "red", 10));
    assertThat(owner.validate(control)).isFalse();
    owner.abort(control);
    assertThatThrownBy(
            () ->
                owner.ask(
                    control,
                    cell,
                    new Work.Act(
                        RelationalActorType.write(cell, new RowChanges("Shelf", List.of())))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // --- transactions of other nodes ---

  /** A branch that others have passed is asked for more. */
  @Test
  void whatWaitedForABranchThatGoesToTheEndIsCounted() {
    Tx branch = beginBranch();
    branch.put(item(1, "red", 10));
    assertThat(branch.fastens()).isTrue();
    Tx other = begin();
    other.put(item(2, "red", 20));
    commit(other);
    assertThat(branch.fastens()).isTrue();
    assertThat(cell.version()).as("nothing was written meanwhile").isZero();
    branch.put(item(3, "red", 30));
    assertThat(branch.fastens()).isTrue();
    assertThat(cell.version()).isEqualTo(1);
    commit(branch);
    assertThat(cell.version()).isEqualTo(2);
  }

  @Test
  void aBranchLocksAsItWritesAndOthersMeetAConflict() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx branch = beginBranch();
    branch.put(item(1, "blue", 11));
    assertThatThrownBy(() -> begin().get(1)).isInstanceOf(Conflicted.class);
    Tx other = beginBranch();
    assertThatThrownBy(() -> other.put(item(1, "blue", 12))).isInstanceOf(Conflicted.class);
    other.abort();
    branch.put(item(1, "green", 12));
    branch.insert(item(3, "red", 13));
    assertThat(branch.scan(0, KeyRange.ALL))
        .containsExactly(item(1, "green", 12), item(2, "red", 10), item(3, "red", 13));
    commit(branch);
    assertThat(Shelf.rows(cell))
        .containsExactly(item(1, "green", 12), item(2, "red", 10), item(3, "red", 13));
    assertTidy(cell);
  }

  @Test
  void aBranchThatChangedItsMindLeavesNothingBehindEitherWay() {
    have(item(1, "red", 10));
    for (boolean commits : new boolean[] {false, true}) {
      Tx branch = beginBranch();
      branch.put(item(1, "blue", 11));
      branch.put(item(1, "green", 12));
      branch.put(item(1, "blue", 13));
      branch.insert(item(2, "red", 1));
      branch.delete(2);
      branch.insert(item(3, "red", 1));
      branch.put(item(3, "white", 1));
      branch.delete(3);
      if (commits) {
        commit(branch);
      } else {
        branch.abort();
      }
      assertThat(Shelf.rows(cell))
          .containsExactly(commits ? item(1, "blue", 13) : item(1, "red", 10));
      assertTidy(cell);
    }
  }

  /** Positions are in the order of writes, although a branch has locked its first row long ago. */
  @Test
  void aBranchGetsItsPositionOnceItHoldsAllThatItWrites() {
    have(item(1, "red", 10), item(2, "red", 10));
    Tx branch = beginBranch();
    branch.put(item(1, "red", 11));
    assertThat(branch.fastens()).isTrue();
    Tx local = begin();
    local.put(item(2, "red", 12));
    assertThat(local.fastens()).isTrue();
    long position = local.claim().position();
    local.commit(800);
    branch.put(item(2, "red", 13));
    assertThat(branch.fastens()).isTrue();
    assertThat(branch.claim().position()).isGreaterThan(position);
    branch.commit(900);
    assertThat(Shelf.rows(cell)).containsExactly(item(1, "red", 11), item(2, "red", 13));
    assertTidy(cell);
  }

  /**
   * The coordinator may have released claims to later transactions, and the branch not know it yet.
   */
  @Test
  void aReadWaitsForABranchThatHasExecutedUntilItEnds() {
    for (boolean commits : new boolean[] {false, true}) {
      Tx branch = beginBranch();
      branch.put(item(1, "red", 11));
      assertThat(branch.owner.read(control, cell).delayed()).as("it still executes").isFalse();
      assertThat(branch.owner.lock(control)).isTrue();
      branch.owner.executes(false);
      Ask read = new Owner(90).read(control, cell);
      assertThat(read.delayed()).isTrue();
      // Asked to prepare it keeps its place, and whoever waits for it goes on waiting.
      assertThat(branch.fastens()).isTrue();
      branch.owner.status(Status.PREPARED);
      assertThat(read.delayed()).isTrue();
      if (commits) {
        branch.commit(700);
      } else {
        branch.abort();
      }
      assertThat(read.seen().version()).isEqualTo(commits ? 1 : 0);
      assertTidy(cell);
    }
  }

  @Test
  void whoMissesARowInAnIndexThatABranchIsAboutToWriteFindsOut() {
    have(item(1, "red", 10));
    Tx reader = begin();
    assertThat(reader.scan(Shelf.BY_COLOUR, KeyRange.of("blue"))).isEmpty();
    Tx branch = beginBranch();
    branch.put(item(1, "blue", 11));
    assertConflict(reader);
    branch.abort();
    assertTidy(cell);
  }

  // --- recovery ---

  @Test
  void whatWasPreparedBeforeACrashIsLockedAgainAndEndsEitherWay() {
    for (boolean commits : new boolean[] {true, false}) {
      have(item(1, "red", 10), item(2, "red", 10));
      Tx before = begin();
      before.put(item(1, "blue", 11));
      before.delete(2);
      before.insert(item(3, "red", 12));
      Work work = new Work.Act(before.claim().call());
      before.abort();
      Owner owner = new Owner(77).ofAnotherNode();
      owner.status(Status.PREPARED);
      long position = cell.nextPosition() + 3;
      Claim claim = control.reinstate(owner, cell, work, owner, position, position - 1);
      assertThat(control.unapplied(cell, c -> {})).isEqualTo(position);
      assertThatThrownBy(() -> begin().get(1)).isInstanceOf(Conflicted.class);
      assertThat(claim.low()).isEqualTo(position - 1);
      if (commits) {
        control.commit(claim, 5_000);
        assertThat(Shelf.rows(cell)).containsExactly(item(1, "blue", 11), item(3, "red", 12));
      } else {
        control.abort(claim);
        assertThat(Shelf.rows(cell))
            .containsExactly(item(1, "red", 10), item(2, "red", 10), item(3, "red", 12));
      }
      assertThat(cell.nextPosition()).isGreaterThan(position);
      assertTidy(cell);
    }
  }

  @Test
  void twoThatCannotHaveBeenPreparedTogetherAreNotReinstated() {
    Tx one = begin();
    one.put(item(1, "blue", 11));
    Work work = new Work.Act(one.claim().call());
    one.abort();
    Claim first = control.reinstate(new Owner(70), cell, work, new Owner(70), 0, 0);
    assertThatThrownBy(() -> control.reinstate(new Owner(71), cell, work, new Owner(71), 1, 0))
        .isInstanceOf(IllegalStateException.class);
    control.abort(first);
    assertTidy(cell);
  }
}
