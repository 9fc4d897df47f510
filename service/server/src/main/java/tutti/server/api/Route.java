package tutti.server.api;

/** The names under which requests are counted. */
enum Route {
  EVENT("/{specification}/{key}/{event}"),
  QUERY("/{specification}/{key}/query"),
  TRANSACTIONS("/transactions"),
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

  private final String label;

  Route(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
