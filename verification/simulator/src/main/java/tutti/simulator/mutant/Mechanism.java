package tutti.simulator.mutant;

import java.util.Locale;

/** The part of Tutti that a mutant is in. */
public enum Mechanism {
  JOURNAL,
  TWO_PHASE_LOCKING,
  PATH_SENSITIVE,
  OPTIMISTIC,
  VERSIONING,
  WAIT_RULES,
  RECORD_OPTIMISTIC,
  RECORD_LOCKS,
  PROCEDURES,
  EVENTS_AND_PROCEDURES,
  ROWS_ON_DISK,
  TWO_PHASE_COMMIT,
  THREE_PHASE_COMMIT,
  EASY_COMMIT,
  PAXOS_COMMIT,
  MULTIPAXOS,
  TAPIR,
  JANUS,
  REPLICAS,
  TRANSACTIONS,
  SESSIONS,
  BATCHES,
  SNAPSHOTS;

  /** Returns the name in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
