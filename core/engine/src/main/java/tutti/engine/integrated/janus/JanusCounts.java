package tutti.engine.integrated.janus;

/**
 * The counts of events on a host so far.
 *
 * @param fast transactions that began here, and were decided in one round trip
 * @param slow transactions that began here, and were decided in more than one
 * @param inquiries questions of replicas here for decisions that had not come
 */
public record JanusCounts(long fast, long slow, long inquiries) {
  static final JanusCounts NONE = new JanusCounts(0, 0, 0);

  JanusCounts decided(boolean slowly) {
    return new JanusCounts(fast + (slowly ? 0 : 1), slow + (slowly ? 1 : 0), inquiries);
  }

  JanusCounts inquired() {
    return new JanusCounts(fast, slow, inquiries + 1);
  }
}
