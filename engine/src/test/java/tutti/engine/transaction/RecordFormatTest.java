package tutti.engine.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.LogRecord.Effect;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.model.Observation;

/** What the journal holds of a transaction, written and read again. */
class RecordFormatTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789012345Z");
  private final TestBank bank = new TestBank();
  private final RecordFormat format = new RecordFormat(bank);
  private final TransactionId id = new TransactionId(3, 1L << 40, Long.MAX_VALUE);
  private final Seen seen =
      Seen.at(NOW)
          .with(account("a"), new Observation.OfField(0), 5L)
          .with(account("b"), new Observation.OfField(0), null)
          .with(account("c"), new Observation.InStages(-1L), true)
          .with(new ActorId("Transfer", "é/ü"), new Observation.Whole(), TestBank.state(1, -7));

  private static ActorId account(String key) {
    return new ActorId("Account", key);
  }

  /** A claim on an action, or on nothing but an observation. */
  private final class Held extends Claim {
    Held(Call call, long position, long low) {
      super(
          new WaitGraph.Waiting(new TransactionId(0, 1, 1), 1),
          new Cell(call.target(), bank.types().getFirst(), TestBank.state(1, 0)),
          position < 0 ? new Work.Forbid(call) : new Work.Act(call),
          seen,
          position,
          low);
    }

    @Override
    public long observedLsn() {
      return 0;
    }
  }

  private byte[] bytes() {
    List<Claim> claims =
        List.of(
            new Held(bank.transfer("t", "book", 3L, "a", "b"), 0, 0),
            new Held(bank.call("looked-at", "close"), -1, 0),
            new Held(bank.call("a", "withdraw", -3L), 1L << 50, 1L << 49),
            new Held(bank.call("b", "close"), 7, 7));
    return Decisions.record(
        bank, id, new Idempotency("kéy", -42), Arrays.asList(1L, null, "x"), seen, claims);
  }

  @Test
  void everythingComesBackAsItWas() {
    LogRecord.Decision record = (LogRecord.Decision) format.read(new Decoder(bytes()));

    assertThat(record.key().id()).isEqualTo(id);
    assertThat(record.idempotency()).isEqualTo(new Idempotency("kéy", -42));
    assertThat(record.results()).containsExactly(1L, null, "x");
    assertThat(record.work().seen().now()).isEqualTo(NOW);
    assertThat(record.work().seen().facts()).isEqualTo(seen.facts());
    assertThat(record.work().effects())
        .containsExactly(
            new Effect(bank.transfer("t", "book", 3L, "a", "b"), 0, 0),
            new Effect(bank.call("a", "withdraw", -3L), 1L << 50, 1L << 49),
            new Effect(bank.call("b", "close"), 7, 7));
  }

  @Test
  void aRecordWithoutKeyObservationsAndResultsComesBackToo() {
    byte[] bytes =
        Decisions.record(
            bank,
            id,
            null,
            List.of(),
            Seen.at(NOW),
            List.of(new Held(bank.call("b", "close"), 0, 0)));

    LogRecord.Decision record = (LogRecord.Decision) format.read(new Decoder(bytes));

    assertThat(record.idempotency()).isNull();
    assertThat(record.results()).isEmpty();
    assertThat(record.work().seen().isEmpty()).isTrue();
    assertThat(record.work().effects()).containsExactly(new Effect(bank.call("b", "close"), 0, 0));
  }

  @Test
  void everyTruncatedRecordIsMalformed() {
    byte[] bytes = bytes();
    for (int length = 0; length < bytes.length; length++) {
      Decoder cut = new Decoder(bytes, 0, length);
      assertThatThrownBy(() -> format.read(cut))
          .as("cut to %d of %d bytes", length, bytes.length)
          .isInstanceOf(MalformedData.class);
    }
  }

  @Test
  void aRecordWithMoreBehindItIsMalformed() {
    byte[] longer = Arrays.copyOf(bytes(), bytes().length + 1);

    assertThatThrownBy(() -> format.read(new Decoder(longer))).isInstanceOf(MalformedData.class);
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
    byte[] bytes = bytes();
    List<byte[]> damaged = new ArrayList<>();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      damaged.add(flipped);
    }
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] flipped = bytes.clone();
      for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
        flipped[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      damaged.add(flipped);
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
}
