package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationMessage;
import tutti.protocol.replication.multipaxos.CrashVector;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.Record;

/** The bytes that an entry of the longest content needs beside it, with the longest numbers. */
class OverheadTest {
  private static final int CONTENT = 1 << 20;
  private static final int MOST_REPLICAS = 9;
  private static final long FAR = 1L << 60;

  /** The bytes that the host puts around a message: its kind, and the seal. */
  private static final int WRAPPED = 1 + 4;

  private final Ballot ballot = new Ballot(Long.MAX_VALUE >> 1, MOST_REPLICAS);
  private final LogMark mark = new LogMark(FAR, ballot);
  private final LogEntry entry = new LogEntry(ballot, FAR, new Command(new byte[CONTENT]));

  private static CrashVector disks() {
    SortedMap<Integer, Integer> numbers = new TreeMap<>();
    for (int host = 0; host < MOST_REPLICAS; host++) {
      numbers.put(host, Integer.MAX_VALUE);
    }
    return new CrashVector(numbers);
  }

  private static int bytes(ReplicationMessage message) {
    Encoder out = new Encoder().putVarLong(Integer.MAX_VALUE).putLong(-1);
    message.encode(out);
    return out.size() + WRAPPED;
  }

  @Test
  void aRecordAndEachMessageWithItHaveRoom() {
    int most = CONTENT + HostLog.OVERHEAD;
    assertThat(ConfigurationRecords.whole(Integer.MAX_VALUE, new Record.Stored(entry)).size())
        .isLessThanOrEqualTo(most);
    assertThat(bytes(new Message.Accept(ballot, mark, List.of(entry), FAR, FAR)))
        .isLessThanOrEqualTo(most);
    assertThat(bytes(new Message.Promise(ballot, mark, List.of(entry), mark, FAR, disks())))
        .isLessThanOrEqualTo(most)
        .isGreaterThan(CONTENT + 100);
  }
}
