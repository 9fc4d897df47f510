package tutti.engine.transaction.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.LogRecord.Look;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.request.WaitGraph;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Observation;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/** The journal's records of a transaction, written and read again. */
class RecordFormatTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789012345Z");
  private static final Participant OWNER = new WaitGraph.Waiting(new TransactionId(0, 1, 1), 1);
  private static final Work OPEN = new Work.Observe(new Observation.InStages(2));
  private final TestBank bank = new TestBank();
  private final RecordFormat format = new RecordFormat(bank);
  private final TransactionId id = new TransactionId(3, 1L << 40, Long.MAX_VALUE, 4);
  private final BranchKey key = new BranchKey(id, 300);
  private final Observations seen =
      Observations.at(NOW, Caller.of("branch-7", "acme", List.of("teller", "clerk")))
          .with(account("a"), new Observation.OfField(0), 5L)
          .with(account("b"), new Observation.OfField(0), null)
          .with(account("c"), new Observation.InStages(-1L), true)
          .with(new ActorId("Transfer", "é/ü"), new Observation.Whole(), TestBank.state(1, -7));

  private static ActorId account(String key) {
    return new ActorId("Account", key);
  }

  /** A claim on an action, or on what was looked at. */
  private final class Held extends Claim {
    Held(Call call, long position, long low) {
      super(OWNER, cellOf(call.target()), new Work.Act(call), seen, position, low);
    }

    Held(ActorId actor, Work look) {
      super(OWNER, cellOf(actor), look, seen, -1, -1);
    }

    @Override
    public long observedLsn() {
      return 0;
    }
  }

  private Cell cellOf(ActorId actor) {
    return new Cell(actor, bank.types().getFirst(), TestBank.state(1, 0));
  }

  private final Work forbidden = new Work.Forbid(negated(bank.call("forbidden", "withdraw", 2L)));

  private static Call negated(Call call) {
    return new Call(call.target(), call.action(), call.arguments(), true);
  }

  private final List<Claim> claims =
      List.of(
          new Held(bank.transfer("t", "book", 3L, "a", "b"), 0, 0),
          new Held(account("looked-at"), OPEN),
          new Held(bank.call("a", "withdraw", -3L), 1L << 50, 1L << 49),
          new Held(account("forbidden"), forbidden),
          new Held(bank.call("b", "close"), 7, 7));
  private final List<Effect> effects =
      List.of(
          new Effect(bank.transfer("t", "book", 3L, "a", "b"), 0, 0),
          new Effect(bank.call("a", "withdraw", -3L), 1L << 50, 1L << 49),
          new Effect(bank.call("b", "close"), 7, 7));
  private final List<Voter> voters = List.of(new Voter(2, 77, 1), new Voter(0, Long.MAX_VALUE, -5));

  private static final Part PART = new Part(CommitKinds.usual().protocol(), DurableState.NONE);
  private static final OwnPart OWN =
      new OwnPart(
          new Idempotency("kéy", -42), Arrays.asList(1L, null, "x"), new TreeMap<>(Map.of(2, 5L)));

  private byte[] bytes() {
    return format.decision(key, RecordKind.DECISION, PART, OWN, seen, claims, voters).toByteArray();
  }

  private byte[] vote() {
    return format.vote(key, PART, 1L << 40, claims, seen, null).toByteArray();
  }

  private byte[] branchCommitted() {
    return format.branchCommitted(key, PART, 9, claims, seen, 5).toByteArray();
  }

  private List<byte[]> all() {
    return List.of(
        bytes(),
        vote(),
        branchCommitted(),
        format.branchAborted(key, PART, 9).toByteArray(),
        format.finished(key, PART.protocol(), false).toByteArray(),
        resolved(),
        format.learnt(key, true, PART, 9, NOW).toByteArray());
  }

  private final PreparedBranch inDoubt =
      new PreparedBranch(
          key,
          PersistedState.nothing(PART.protocol()).with(RecordKind.VOTE, DurableState.NONE),
          9,
          0,
          BranchWork.of(seen, claims),
          OWN);
  private final Resolution byHand = Resolution.of(inDoubt, true, NOW, "ann", "node é burnt");

  private byte[] resolved() {
    return format.resolved(inDoubt, byHand).toByteArray();
  }

  @Test
  void everythingComesBackAsItWas() {
    LogRecord.Decision record = (LogRecord.Decision) format.read(new Decoder(bytes()));

    assertThat(record.key().id()).isEqualTo(id);
    assertThat(record.idempotency()).isEqualTo(new Idempotency("kéy", -42));
    assertThat(record.results()).containsExactly(1L, null, "x");
    assertThat(record.work().seen().now()).isEqualTo(NOW);
    assertThat(record.work().seen().facts()).isEqualTo(seen.facts());
    assertThat(record.work().effects()).isEqualTo(effects);
    assertThat(record.voters()).isEqualTo(voters);
    assertThat(record.key()).isEqualTo(key);
    assertThat(record.key().id().coordinator()).isEqualTo(4);
  }

  @Test
  void aVoteComesBackWithAllThatItsBranchHolds() {
    LogRecord.Vote record = (LogRecord.Vote) format.read(new Decoder(vote()));

    assertThat(record.key()).isEqualTo(key);
    assertThat(record.nonce()).isEqualTo(1L << 40);
    assertWork(record.work());
  }

  @Test
  void aCommittedBranchRepeatsItsVote() {
    LogRecord.BranchCommitted record =
        (LogRecord.BranchCommitted) format.read(new Decoder(branchCommitted()));

    assertThat(record.key()).isEqualTo(key);
    assertThat(record.decisionLsn()).isEqualTo(5);
    assertWork(record.work());
    assertThat(branchCommitted()).hasSize(vote().length);
    assertThat(format.branchCommitted(key, PART, 9, record.work(), 5).toByteArray())
        .isEqualTo(branchCommitted());
  }

  private void assertWork(BranchWork work) {
    assertThat(work.seen().facts()).isEqualTo(seen.facts());
    assertThat(work.effects()).isEqualTo(effects);
    assertThat(work.looks())
        .containsExactly(
            new Look(account("looked-at"), OPEN), new Look(account("forbidden"), forbidden));
  }

  @Test
  void endsComeBackWithTheirKeys() {
    assertThat(format.read(new Decoder(format.branchAborted(key, PART, 9).toByteArray())))
        .isEqualTo(new LogRecord.BranchAborted(key, PART, 0));
    assertThat(format.read(new Decoder(format.finished(key, PART.protocol(), false).toByteArray())))
        .isEqualTo(new LogRecord.Finished(key, false));
  }

  @Test
  void whatAPersonHasEndedComesBackWithAllThatIsKnownOfIt() {
    LogRecord.Resolved record = (LogRecord.Resolved) format.read(new Decoder(resolved()));

    assertThat(resolved()[0]).as("its kind, for ever").isEqualTo((byte) 12);
    assertThat(record.key()).isEqualTo(key);
    assertThat(record.member().written()).isEqualTo(inDoubt.written());
    assertThat(record.member().nonce()).isEqualTo(9);
    assertThat(record.member().own()).isEqualTo(OWN);
    assertWork(record.member().work());
    assertThat(record.how()).isEqualTo(byHand);
    assertThat(byHand.actors()).contains("Account[a]", "Account[looked-at]").hasSize(5);
    assertThat(byHand.state()).isEqualTo(Resolution.State.HAZARD);
  }

  @Test
  void howItEndedComesBack() {
    byte[] bytes = format.learnt(key, false, PART, 9, NOW).toByteArray();

    assertThat(bytes[0]).as("its kind, for ever").isEqualTo((byte) 13);
    assertThat(format.read(new Decoder(bytes)))
        .isEqualTo(new LogRecord.Learnt(key, false, PART, 9, NOW));
  }

  @Test
  void anAnswerWithoutAnEffectComesBack() {
    byte[] bytes = format.answered(key, "k", NOW).toByteArray();

    assertThat(bytes[0]).as("its kind, for ever").isEqualTo((byte) 14);
    assertThat(format.read(new Decoder(bytes))).isEqualTo(new LogRecord.Answered(key, "k", NOW));
  }

  @Test
  void aCheckpointKeepsWhatWasResolved() {
    Resolution learnt =
        new Resolution(
            key,
            "two-phase",
            null,
            true,
            NOW,
            "b",
            "r",
            List.of("x"),
            OWN,
            new Resolution.Learnt(false, NOW));
    for (Resolution each : List.of(byHand, learnt, began(learnt, NOW))) {
      Encoder out = new Encoder();
      format.resolution(out, each);
      assertThat(format.resolution(new Decoder(out.toByteArray()))).isEqualTo(each);
    }
    assertThat(learnt.state()).isEqualTo(Resolution.State.MIXED);
  }

  @Test
  void aCheckpointOfAnEarlierVersionDoesNotSayWhenItBegan() {
    Encoder out = new Encoder();
    format.resolution(out, began(byHand, null));
    assertThat(byHand.began()).isEqualTo(inDoubt.began());
    assertThat(format.resolution(new Decoder(out.toByteArray()))).isEqualTo(began(byHand, null));
  }

  private static Resolution began(Resolution it, @Nullable Instant at) {
    return new Resolution(
        it.key(),
        it.protocol(),
        at,
        it.commit(),
        it.at(),
        it.by(),
        it.reason(),
        it.actors(),
        it.own(),
        it.learnt());
  }

  @Test
  void aRecordOfUnknownKindIsMalformed() {
    for (int kind : new int[] {0, 16, 255}) {
      byte[] bytes = bytes();
      bytes[0] = (byte) kind;
      assertThatThrownBy(() -> format.read(new Decoder(bytes)))
          .isInstanceOf(MalformedData.class)
          .hasMessageContaining("unknown kind " + kind);
    }
  }

  @Test
  void aRecordWithoutKeyObservationsAndResultsComesBackToo() {
    byte[] bytes =
        format
            .decision(
                key,
                null,
                List.of(),
                Observations.at(NOW),
                List.of(new Held(bank.call("b", "close"), 0, 0)))
            .toByteArray();

    LogRecord.Decision record = (LogRecord.Decision) format.read(new Decoder(bytes));

    assertThat(record.idempotency()).isNull();
    assertThat(record.results()).isEmpty();
    assertThat(record.work().seen().isEmpty()).isTrue();
    assertThat(record.work().effects()).containsExactly(new Effect(bank.call("b", "close"), 0, 0));
  }

  @Test
  void everyTruncatedRecordIsMalformed() {
    for (byte[] bytes : all()) {
      for (int length = 0; length < bytes.length; length++) {
        Decoder cut = new Decoder(bytes, 0, length);
        assertThatThrownBy(() -> format.read(cut))
            .as("kind %d cut to %d of %d bytes", bytes[0], length, bytes.length)
            .isInstanceOf(MalformedData.class);
      }
    }
  }

  @Test
  void aRecordWithMoreBehindItIsMalformed() {
    for (byte[] bytes : all()) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);

      assertThatThrownBy(() -> format.read(new Decoder(longer))).isInstanceOf(MalformedData.class);
    }
  }

  @Test
  void aTimeThatCannotBeIsMalformed() {
    byte[] bytes =
        new tutti.model.Encoder()
            .putSigned(Long.MAX_VALUE)
            .putVarLong(0)
            .putVarLong(0)
            .toByteArray();

    assertThatThrownBy(() -> format.parts().seen(new Decoder(bytes)))
        .isInstanceOf(MalformedData.class);
  }

  /** A record whose bits were flipped is another record or malformed, and never anything worse. */
  @Test
  void flippedRecordsAreMalformedOrOtherRecords() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    List<byte[]> damaged = new ArrayList<>();
    for (byte[] bytes : all()) {
      for (int bit = 0; bit < 8 * bytes.length; bit++) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        damaged.add(flipped);
      }
      for (int i = 0; i < 5_000; i++) {
        byte[] flipped = bytes.clone();
        for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
          flipped[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        damaged.add(flipped);
      }
    }
    int malformed = 0;
    for (byte[] each : damaged) {
      try {
        format.read(new Decoder(each));
      } catch (MalformedData expected) {
        malformed++;
      }
    }
    assertThat(malformed).isPositive();
  }

  private Observations again(Observations written) {
    Encoder out = new Encoder();
    format.parts().seen(out, written);
    Decoder in = new Decoder(out.toByteArray());
    Observations read = format.parts().seen(in);
    assertThat(in.remaining()).isZero();
    return read;
  }

  @Test
  void aCallerIsReadAgain() {
    Caller teller = seen.caller();
    for (Observations each : List.of(seen, seen.withoutFacts())) {
      Observations read = again(each);
      assertThat(read.caller()).isEqualTo(teller);
      assertThat(read.now()).isEqualTo(NOW);
      assertThat(read.facts()).isEqualTo(each.facts());
    }
  }

  /** Byte for byte, so that folders of services that know no callers stay as they are. */
  @Test
  void aRecordOfBeforeIsOneOfNobody() {
    Encoder before = new Encoder();
    format.parts().instant(before, NOW);
    before.putVarLong(0);
    Encoder now = new Encoder();
    format.parts().seen(now, Observations.at(NOW));
    assertThat(now.toByteArray()).isEqualTo(before.toByteArray());
    assertThat(again(Observations.at(NOW)).caller()).isSameAs(Caller.NOBODY);
  }
}
