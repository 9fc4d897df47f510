package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.item;
import static tutti.protocol.integrated.tapir.TapirPaperTest.increment;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;
import tutti.protocol.integrated.Place;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;

/**
 * A transaction that stays open, since another participant has no majority, and others behind it.
 */
class OpenTransactionTest {
  private static final Timestamp NONE = Timestamp.NONE;
  private static final int MOST_ENDED = 100;
  private static final Transaction OPEN = new Transaction(time(1), List.of(1, 0));

  private final Kept kept = new Kept(0, false);
  private final Quorums quorums = new Quorums(3);
  private long next = 1;

  OpenTransactionTest() {
    kept.add(new Fact.Disk(7));
    kept.add(new Fact.Opened(new ViewEntry.Open(1, List.of(), NONE, new TreeMap<>(Map.of(0, 7L)))));
  }

  private void note(Entry entry) {
    kept.add(new Fact.Noted(entry));
  }

  private void prepare(Transaction transaction, Part part) {
    note(Entry.of(transaction, part).voting(vote(transaction.id(), part)));
  }

  private Vote vote(Timestamp id, Part part) {
    return new Validation(Validation.Mode.STRICT, kept.store(), kept.prepared(), kept.floor())
        .vote(id, part);
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
        new Fact.Opened(new Merge(quorums, mode, kept).open(records, new TreeMap<>(), MOST_ENDED)));
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

  private int bytesOfImage() {
    Encoder out = new Encoder();
    kept.image(Place.START).encode(out);
    return out.size();
  }

  @Test
  void whatSettlesBehindItIsForgotten() {
    prepare(OPEN, increment("mine", NONE));
    manySettle(Validation.Mode.STRICT, 2);
    int before = bytesOfImage();
    manySettle(Validation.Mode.STRICT, 20);
    assertThat(kept.ended()).hasSize(MOST_ENDED);
    assertThat(bytesOfImage()).isLessThan(before + 500);
    assertThat(kept.floor()).isEqualTo(time(next - MOST_ENDED));

    Entry entry = kept.entry(OPEN);
    assertThat(entry.vote().consents()).isTrue();
    Part part = entry.part();
    assertThat(vote(time(next + 1), increment("mine", time(1))).consents())
        .as("a read of its version, which another replica has executed")
        .isTrue();
    note(entry.decided(part, Outcome.COMMITTED, Stage.SETTLED));
    nextView(Validation.Mode.STRICT);
    assertThat(kept.version(item("mine"))).isEqualTo(time(1));
    assertThat(vote(time(next + 1), increment("mine", time(1))).consents()).isTrue();
    assertThat(vote(time(next + 1), increment("mine", NONE)).consents()).isFalse();
  }

  /** Validation by timestamps alone looks at older versions. */
  @Test
  void byTimestampsTheFloorStaysBelowIt() {
    prepare(OPEN, increment("mine", NONE));
    manySettle(Validation.Mode.TIMESTAMPS, 2);
    assertThat(kept.floor().isBelow(OPEN.id())).isTrue();
  }
}
