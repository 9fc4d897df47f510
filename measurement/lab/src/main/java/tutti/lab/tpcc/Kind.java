package tutti.lab.tpcc;

/** The kinds of transactions, with the times of their terminals (clause 5.2.5.7). */
enum Kind {
  NEW_ORDER("new-order", 18, 12),
  PAYMENT("payment", 3, 12),
  ORDER_STATUS("order-status", 2, 10),
  DELIVERY("delivery", 2, 5),
  STOCK_LEVEL("stock-level", 2, 5);

  private static final double NANOS = 1e9;

  /** The bound of a think time, as a multiple of its mean. */
  private static final double LONGEST_THINKING = 10;

  private final String label;
  private final int keyingSeconds;
  private final int meanThinkSeconds;

  Kind(String label, int keyingSeconds, int meanThinkSeconds) {
    this.label = label;
    this.keyingSeconds = keyingSeconds;
    this.meanThinkSeconds = meanThinkSeconds;
  }

  String label() {
    return label;
  }

  /** Returns the time for entering the input. */
  double keyingNanos() {
    return keyingSeconds * NANOS;
  }

  /** Returns a time for looking at the result: exponentially drawn. */
  double thinkNanos(TpccRandom draw) {
    double drawn = -Math.log(1 - draw.fraction());
    return Math.min(drawn, LONGEST_THINKING) * meanThinkSeconds * NANOS;
  }
}
