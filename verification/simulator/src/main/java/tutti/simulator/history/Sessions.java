package tutti.simulator.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Write;

/**
 * The check that a history is well-formed: names are used once, nothing is answered before it is
 * asked, and a client asks for one thing at a time. A failure here is a mistake of the recorder,
 * not of the system.
 */
record Sessions(AnomalyReport report) {
  private static final String NAME = "malformed";

  void check(List<Operation> operations, Map<String, Long> last) {
    Map<String, Operation> names = new HashMap<>(operations.size() * 2);
    Map<String, List<Operation>> clients = new LinkedHashMap<>();
    for (Operation operation : operations) {
      alone(operation);
      if (names.put(operation.id(), operation) != null) {
        wrong(operation, "The id " + operation.id() + " is used twice.");
      }
      clients.computeIfAbsent(operation.client(), name -> new ArrayList<>()).add(operation);
    }
    last.forEach(
        (actor, version) -> {
          if (version < 0) {
            wrong("The last version of " + actor + " is " + version + ".");
          }
        });
    clients.values().forEach(this::oneAtATime);
  }

  private void alone(Operation operation) {
    if (operation.completed() < operation.invoked()) {
      wrong(
          operation,
          "%s was answered at %s, before it was asked for at %s."
              .formatted(
                  operation.id(),
                  AnomalyText.time(operation.completed()),
                  AnomalyText.time(operation.invoked())));
    }
    for (Operation.Read read : operation.reads()) {
      if (read.version() < 0) {
        wrong(
            operation, operation.id() + " read version " + read.version() + " of " + read.actor());
      }
    }
    Set<Version> made = new HashSet<>();
    for (Write write : operation.writes()) {
      if (!made.add(new Version(write.actor(), write.version()))) {
        wrong(
            operation,
            "%s made version %s of %s twice."
                .formatted(operation.id(), write.version(), write.actor()));
      }
    }
  }

  private record Version(String actor, long version) {}

  /**
   * Checks one client's operations. A client that gave up on an answer may go on; the end of that
   * operation is left open.
   */
  private void oneAtATime(List<Operation> session) {
    session.sort(
        Comparator.comparingLong(Operation::invoked).thenComparingLong(Operation::completed));
    for (int i = 1; i < session.size(); i++) {
      Operation before = session.get(i - 1);
      Operation after = session.get(i);
      boolean over =
          before.outcome() == Outcome.IN_DOUBT
              || before.completed() == Operation.NEVER
              || before.completed() <= after.invoked();
      if (!over) {
        wrong(
            after,
            "Client %s asked for %s at %s, while %s was not answered before %s. %s"
                .formatted(
                    after.client(),
                    after.id(),
                    AnomalyText.time(after.invoked()),
                    before.id(),
                    AnomalyText.time(before.completed()),
                    "A client asks for one thing at a time."));
      }
    }
  }

  private void wrong(Operation operation, String why) {
    if (report.wants(NAME)) {
      report.add(NAME, List.of(operation.id()), why);
    }
  }

  private void wrong(String why) {
    if (report.wants(NAME)) {
      report.add(NAME, List.of(), why);
    }
  }
}
