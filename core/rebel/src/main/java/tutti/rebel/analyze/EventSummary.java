package tutti.rebel.analyze;

import java.util.List;
import tutti.model.footprint.Footprint;

/**
 * The summary of an event, for people.
 *
 * @param internal whether no client may call it
 * @param transitions such as {@code opened -> blocked}
 * @param reads the fields of the event's own instance whose value before the event matters, and
 *     what is read of the caller, such as {@code caller.subject}
 * @param writes the fields to which the event gives new values
 * @param looks the parts of other instances that the event reads directly
 * @param partners the events that must happen with this one, directly and through others, in the
 *     order of the text
 * @param footprint the footprint of the transaction that a request for the event starts; its items
 *     are expressions over the event's parameters
 * @param reason a sentence that explains the footprint's shape
 * @param linear whether the event's outcomes can be kept as an interval (PSAC §8)
 */
public record EventSummary(
    String specification,
    String event,
    boolean internal,
    String documentation,
    List<String> transitions,
    List<String> reads,
    List<String> writes,
    List<Look> looks,
    List<Partner> partners,
    Footprint footprint,
    String reason,
    boolean linear) {
  public EventSummary {
    transitions = List.copyOf(transitions);
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
    looks = List.copyOf(looks);
    partners = List.copyOf(partners);
  }

  /**
   * @param key the expression that names the instance
   * @param what a field's name, or the states that the instance may be in
   */
  public record Look(String specification, String key, String what) {}

  /**
   * @param depth 0 for the event's own partners, 1 for their partners, and so on
   * @param key the expression that names the instance
   * @param negated whether the event must be impossible
   * @param recursive whether this partner is already on the path to here, so that its own partners
   *     are left out
   */
  public record Partner(
      int depth,
      String specification,
      String key,
      String event,
      boolean negated,
      boolean recursive) {}
}
