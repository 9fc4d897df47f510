package tutti.simulator.history;

import java.util.List;
import java.util.Map;

/**
 * What happened in a run.
 *
 * @param claim what the system says of it
 * @param operations of all clients, in any order
 * @param last the version of each actor that was found when all was over; an actor that is not
 *     there was not looked at. Version 0: it was not there
 */
public record RecordedHistory(Claim claim, List<Operation> operations, Map<String, Long> last) {}
