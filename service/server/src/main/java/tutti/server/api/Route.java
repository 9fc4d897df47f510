package tutti.server.api;

import java.util.List;

/** The names under which requests are counted. */
enum Route {
  EVENT("/{specification}/{key}/{event}"),
  QUERY("/{specification}/{key}/query"),
  TRANSACTIONS("/transactions"),
  BATCH("/transactions/batch"),
  TRANSACTION("/transactions/{id}"),
  COMMITMENTS("/transactions/in-progress"),
  INSTANCE("/{specification}/{key}"),
  LIST("/{specification}"),
  OPENAPI("/openapi.json"),
  PAGE("/"),
  HEALTH("/health"),
  READY("/ready"),
  METRICS("/metrics"),
  BACKUPS("/backups"),
  SHARDS("/shards"),
  OTHER("other");

  /** The last part of the path of the transactions that operators have ended by hand. */
  static final String RESOLVED = "resolved";

  private final String label;

  Route(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Whether a path below {@code /transactions} shows or ends transactions over several nodes. */
  static boolean isOfCommitments(List<String> segments) {
    return segments.size() == 2
        ? segments.get(1).equals("in-progress") || segments.get(1).equals(RESOLVED)
        : segments.size() == 3
            && (segments.get(2).equals("parts") || segments.get(2).equals("resolution"));
  }
}
