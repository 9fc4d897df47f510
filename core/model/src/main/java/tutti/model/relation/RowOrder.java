package tutti.model.relation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.model.Encoder;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.RecordCodec;
import tutti.model.relation.store.KeyRange;

/**
 * An order in which a relation's rows are kept: by primary key, or by an index's components and
 * then, so that no two rows are equal, by the primary key. The order is available as a comparison
 * of rows, and as bytes that compare, unsigned, in the same way. Thread-safe, immutable.
 */
public final class RowOrder<R extends Record> implements Comparator<R> {
  /** Bytes of which no row's are between the first and the second. */
  private static final byte[] AFTER = {0, 0};

  private static final byte[] BEFORE = {0};

  private final int number;
  private final boolean unique;
  private final KeyShape<?, R> key;
  private final int[] positions;
  private final ColumnCodec<R>[] columns;

  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of generics.
  RowOrder(
      RecordCodec<R> row,
      int number,
      boolean unique,
      KeyShape<?, R> key,
      @Nullable KeyShape<?, R> primary) {
    this.number = number;
    this.unique = unique;
    this.key = key;
    this.positions =
        primary == null
            ? key.positions()
            : IntStream.concat(Arrays.stream(key.positions()), Arrays.stream(primary.positions()))
                .distinct()
                .toArray();
    this.columns =
        Arrays.stream(positions).mapToObj(row::column).toArray(size -> new ColumnCodec[size]);
  }

  /** The order's number; 0 is the primary key. */
  public int number() {
    return number;
  }

  /** Whether no two rows have the same key. */
  public boolean unique() {
    return unique;
  }

  /** The primary key, or the index's own components. */
  public KeyShape<?, R> key() {
    return key;
  }

  /** The positions in the row of all columns that make the order. */
  int[] positions() {
    return positions;
  }

  @Override
  public int compare(R a, R b) {
    for (ColumnCodec<R> column : columns) {
      int difference = column.compare(a, b);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  /** Whether the row comes before the range. */
  public boolean below(R row, KeyRange range) {
    int difference = compareTo(row, range.low());
    return range.lowInclusive() ? difference < 0 : difference <= 0 && range.low().length > 0;
  }

  /** Whether the row comes after the range. */
  public boolean above(R row, KeyRange range) {
    int difference = compareTo(row, range.high());
    return range.highInclusive() ? difference > 0 : difference >= 0 && range.high().length > 0;
  }

  private int compareTo(R row, Object[] prefix) {
    for (int i = 0; i < prefix.length; i++) {
      int difference = columns[i].compareTo(row, prefix[i]);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  /** Appends the row's place in this order. */
  public void encode(R row, Encoder out) {
    for (ColumnCodec<R> column : columns) {
      column.encodeKey(row, out);
    }
  }

  /**
   * The least bytes that a row of the range can have; empty where there is no bound. Nothing comes
   * after the greatest key, such as a long of 2<sup>63</sup> - 1: the bytes are then greater than
   * those of {@link #until}, so that no row is between them.
   */
  public byte[] from(KeyRange range) {
    byte[] bytes = encode(range.low());
    return range.lowInclusive() ? bytes : afterAll(range) ? AFTER : successor(bytes);
  }

  /** Bytes that are greater than those of all rows of the range; empty where there is no bound. */
  public byte[] until(KeyRange range) {
    if (afterAll(range)) {
      return BEFORE;
    }
    byte[] bytes = encode(range.high());
    return range.highInclusive() ? successor(bytes) : bytes;
  }

  /** Whether the range begins after the rows of the greatest key, so that no row is in it. */
  private boolean afterAll(KeyRange range) {
    return !range.lowInclusive()
        && range.low().length > 0
        && successor(encode(range.low())).length == 0;
  }

  private byte[] encode(Object[] prefix) {
    Encoder out = new Encoder();
    for (int i = 0; i < prefix.length; i++) {
      columns[i].codec().encodeKey(prefix[i], out);
    }
    return out.toByteArray();
  }

  /** The least bytes that are greater than all that begin with these; empty if there are none. */
  private static byte[] successor(byte[] bytes) {
    int last = bytes.length - 1;
    while (last >= 0 && bytes[last] == (byte) 0xFF) {
      last--;
    }
    byte[] next = Arrays.copyOf(bytes, last + 1);
    if (last >= 0) {
      next[last]++;
    }
    return next;
  }

  @Override
  public String toString() {
    return (number == 0 ? "primary key (" : unique ? "unique index (" : "index (") + key + ")";
  }
}
