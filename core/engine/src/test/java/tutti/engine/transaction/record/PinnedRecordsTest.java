package tutti.engine.transaction.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.paxoscommit.Accepted;
import tutti.protocol.commit.paxoscommit.Group;
import tutti.protocol.commit.paxoscommit.PaxosDurableState;
import tutti.protocol.commit.paxoscommit.ProposedValue;
import tutti.protocol.termination.Remembered;

/**
 * The records of every commit protocol, byte by byte as folders have them. A line of the file is
 * never changed: a version that writes other bytes still has to read these.
 */
class PinnedRecordsTest {
  private static final String FILE = "/tutti/engine/transaction/records.txt";
  private final TestBank bank = new TestBank();
  private final RecordFormat format = new RecordFormat(bank);
  private final BranchKey key = new BranchKey(new TransactionId(1, 2, 300, 0), 4);
  private final BranchWork work =
      new BranchWork(
          Observations.at(Instant.ofEpochSecond(1_800_000_000L, 5)),
          List.of(new Effect(bank.call("a", "deposit", 7L), 9, 8)),
          List.of());
  private final OwnPart own =
      new OwnPart(new Idempotency("key", -2), List.of(7L), new TreeMap<>(Map.of(1, 11L, 2, 12L)));

  private final OwnPart acting =
      new OwnPart(
          own.idempotency(),
          own.results(),
          own.branches(),
          new BegunOperation("mail-7", "club.Mail"));

  /** The memories of a machine of each protocol, and of a witness. */
  private static DurableState memory(CommitProtocol protocol, boolean witness) {
    return switch (protocol.name()) {
      case "two-phase", "two-phase-acknowledged" -> DurableState.NONE;
      case "two-phase-presumed-commit", "two-phase-presumed-nothing" ->
          protocol.decodeDurableState(new Decoder(new byte[] {2, 1, 2}));
      case "paxos-commit" ->
          witness
              ? new PaxosDurableState.Witness(
                  List.of(0, 1),
                  3,
                  new TreeMap<>(Map.of(1, new Accepted(0, ProposedValue.PREPARED))))
              : new PaxosDurableState.Member(new Group(List.of(0, 1), List.of(0, 1, 2)), 3);
      default -> new Remembered(Set.of(0, 1, 2), true);
    };
  }

  /** The records of a protocol by what they are. */
  private Map<String, Encoder> records(CommitProtocol protocol) {
    Part part = new Part(protocol, memory(protocol, false));
    Part witness = new Part(protocol, memory(protocol, true));
    List<Voter> voters = List.of(new Voter(1, 77, 11));
    Map<String, Encoder> all = new LinkedHashMap<>();
    all.put("vote", format.vote(key, part, 11, List.of(), work.seen(), null));
    all.put("note", format.note(key, false, part, 11));
    all.put("witness-note", format.note(key, true, witness, 0));
    all.put("decision", format.decision(key, RecordKind.DECISION, part, own, work, voters));
    all.put("committed", format.branchCommitted(key, part, 11, work, 99));
    all.put("aborted", format.branchAborted(key, part, 11));
    all.put("finished", format.finished(key, protocol, false));
    if (protocol.code() != CommitKinds.usual().protocol().code()) {
      all.put("coordinator-vote", format.vote(key, part, 0, List.of(), work.seen(), own));
      all.put(
          "coordinator-heard", format.decision(key, RecordKind.COMMITTED, part, own, work, voters));
      all.put("witness-finished", format.finished(key, protocol, true));
    }
    if (protocol.traits().acts()) {
      all.put("acting-vote", format.vote(key, part, 0, List.of(), work.seen(), acting));
    }
    return all;
  }

  private static Map<String, String> pinned() throws Exception {
    Map<String, String> lines = new LinkedHashMap<>();
    try (InputStream in =
        Objects.requireNonNull(PinnedRecordsTest.class.getResourceAsStream(FILE))) {
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> line.split(" "))
          .forEach(words -> lines.put(words[0] + " " + words[1] + " " + words[2], words[3]));
    }
    return lines;
  }

  @Test
  void everyRecordIsWrittenAsItAlwaysWas() throws Exception {
    Map<String, String> written = new LinkedHashMap<>();
    for (var kind : CommitKinds.all()) {
      CommitProtocol protocol = kind.protocol();
      records(protocol)
          .forEach(
              (name, record) ->
                  written.put(
                      protocol.code() + " " + protocol.name() + " " + name,
                      HexFormat.of().formatHex(record.toByteArray())));
    }
    assertThat(written).containsExactlyInAnyOrderEntriesOf(pinned());
  }

  @Test
  void everyRecordThatWasEverWrittenIsRead() throws Exception {
    pinned()
        .forEach(
            (name, hex) -> {
              LogRecord record = format.read(new Decoder(HexFormat.of().parseHex(hex)));
              String[] words = name.split(" ");
              assertThat(record.key()).as(name).isEqualTo(key);
              Part part = partOf(record);
              if (part != null) {
                CommitProtocol protocol = part.protocol();
                assertThat(protocol.code()).as(name).isEqualTo(Integer.parseInt(words[0]));
                assertThat(part.memory())
                    .as(name)
                    .isEqualTo(memory(protocol, words[2].startsWith("witness")));
              }
              read(words[2], record);
            });
  }

  private void read(String name, LogRecord record) {
    switch (record) {
      case LogRecord.Vote vote -> {
        assertThat(vote.nonce()).isEqualTo(name.equals("vote") ? 11 : 0);
        assertThat(vote.own())
            .isEqualTo(name.equals("vote") ? null : name.equals("acting-vote") ? acting : own);
        assertThat(vote.work().seen().now()).isEqualTo(work.seen().now());
      }
      case LogRecord.Note note -> assertThat(note.witness()).isEqualTo(name.equals("witness-note"));
      case LogRecord.Decision decision -> {
        assertThat(decision.entry())
            .isEqualTo(name.equals("decision") ? RecordKind.DECISION : RecordKind.COMMITTED);
        assertThat(decision.idempotency()).isEqualTo(own.idempotency());
        assertThat(decision.results()).isEqualTo(own.results());
        assertThat(decision.work().effects()).isEqualTo(work.effects());
        assertThat(decision.voters()).containsExactly(new Voter(1, 77, 11));
      }
      case LogRecord.BranchCommitted committed -> {
        assertThat(committed.decisionLsn()).isEqualTo(99);
        assertThat(committed.work().effects()).isEqualTo(work.effects());
      }
      case LogRecord.BranchAborted _ -> assertThat(name).isEqualTo("aborted");
      case LogRecord.Finished finished ->
          assertThat(finished.witness()).isEqualTo(name.equals("witness-finished"));
      case LogRecord.Resolved _, LogRecord.Learnt _, LogRecord.Answered _, LogRecord.PassedOver _ ->
          fail("RecordFormatTest has " + record);
    }
  }

  private static Part partOf(LogRecord record) {
    return switch (record) {
      case LogRecord.Vote it -> it.part();
      case LogRecord.Note it -> it.part();
      case LogRecord.Decision it -> it.part();
      case LogRecord.BranchCommitted it -> it.part();
      case LogRecord.BranchAborted it -> it.part();
      case LogRecord.Finished _,
          LogRecord.Resolved _,
          LogRecord.Learnt _,
          LogRecord.Answered _,
          LogRecord.PassedOver _ ->
          null;
    };
  }
}
