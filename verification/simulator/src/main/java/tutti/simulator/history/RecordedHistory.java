package tutti.simulator.history;

import java.util.List;
import java.util.Map;

/**
 * The events of a run.
 *
 * @param claim the isolation that the system promises
 * @param operations the operations of all clients, in any order
 * @param last the version of each actor that was found at the end; an actor that is not in it was
 *     not read. Version 0: the actor did not exist
 */
public record RecordedHistory(
    HistoryClaim claim, List<Operation> operations, Map<String, Long> last) {}
