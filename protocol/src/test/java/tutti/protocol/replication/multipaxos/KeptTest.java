package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;

/** The memory of a replica that starts, of a host's log whose first part was let go. */
class KeptTest {
  private static final Ballot BALLOT = new Ballot(3, 1);

  private final Kept kept = new Kept();

  /** The end of the newest entry. */
  private long end;

  @BeforeEach
  void begin() {
    end = 1_000;
  }

  /** Adds the next entry; returns where it ends. */
  private long store() {
    LogEntry entry = new LogEntry(BALLOT, end, new Command(new byte[10]));
    kept.add(new Fact.Stored(entry));
    end = entry.end();
    return end;
  }

  private void summarize(long position) {
    LogMark mark = new LogMark(position, BALLOT);
    kept.add(new Fact.Summary(Identity.BLANK, BALLOT, mark, 2, position));
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
}
