package tutti.cli.process;

/**
 * The families of tests with several processes that take a quarter of a minute each: a run of the
 * usual suite has a case of one of them.
 */
final class DearFamily {
  static final int NODES = 0;
  static final int TORTURE = 1;
  static final int PAGES = 2;
  static final int COUNT = 3;

  private DearFamily() {}
}
