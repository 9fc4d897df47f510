package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.item;
import static tutti.protocol.integrated.tapir.TapirPaperTest.increment;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;

/**
 * A transaction that stays open, since another participant has no majority, and others behind it.
 */
class OpenTransactionTest {
  private static final Timestamp NONE = Timestamp.NONE;
  private static final int MOST_ENDED = 100;
  private static final Transaction OPEN = new Transaction(time(1), List.of(1, 0));

  /** Keeps older versions than the newest, as validation by timestamps alone needs them. */
  private final DurableState kept = new DurableState(0, true);

  private final Quorums quorums = new Quorums(3);
  private long next = 1;

  OpenTransactionTest() {
    kept.add(new Record.Disk(7));
    kept.add(
        new Record.Opened(new ViewCommand.Open(1, List.of(), NONE, new TreeMap<>(Map.of(0, 7L)))));
  }

  private void note(Entry entry) {
    kept.add(new Record.EntryLogged(entry));
  }

  private void prepare(Transaction transaction, Part part) {
    note(Entry.of(transaction, part).voting(vote(Validation.Mode.STRICT, transaction.id(), part)));
  }

  private Vote vote(Validation.Mode mode, Timestamp id, Part part) {
    return new Validation(mode, kept.store(), kept.prepared(), kept.floor()).vote(id, part);
  }

  private static Entry settled(Timestamp id, Part part) {
    return Entry.of(new Transaction(id, List.of(0)), part)
        .decided(part, Outcome.COMMITTED, Stage.SETTLED);
  }

  private void nextView(Validation.Mode mode) {
    List<List<Entry>> records = new ArrayList<>();
    records.add(kept.record());
    records.add(kept.record());
    kept.add(
        new Record.Opened(
            new Merge(quorums, mode, kept).open(records, new TreeMap<>(), MOST_ENDED)));
  }

  private void manySettle(Validation.Mode mode, int views) {
    for (int view = 0; view < views; view++) {
      for (int i = 0; i < 200; i++) {
        next++;
        note(settled(time(next), increment("hot", next == 2 ? NONE : time(next - 1))));
      }
      nextView(mode);
    }
  }

  private int bytesOfItems() {
    Encoder out = new Encoder();
    kept.items(null, Integer.MAX_VALUE).forEach(each -> each.encode(out));
    return out.size();
  }

  private int bytesOfImage() {
    Encoder out = new Encoder();
    kept.image(LogPosition.START).encode(out);
    return out.size();
  }

  /** Millions cost nothing: 4,000 are there for them, of which each view forgets some. */
  @ParameterizedTest
  @EnumSource
  void whatSettlesBehindItIsForgotten(Validation.Mode mode) {
    prepare(OPEN, increment("mine", NONE));
    manySettle(mode, 2);
    int before = bytesOfImage();
    int versions = bytesOfItems();
    manySettle(mode, 20);
    assertThat(kept.ended()).hasSize(MOST_ENDED);
    assertThat(bytesOfImage()).isLessThan(before + 500);
    assertThat(bytesOfItems()).isLessThan(versions + 500);
    assertThat(kept.floor()).isEqualTo(time(next - MOST_ENDED));

    Entry entry = kept.entry(OPEN);
    assertThat(entry.vote().consents()).isTrue();
    Part part = entry.part();
    assertThat(vote(mode, time(next + 1), increment("mine", time(1))).consents())
        .as("a read of its version, which another replica has executed")
        .isTrue();
    assertThat(vote(mode, time(next + 1), increment("mine", NONE)).consents()).isFalse();
    note(entry.decided(part, Outcome.COMMITTED, Stage.SETTLED));
    nextView(mode);
    assertThat(kept.version(item("mine"))).isEqualTo(time(1));
    assertThat(vote(mode, time(next + 1), increment("mine", time(1))).consents()).isTrue();
    assertThat(vote(mode, time(next + 1), increment("mine", NONE)).consents()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void oneThatSettlesBelowTheFloorDoesNotLowerIt(Validation.Mode mode) {
    prepare(OPEN, increment("mine", NONE));
    manySettle(mode, 2);
    Timestamp floor = kept.floor();
    assertThat(OPEN.id().isBelow(floor)).isTrue();
    Entry entry = kept.entry(OPEN);
    note(entry.decided(entry.part(), Outcome.COMMITTED, Stage.SETTLED));
    nextView(mode);
    assertThat(kept.floor()).isEqualTo(floor);
    assertThat(kept.version(item("mine"))).isEqualTo(OPEN.id());
  }

  /** A removal that is executed, and not settled, and whose item is let go. */
  @ParameterizedTest
  @EnumSource
  void aConsentIsKeptThatFoundNothingOfAnItemThatIsGone(Validation.Mode mode) {
    Part removes = new Part(reads("gone", NONE), writes("gone", new byte[0]));
    prepare(OPEN, removes);
    Entry entry = kept.entry(OPEN);
    note(entry.decided(removes, Outcome.COMMITTED, Stage.NOTED));
    manySettle(mode, 2);
    assertThat(kept.version(item("gone"))).as("let go").isEqualTo(NONE);
    assertThat(kept.entry(OPEN).stage()).isEqualTo(Stage.EXECUTED);

    Transaction finds = new Transaction(time(next + 1), List.of(0));
    prepare(finds, new Part(reads("gone", NONE), writes("gone", new byte[] {1})));
    assertThat(kept.entry(finds).vote().consents()).isTrue();
    nextView(mode);
    assertThat(kept.entry(finds).vote().consents()).as("a fast quorum may have had it").isTrue();
  }

  private static SortedMap<ActorId, Timestamp> reads(String name, Timestamp version) {
    return new TreeMap<>(Map.of(item(name), version));
  }

  private static SortedMap<ActorId, Part.Value> writes(String name, byte[] value) {
    return new TreeMap<>(Map.of(item(name), new Part.Value(value)));
  }
}
