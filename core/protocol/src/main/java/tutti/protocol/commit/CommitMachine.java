package tutti.protocol.commit;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;

/**
 * The machine of one role of a commit protocol in one transaction. Equal events in equal order give
 * equal effects. Confined to one thread at a time.
 */
public interface CommitMachine extends Machine<Input, Output> {

  /**
   * Takes one event. Messages, timers and reports that come late, twice or out of order are no
   * errors, and after the end every event but another role's gives no effects. {@code Started} and
   * {@code Halted} are of no role: a machine that the log has begins with {@link Input.Restarted}.
   *
   * @return the effects to carry out, in this order, but for records, which come first; the caller
   *     may keep the list
   * @throws IllegalArgumentException if the event belongs to another role
   * @throws IllegalStateException if the caller breaks the order that {@link Event} and {@link
   *     Input} ask for
   */
  @Override
  List<Effect<Output>> on(Event<Input> event);

  /** The nodes that the machine waits for, whatever it waits for. A copy. */
  Set<Integer> missing();

  /**
   * Returns the coordinator's participants to which a commit must be sent; complete once the
   * coordinator decides. A copy. Empty for other roles.
   */
  Set<Integer> voters();

  /**
   * Returns the state of the machine, named in lower case as the protocol names it, such as {@code
   * prepared}; {@code ended} after the output {@link Output.End}.
   */
  @Override
  String phase();

  /**
   * The machine's view of other nodes, and of the events that will end it, for people. By default:
   * the missing nodes.
   */
  default Outlook outlook() {
    Set<Integer> missing = missing();
    return Outlook.all(
        new TreeMap<>(), missing.isEmpty() ? Outlook.By.FLUSH : Outlook.By.KNOWLEDGE, missing);
  }
}
