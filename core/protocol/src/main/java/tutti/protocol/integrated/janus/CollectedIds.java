package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The ids of transactions that a replica has forgotten: for each front, all numbers up to a bound,
 * and some beyond the bound. Confined to one thread.
 *
 * <p>While one transaction stays open, since a shard that it touches has no majority, all later
 * transactions of its front are beyond the bound, and there may be millions of them. Their numbers
 * are dense. So they are kept as bits, 4,096 numbers at a time; a range of which every number is
 * there is kept as a mark. Four million numbers in a row take about a hundred kilobytes, and one
 * record in an image; numbers with gaps take an eighth of a byte each.
 */
final class CollectedIds {
  private static final int BITS = 12;
  private static final int WORDS = 1 << BITS - 6;

  /** The bits of a block of numbers that are all there. */
  private static final long[] FULL = full();

  /** The runs of a block in an image, above which its bits are shorter. */
  private static final int MOST_RUNS = 32;

  /** The transactions of one front. */
  private static final class Past {
    long upTo;

    /** The bits of numbers beyond it, by the number of their block. */
    final TreeMap<Long, long[]> beyond = new TreeMap<>();
  }

  private final Map<Long, Past> fronts = new HashMap<>();

  private static long[] full() {
    long[] all = new long[WORDS];
    Arrays.fill(all, -1);
    return all;
  }

  boolean has(TransactionId id) {
    Past past = fronts.get(id.front());
    if (past == null) {
      return false;
    }
    long[] bits = id.number() <= past.upTo ? FULL : past.beyond.get(id.number() >> BITS);
    return bits != null && (bits[word(id.number())] & bit(id.number())) != 0;
  }

  private static int word(long number) {
    return (int) (number >> 6) & WORDS - 1;
  }

  private static long bit(long number) {
    return 1L << number;
  }

  long upTo(long front) {
    Past past = fronts.get(front);
    return past == null ? 0 : past.upTo;
  }

  void add(TransactionId id) {
    if (!has(id)) {
      long block = id.number() >> BITS;
      TreeMap<Long, long[]> beyond = past(id.front()).beyond;
      long[] bits = beyond.computeIfAbsent(block, _ -> new long[WORDS]);
      bits[word(id.number())] |= bit(id.number());
      if (bits[word(id.number())] == -1 && Arrays.equals(bits, FULL)) {
        beyond.put(block, FULL);
      }
    }
  }

  /** Takes all numbers from the first to the last for settled. */
  void addRun(long front, long first, long last) {
    for (long number = first; number <= last; number++) {
      boolean block = (number & (1 << BITS) - 1) == 0 && number + (1 << BITS) - 1 <= last;
      if (block && number > upTo(front)) {
        past(front).beyond.put(number >> BITS, FULL);
        number += (1 << BITS) - 1;
      } else {
        add(new TransactionId(number, front));
      }
    }
  }

  /** Takes the numbers of a block whose bits are set for settled. */
  void addBits(long front, long block, long[] bits) {
    for (int i = 0; i < WORDS; i++) {
      for (long word = bits[i]; word != 0; word &= word - 1) {
        long number = (block << BITS) + (i << 6) + Long.numberOfTrailingZeros(word);
        add(new TransactionId(number, front));
      }
    }
  }

  private Past past(long front) {
    return fronts.computeIfAbsent(front, _ -> new Past());
  }

  /** Takes all transactions of a front up to a number for settled. */
  void raise(long front, long number) {
    if (number > upTo(front)) {
      Past past = past(front);
      past.upTo = number;
      // The block of the number itself may have later ones.
      past.beyond.headMap(number + 1 >> BITS).clear();
    }
  }

  void clear() {
    fronts.clear();
  }

  /** The facts that make these names. */
  List<Record> image() {
    List<Record> facts = new ArrayList<>();
    SortedMap<Long, Past> sorted = new TreeMap<>(fronts);
    sorted.forEach(
        (front, its) -> {
          if (its.upTo > 0) {
            facts.add(new Record.CollectedUpTo(front, its.upTo));
          }
        });
    sorted.forEach((front, its) -> new Image(front, its, facts).write());
    return facts;
  }

  /** The part of an image for one front: runs of numbers, and bits where runs are short. */
  private static final class Image {
    private final long front;
    private final Past past;
    private final List<Record> facts;
    private long first = -1;
    private long last = -1;

    Image(long front, Past past, List<Record> facts) {
      this.front = front;
      this.past = past;
      this.facts = facts;
    }

    void write() {
      past.beyond.forEach(this::block);
      end();
    }

    private void block(long block, long[] bits) {
      long base = block << BITS;
      if (bits == FULL) {
        run(base, base + (1 << BITS) - 1);
      } else if (runs(bits) > MOST_RUNS) {
        end();
        facts.add(new Record.PastBits(front, block, bits));
      } else {
        for (int i = 0; i < 1 << BITS; i++) {
          if ((bits[i >> 6] & bit(i)) != 0 && base + i > past.upTo) {
            run(base + i, base + i);
          }
        }
      }
    }

    private static int runs(long[] bits) {
      int runs = 0;
      long before = 0;
      for (long word : bits) {
        runs += Long.bitCount(word & ~(word << 1 | before));
        before = word >>> 63;
      }
      return runs;
    }

    private void run(long from, long to) {
      if (first >= 0 && from == last + 1) {
        last = to;
      } else {
        end();
        first = from;
        last = to;
      }
    }

    private void end() {
      if (first >= 0) {
        facts.add(
            first == last
                ? new Record.Past(new TransactionId(first, front))
                : new Record.PastRun(front, first, last));
        first = -1;
      }
    }
  }

  /** Returns how many bytes the ids beyond the bounds take in memory, approximately. */
  long bytes() {
    long sum = 0;
    for (Past past : fronts.values()) {
      for (long[] bits : past.beyond.values()) {
        sum += 64 + (bits == FULL ? 0 : 16 + 8 * WORDS);
      }
    }
    return sum;
  }

  /** The names that are kept one by one. */
  int size() {
    int sum = 0;
    for (Past past : fronts.values()) {
      for (Map.Entry<Long, long[]> block : past.beyond.entrySet()) {
        long base = block.getKey() << BITS;
        for (int i = 0; i < WORDS; i++) {
          long word = block.getValue()[i];
          for (; word != 0; word &= word - 1) {
            sum += base + (i << 6) + Long.numberOfTrailingZeros(word) > past.upTo ? 1 : 0;
          }
        }
      }
    }
    return sum;
  }
}
