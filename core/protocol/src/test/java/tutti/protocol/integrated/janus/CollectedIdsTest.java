package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.graph.TransactionId;

class CollectedIdsTest {
  private static final int MILLIONS = 4_000_000;
  private static final long MEGABYTE = 1 << 20;

  private static long bytes(List<Record> facts) {
    Encoder out = new Encoder();
    facts.forEach(fact -> fact.encode(out));
    return out.size();
  }

  private static CollectedIds of(List<Record> image) {
    CollectedIds settled = new CollectedIds();
    for (Record fact : image) {
      Encoder out = new Encoder();
      fact.encode(out);
      switch (Record.decode(new Decoder(out.array(), 0, out.size()))) {
        case Record.CollectedUpTo(long front, long number) -> settled.raise(front, number);
        case Record.Past(TransactionId id) -> settled.add(id);
        case Record.PastRun(long front, long first, long last) ->
            settled.addRun(front, first, last);
        case Record.PastBits(long front, long block, long[] bits) ->
            settled.addBits(front, block, bits);
        case Record other -> throw new AssertionError(other.toString());
      }
    }
    return settled;
  }

  /** One transaction stays open, and its front goes on. */
  @Test
  void millionsBehindOneThatStaysOpenCostLittle() {
    CollectedIds settled = new CollectedIds();
    for (long number = 2; number <= MILLIONS + 1; number++) {
      settled.add(new TransactionId(number, 9));
    }
    assertThat(settled.size()).isEqualTo(MILLIONS);
    assertThat(settled.bytes()).isLessThan(MEGABYTE);
    assertThat(settled.image()).hasSizeLessThan(4);
    assertThat(settled.has(new TransactionId(1, 9))).isFalse();
    assertThat(of(settled.image()).size()).isEqualTo(MILLIONS);
    settled.raise(9, MILLIONS + 1);
    assertThat(settled.image()).containsExactly(new Record.CollectedUpTo(9, MILLIONS + 1));
  }

  /** A shard that half of the transactions touch, at random. */
  @Test
  void millionsWithGapsCostABitForEachNumber() {
    Random random = new Random(1);
    CollectedIds settled = new CollectedIds();
    for (long number = 2; number <= MILLIONS; number++) {
      if (random.nextBoolean()) {
        settled.add(new TransactionId(number, 9));
      }
    }
    assertThat(settled.bytes()).isLessThan(MEGABYTE);
    assertThat(bytes(settled.image())).isLessThan(MEGABYTE);
  }

  @Test
  void isTheSetOfWhatWasAddedAlsoFromItsImage() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      CollectedIds settled = new CollectedIds();
      SortedSet<Long> known = new TreeSet<>();
      long upTo = 0;
      int range = 1 << 6 + random.nextInt(9);
      for (int i = 0; i < 2_000; i++) {
        long number = 1 + random.nextInt(range);
        settled.add(new TransactionId(number, 3));
        known.add(number);
        if (random.nextInt(300) == 0) {
          upTo = Math.max(upTo, random.nextInt(range));
          settled.raise(3, upTo);
        }
        if (random.nextInt(700) == 0) {
          settled = of(settled.image());
        }
      }
      long beyond = upTo;
      for (long number = 1; number <= range + 5; number++) {
        assertThat(settled.has(new TransactionId(number, 3)))
            .as("seed %s, number %s, up to %s", seed, number, upTo)
            .isEqualTo(number <= upTo || known.contains(number));
      }
      assertThat(settled.upTo(3)).isEqualTo(upTo);
      assertThat(settled.size())
          .isEqualTo((int) known.stream().filter(number -> number > beyond).count());
    }
  }
}
