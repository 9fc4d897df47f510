package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.JOURNAL;
import static tutti.simulator.mutant.Mechanism.ROWS_ON_DISK;

import java.util.List;

/** Bugs that only another version of the application brings out. */
final class EvolutionMutants {
  private EvolutionMutants() {}

  private static final String[] CHANGES = {"--faults", "new-version,crash"};

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(JOURNAL, "goes-back-to-the-former-version")
              .breaks("Data that an application cannot follow is opened under it.")
              .from("downgrades that open newer data: MongoDB, Elasticsearch before 7")
              .expect("evolution")
              .in("engine.recovery.OtherApplication")
              .replace("if (!obstacles.isEmpty()) {")
              .by("if (obstacles.size() > 1_000) {")
              .runs(100, CHANGES),
          Mutant.of(JOURNAL, "change-not-written")
              .breaks("The next version runs, and no checkpoint says so.")
              .from("a schema change that is not in the log: MySQL before its atomic DDL")
              .expect("recovery", "actor-serial")
              .in("engine.recovery.DataFolder")
              .replace("if (evolves) { writeEvolved(directory, durable); }")
              .by("if (evolves && durable < 0) { writeEvolved(directory, durable); }")
              .runs(100, CHANGES),
          Mutant.of(JOURNAL, "not-converted")
              .breaks("States keep the form of the former version.")
              .from("rows read by the newer schema's columns: online schema changes")
              .expect("actor-serial", "recovery", "no-failure")
              .in("engine.recovery.DataFolder")
              .replace("conversion = evolution.conversion();")
              .by("")
              .runs(100, CHANGES),
          Mutant.of(JOURNAL, "in-doubt-under-another-version")
              .breaks("What is in doubt is put back under the next version, not decided before.")
              .from("prepared transactions that outlive a schema change: XA and DDL")
              .expect("actor-serial", "no-failure", "recovery", "agreement")
              .in("engine.recovery.DataFolder")
              .replace("boolean same = !evolves() && meta")
              .by("boolean same = meta")
              .runs(400, "--nodes", "3", "--faults", "new-version,crash"),
          Mutant.of(ROWS_ON_DISK, "components-by-place")
              .breaks("Older rows are read by the order of their components, not by their names.")
              .from("columns that were reordered under a loader that counts them")
              .expect("actor-serial", "recovery")
              .in("model.schema.RecordEvolution")
              .replace("int position = older.position(components[i].getName());")
              .by("int position = i < older.columns().size() ? i : -1;")
              .runs(100, "--workload", "rows", "--faults", "new-version,crash"));
}
