package tutti.lab.tpcc;

/** Small shapes of the benchmark. */
final class TpccSides {
  private TpccSides() {}

  /** Two warehouses with few rows, and much between them. */
  static TpccShape small(Mix mix) {
    return new TpccShape(2, 20, 50, Actors.WAREHOUSES, mix, 50, 20, true, 0);
  }
}
