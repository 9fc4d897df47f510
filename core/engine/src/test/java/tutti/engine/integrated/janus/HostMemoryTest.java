package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.engine.replication.Fragments;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** The memory that a host's log has of a replica, record by record. */
class HostMemoryTest {
  private static final ActorId ONE = new ActorId("Account", "1");
  private static final ActorId TWO = new ActorId("Account", "2");
  private static final Record DISK = new Record.Disk(5);

  private final HostMemory memory = new HostMemory(0, Settings.of(1, 2, 3));
  private long lsn;

  private long add(Consumer<Encoder> record) {
    Encoder out = new Encoder();
    record.accept(out);
    return memory.found(0, ++lsn, new Decoder(out.array(), 0, out.size()));
  }

  private static SortedMap<ActorId, byte[]> item(ActorId item, int value) {
    return new TreeMap<>(Map.of(item, new byte[] {(byte) value}));
  }

  private Map<ActorId, byte[]> items() {
    return memory.replica(0).items;
  }

  private void come() {
    add(HostMemory::coming);
    add(out -> HostMemory.come(item(ONE, 7), out));
    add(out -> HostMemory.come(item(TWO, 8), out));
    add(out -> HostMemory.image(LogPosition.START, out));
    add(out -> HostMemory.imaged(DISK, out));
  }

  @Test
  void aRecordThatItsMachineCannotTakeStopsThatReplicaAlone() {
    add(out -> HostMemory.image(LogPosition.START, out));
    add(HostMemory::imagedFacts);
    Encoder unknown = new Encoder();
    HostMemory.encode(new Record.Barred(new TransactionId(7, 7)), unknown);
    long oldest = add(out -> out.putRaw(unknown.array(), 0, unknown.size()));
    assertThat(memory.replica(0).broken).contains("record 3 of its log", "transaction 7/7");
    assertThat(add(HostMemory::complete)).as("all of its log stays").isEqualTo(oldest);
    assertThat(memory.replica(1).broken).isNull();
  }

  /** The log was let go up to the record with which another replica's memory began to come. */
  @Test
  void aMemoryThatHasComeIsAllThatIsNeeded() {
    come();
    assertThat(add(HostMemory::taken)).as("the oldest record that is needed").isEqualTo(1);
    assertThat(items()).containsOnlyKeys(ONE, TWO);
    assertThat(memory.replica(0).memory.disk()).isEqualTo(5);
    assertThat(memory.replica(0).begun).isTrue();
  }

  @Test
  void aMemoryThatHasNotComeWholeChangesNothing() {
    add(out -> HostMemory.image(LogPosition.START, out));
    add(HostMemory::imagedFacts);
    add(out -> HostMemory.imaged(item(ONE, 1), out));
    add(HostMemory::complete);
    come();
    assertThat(items()).containsOnlyKeys(ONE);
    assertThat(items().get(ONE)).containsExactly(1);
    assertThat(memory.replica(0).memory.disk()).isZero();
  }

  /** Logs of earlier versions have long records in fragments of the replica's own. */
  @Test
  void aRecordInFragmentsOfAnEarlierVersionIsRead() {
    add(out -> HostMemory.image(LogPosition.START, out));
    add(HostMemory::imagedFacts);
    SortedMap<ActorId, byte[]> values = new TreeMap<>(Map.of(ONE, new byte[100_000]));
    Encoder record = new Encoder();
    HostMemory.imaged(values, record);
    HostMemory.encode(DISK, record);
    Fragments.cut(
        record,
        23,
        part -> add(out -> out.putByte(HostMemory.FRAGMENT).putRaw(part.array(), 0, part.size())));
    add(HostMemory::complete);
    assertThat(items().get(ONE)).hasSize(100_000);
    assertThat(memory.replica(0).memory.disk()).isEqualTo(5);
  }

  /** Keys of requests are forgotten so, before an image, within it, and when a memory comes. */
  @Test
  void anItemThatGetsNoBytesIsThereNoMore() {
    SortedMap<ActorId, byte[]> none = new TreeMap<>(Map.of(ONE, new byte[0]));
    come();
    add(out -> HostMemory.come(none, out));
    add(HostMemory::taken);
    assertThat(items()).containsOnlyKeys(TWO);

    add(out -> HostMemory.image(LogPosition.START, out));
    add(HostMemory::imagedFacts);
    add(out -> HostMemory.imaged(item(ONE, 1), out));
    add(out -> HostMemory.imaged(item(TWO, 2), out));
    execute(1, none);
    add(HostMemory::complete);
    assertThat(items()).containsOnlyKeys(TWO);
    execute(2, new TreeMap<>(Map.of(TWO, new byte[0])));
    assertThat(items()).isEmpty();
  }

  private void execute(long number, SortedMap<ActorId, byte[]> writes) {
    TransactionId id = new TransactionId(number, 1);
    Transaction its = new Transaction(id, List.of(0));
    Piece piece = new Piece(new TreeSet<>(), new TreeSet<>(writes.keySet()), Payload.NONE);
    Request request = new Request(new TreeMap<>(Map.of(0, piece)));
    Dependencies none = Dependencies.NONE;
    add(
        out -> {
          HostMemory.encode(new Record.Witnessed(its, request, Ballot.FIRST, none), out);
          HostMemory.encode(new Record.Decided(its, Decision.commit(none)), out);
          HostMemory.encode(id, writes, out);
          HostMemory.encode(new Record.Executed(id, PieceOutput.of(Payload.NONE)), out);
        });
  }
}
