package tutti.lab.ycsb;

/** The operations of YCSB's core workloads. */
enum CoreOperation {
  READ("read"),
  UPDATE("update"),
  INSERT("insert"),
  SCAN("scan"),
  READ_MODIFY_WRITE("read-modify-write");

  private final String label;

  CoreOperation(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Returns whether a row counts one more write. */
  boolean writes() {
    return this == UPDATE || this == READ_MODIFY_WRITE;
  }
}
