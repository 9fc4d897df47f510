package tutti.engine.integrated.tapir;

/**
 * The state of a replica as it was a moment ago, for people.
 *
 * @param view the newest view that was opened
 * @param member whether what the replica says counts: not after its disk was lost, until it has
 *     joined a view
 * @param acts whether it acts in that view now
 * @param record how many transactions its record has
 * @param items how many items have versions
 * @param images how many images of its memory it has made
 * @param installed how many memories it has taken over from other hosts
 * @param arrived how often such a memory came, or a transaction with values that an earlier version
 *     of the application has written
 */
public record ReplicaGlance(
    long view,
    boolean member,
    boolean acts,
    int record,
    int items,
    long images,
    long installed,
    long arrived) {
  /** The state before the first event. */
  static final ReplicaGlance BEFORE = new ReplicaGlance(0, false, false, 0, 0, 0, 0, 0);

  /** Returns the state of a replica that has stopped. */
  ReplicaGlance stopped() {
    return new ReplicaGlance(view, member, false, record, items, images, installed, arrived);
  }
}
