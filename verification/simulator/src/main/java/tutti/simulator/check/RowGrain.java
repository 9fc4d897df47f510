package tutti.simulator.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.ActorId;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.history.Operation;

/**
 * The versions that transactions made of single rows, by the logs, and the rows that they report to
 * have seen. A row has one version after another, in the order in which the transactions that wrote
 * them came to the actor.
 */
final class RowGrain {
  private record Row(ActorId actor, RowKey key) {}

  private final Eras eras;
  private final Sight.Reader reader;
  private final Findings findings;
  private final Map<Row, RowVersions> rows = new LinkedHashMap<>();
  private final Map<LoggedDecision, List<RowVersions>> writes = new HashMap<>();

  RowGrain(Eras eras, Sight.Reader reader, Findings findings) {
    this.eras = eras;
    this.reader = reader;
    this.findings = findings;
  }

  /** Adds an effect of an actor, in the order of arrival. */
  void add(StandingEffect effect) {
    if (effect.call().action() instanceof ImageAction(var type, RowChanges changes)) {
      for (RowChanges.Change change : changes.list()) {
        RowVersions versions =
            versions(effect.call().target(), new RowKey(change.relation(), change.key()));
        versions.add(effect.decision(), eras.today(effect.act().era(), change.after()));
        writes.computeIfAbsent(effect.decision(), none -> new ArrayList<>(4)).add(versions);
      }
    }
  }

  private RowVersions versions(ActorId actor, RowKey key) {
    return rows.computeIfAbsent(
        new Row(actor, key), row -> new RowVersions(row.actor(), row.key()));
  }

  /** The writes of a transaction, row by row. */
  List<Operation.Write> writes(LoggedDecision decision) {
    List<Operation.Write> made = new ArrayList<>();
    for (RowVersions row : writes.getOrDefault(decision, List.of())) {
      made.add(row.write(row.madeBy(decision)));
    }
    return made;
  }

  /**
   * The possible readings of a transaction: for each row that it saw, the possible versions,
   * ascending.
   */
  List<List<Operation.Read>> readings(LoggedDecision decision) {
    List<List<Operation.Read>> all = new ArrayList<>();
    List<Sight> sights =
        reader.read(decision.results, wrong -> findings.add("observed", decision + ": " + wrong));
    for (Sight sight : sights) {
      RowVersions row = versions(sight.actor(), sight.row());
      if (sight.made()) {
        int made = row.madeBy(decision);
        if (made == 0 || !row.admits(sight, made)) {
          findings.add(
              "observed", decision + " says that it made what is not in the log: " + sight);
        }
        continue;
      }
      if (row.implies(sight, decision)) {
        continue;
      }
      List<Operation.Read> readings = row.readings(sight, decision);
      if (readings.isEmpty()) {
        findings.add("observed", decision + " saw what never was: " + sight);
      } else {
        all.add(readings);
      }
    }
    return all;
  }

  /** The version of each row that is there. */
  void last(States found, Map<String, Long> last) {
    rows.forEach(
        (row, versions) -> {
          RowsImage image = RowsImage.in(found.of(row.actor()).state());
          last.put(versions.name(), versions.last(image.row(row.key())));
        });
  }
}
