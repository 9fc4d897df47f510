package tutti.lab.ycsb;

/**
 * A row of 1 KB: a key and ten columns of a hundred characters, as in Easy Commit §6.1. The first
 * column counts the writes.
 */
public record WideRow(
    long key,
    String f0,
    String f1,
    String f2,
    String f3,
    String f4,
    String f5,
    String f6,
    String f7,
    String f8,
    String f9)
    implements Counted<WideRow> {
  private static final int DIGITS = 10;
  private static final String FILL = "x".repeat(90);

  /** Returns the row that is there before any write. */
  static WideRow first(long key) {
    String own = column(key);
    return new WideRow(key, column(0), own, own, own, own, own, own, own, own, own);
  }

  /** Returns a text of a hundred characters, of its own: columns share no memory. */
  private static String column(long number) {
    String digits = Long.toString(number);
    return "0".repeat(DIGITS - digits.length()) + digits + FILL;
  }

  @Override
  public WideRow written() {
    return new WideRow(key, column(writes() + 1), f1, f2, f3, f4, f5, f6, f7, f8, f9);
  }

  @Override
  public long writes() {
    return Long.parseLong(f0, 0, DIGITS, 10);
  }

  @Override
  public long looked() {
    return f0.charAt(DIGITS - 1);
  }
}
