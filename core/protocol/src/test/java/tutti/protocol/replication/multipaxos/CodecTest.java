package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.TermStart;

class CodecTest {
  private static final Ballot BALLOT = new Ballot(300, 2);
  private static final LogMark MARK = new LogMark(1L << 40, BALLOT);
  private static final CrashVector DISKS = CrashVector.FIRST.with(2, 3).with(0, 1);
  private static final List<LogEntry> ENTRIES =
      List.of(
          new LogEntry(BALLOT, 100, new TermStart(4, 2)),
          new LogEntry(BALLOT, 116, new Command(new byte[] {1, 2, 3})));

  private static final List<Message> MESSAGES =
      List.of(
          new Message.Form(),
          new Message.Forms(-5),
          new Message.Formed(List.of(1L, -2L, 3L)),
          new Message.Rejoin(7, 0),
          new Message.Rejoined(7, 2, BALLOT, MARK, DISKS),
          new Message.PreVote(BALLOT, 99),
          new Message.PreVoteGranted(BALLOT),
          new Message.Prepare(BALLOT, 12, Ballot.NONE),
          new Message.Promise(BALLOT, LogMark.START, ENTRIES, MARK, 50, DISKS),
          new Message.Refused(BALLOT),
          new Message.Accept(BALLOT, MARK, ENTRIES, 80, 3),
          new Message.Accepted(BALLOT, 90, 4, true, CrashVector.FIRST),
          new Message.Behind(BALLOT, 5),
          new Message.TransferLeadership(BALLOT));

  private static final List<Record> FACTS =
      List.of(
          new Record.Forming(1, -1),
          new Record.Formed(1, List.of(1L, 2L, 3L)),
          new Record.Rejoining(1, List.of(1L, 2L, 3L)),
          new Record.Joined(),
          new Record.NewDisk(2, 1),
          new Record.Promised(BALLOT),
          new Record.Stored(ENTRIES.getLast()),
          new Record.ChosenTo(77),
          new Record.Installed(MARK, 3),
          new Record.Grants(1L << 30),
          new Record.Summary(
              GroupIdentity.BLANK.formed(9, List.of(4L)).with(DISKS), BALLOT, MARK, 3, 1L << 41, 0),
          new Record.Summary(GroupIdentity.BLANK, BALLOT, MARK, 3, 1, 1L << 30),
          new Record.Forgotten(GroupIdentity.BLANK.rejoining(9, List.of(4L)), BALLOT, 1L << 30));

  @Test
  void readsEveryMessageThatItWrites() {
    for (Message message : MESSAGES) {
      Encoder out = new Encoder();
      message.encode(out);
      Decoder in = new Decoder(out.toByteArray());
      assertThat(Message.decode(in)).isEqualTo(message);
      assertThat(in.remaining()).isZero();
    }
    assertThat(kinds(MESSAGES)).hasSameSizeAs(Message.class.getPermittedSubclasses());
  }

  @Test
  void readsEveryRecordThatItWrites() {
    for (Record fact : FACTS) {
      Encoder out = new Encoder();
      fact.encode(out);
      Decoder in = new Decoder(out.toByteArray());
      assertThat(Record.decode(in)).isEqualTo(fact);
      assertThat(in.remaining()).isZero();
    }
    assertThat(kinds(FACTS)).hasSameSizeAs(Record.class.getPermittedSubclasses());
  }

  /** A folder that was never used with leases can be read by the versions before them. */
  @Test
  void aSummaryWithoutLeasesIsWhatEarlierVersionsWrite() {
    Encoder out = new Encoder();
    new Record.Summary(GroupIdentity.BLANK, BALLOT, MARK, 3, 1, 0).encode(out);
    assertThat(out.toByteArray()[0]).isEqualTo((byte) 9);
  }

  private static Set<Class<?>> kinds(List<?> of) {
    Set<Class<?>> kinds = new HashSet<>();
    of.forEach(each -> kinds.add(each.getClass()));
    return kinds;
  }

  @Test
  void refusesWhatIsCutShortOrUnknown() {
    for (Message message : MESSAGES) {
      Encoder out = new Encoder();
      message.encode(out);
      for (int length = 0; length < out.size(); length++) {
        byte[] cut = Arrays.copyOf(out.array(), length);
        assertThatThrownBy(() -> Message.decode(new Decoder(cut)))
            .isInstanceOf(MalformedData.class);
      }
    }
    byte[] unknown = {99};
    assertThatThrownBy(() -> Message.decode(new Decoder(unknown)))
        .isInstanceOf(MalformedData.class);
    assertThatThrownBy(() -> Record.decode(new Decoder(unknown))).isInstanceOf(MalformedData.class);
  }

  @Test
  void aMemoryGoesOnFromASummaryAndTheEntriesBeforeIt() {
    GroupIdentity formed = GroupIdentity.BLANK.formed(9, List.of(4L));
    DurableState kept = new DurableState();
    // The log was let go before these entries; the summary came behind them.
    kept.add(new Record.Stored(ENTRIES.getFirst()));
    kept.add(new Record.Stored(ENTRIES.getLast()));
    kept.add(new Record.Summary(formed, BALLOT, ENTRIES.getFirst().mark(), 4, 116, 0));
    assertThat(kept.log().start()).isEqualTo(ENTRIES.getFirst().mark());
    assertThat(kept.endMark()).isEqualTo(ENTRIES.getLast().mark());
    assertThat(kept.log().terms()).isEqualTo(4);
    assertThat(kept.identity().votes()).isTrue();
  }

  @Test
  void aLaterEntryReplacesAllThatStoodFromItsStartOn() {
    DurableState kept = new DurableState();
    ENTRIES.forEach(
        it ->
            kept.add(new Record.Stored(new LogEntry(it.ballot(), it.start() - 100, it.content()))));
    LogEntry other = new LogEntry(new Ballot(301, 0), 0, new TermStart(1, 0));
    kept.add(new Record.Stored(other));
    assertThat(kept.endMark()).isEqualTo(other.mark());
  }
}
