package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.TermStart;

/** The memory of a replica that starts, of a host's log whose first part was let go. */
class DurableStateTest {
  private static final Ballot BALLOT = new Ballot(3, 1);

  private final DurableState kept = new DurableState();

  /** The end of the newest entry. */
  private long end;

  @BeforeEach
  void begin() {
    end = 1_000;
  }

  /** Adds the next entry; returns where it ends. */
  private long store() {
    LogEntry entry = new LogEntry(BALLOT, end, new Command(new byte[10]));
    kept.add(new Record.Stored(entry));
    end = entry.end();
    return end;
  }

  private void summarize(long position) {
    LogMark mark = new LogMark(position, BALLOT);
    kept.add(new Record.Summary(GroupIdentity.BLANK, BALLOT, mark, 2, position, 0));
  }

  @Test
  void hasTheEntriesBehindTheNewestSummaryThoughAnOlderOneStandsBetween() {
    store();
    long second = store();
    summarize(500);
    store();
    summarize(second);
    long last = store();

    assertThat(kept.log().start()).isEqualTo(new LogMark(second, BALLOT));
    assertThat(kept.log().end()).isEqualTo(new LogMark(last, BALLOT));
    assertThat(kept.log().between(second, last)).hasSize(2);
  }

  @Test
  void isUndecidedWhileACommandMayNotBeChosen() {
    long first = store();
    assertThat(kept.isUndecided()).isTrue();
    kept.add(new Record.ChosenTo(first));
    assertThat(kept.isUndecided()).isFalse();
    LogEntry term = new LogEntry(BALLOT, end, new TermStart(7, 1));
    kept.add(new Record.Stored(term));
    end = term.end();
    assertThat(kept.isUndecided()).as("the begin of a term is no command").isFalse();
    store();
    assertThat(kept.isUndecided()).isTrue();
  }

  @Test
  void letsTheLogGoBehindAPlaceThatIsChosen() {
    long first = store();
    kept.add(new Record.Stored(new LogEntry(BALLOT, end, new TermStart(7, 1))));
    end = kept.endMark().position();
    long second = store();
    kept.add(new Record.ChosenTo(second));
    assertThat(kept.placeAt(first + 1)).as("no entry ends there").isEmpty();
    kept.letGo(kept.placeAt(second).orElseThrow());
    assertThat(kept.log().start()).isEqualTo(new LogMark(second, BALLOT));
    assertThat(kept.log().terms()).isEqualTo(7);
    assertThat(kept.chosenBehind(0)).isEmpty();
    assertThat(kept.isUndecided()).isFalse();
  }

  /** The record that says what is chosen is not forced, and a crash loses it. */
  @Test
  void letsTheLogGoBehindACheckpointThoughNothingSaysThatItIsChosen() {
    long first = store();
    long second = store();
    kept.add(new Record.ChosenTo(first));
    kept.letGo(kept.placeAt(second).orElseThrow());
    assertThat(kept.log().start()).isEqualTo(new LogMark(second, BALLOT));
    assertThat(kept.chosen()).isEqualTo(second);
  }

  @Test
  void hasEntriesThatReplaceThoseOfALogWhoseBeginWasLetGo() {
    store();
    store();
    end = 900;
    long first = store();
    store();
    summarize(first);

    assertThat(kept.log().start()).isEqualTo(new LogMark(first, BALLOT));
    assertThat(kept.log().between(first, end)).hasSize(1);
  }

  @Test
  void beginsAtTheSummaryWhereAnEntryReplacesTheFirstOneBehindIt() {
    // The entry that ended here was let go: that one is replaced, and this one with it.
    store();
    summarize(900);
    LogEntry other = new LogEntry(BALLOT.next(2), 900, new Command(new byte[20]));
    kept.add(new Record.Stored(other));

    assertThat(kept.log().start()).isEqualTo(new LogMark(900, BALLOT));
    assertThat(kept.log().terms()).isEqualTo(2);
    assertThat(kept.log().end()).isEqualTo(other.mark());
    assertThat(kept.chosen()).isEqualTo(900);
  }

  /** The entries behind a checkpoint that is lost are of no use. */
  @Test
  void forgetsALogWhoseBeginWasLetGoAndWhoseSummaryIsNotThere() {
    store();
    kept.add(new Record.ChosenTo(store()));
    kept.lost();

    assertThat(kept.log().start()).isEqualTo(LogMark.START);
    assertThat(kept.log().end()).isEqualTo(LogMark.START);
    assertThat(kept.chosen()).isZero();
    assertThat(kept.votes()).isFalse();
    end = 0;
    long first = store();
    assertThat(kept.chosenBehind(0)).as("what is not known to be chosen").isEmpty();
    assertThat(kept.log().between(0, first)).hasSize(1);
  }

  @Test
  void hasEntriesOnceThatWereWrittenAnewAndAllOfThemIfOnlySomeWere() {
    store();
    long second = store();
    long third = store();
    Log before = kept.log();
    for (LogEntry each : before.between(1_000, second)) {
      kept.add(new Record.Stored(each));
    }
    assertThat(kept.log().end()).isEqualTo(new LogMark(third, BALLOT));
    assertThat(kept.log().between(1_000, third)).isEqualTo(before.between(1_000, third));
  }
}
