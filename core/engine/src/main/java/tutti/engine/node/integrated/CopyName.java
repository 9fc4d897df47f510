package tutti.engine.node.integrated;

/**
 * The name of the part that one replica has in a backup.
 *
 * @param backup names the backup
 * @param copied whether the replica gives the copy of its shard; else it only holds with it
 */
record CopyName(String backup, int shard, boolean copied) {
  private static final char COPIES = 'c';
  private static final char HOLDS = 'h';

  /** Reads a name; a text that is none names nothing that any replica has. */
  static CopyName of(String text) {
    int dot = text.lastIndexOf('.');
    String rest = text.substring(dot + 1);
    if (dot < 0 || !rest.matches("[ch][0-9]{1,6}")) {
      return new CopyName(text, Integer.MAX_VALUE, false);
    }
    return new CopyName(
        text.substring(0, dot), Integer.parseInt(rest.substring(1)), rest.charAt(0) == COPIES);
  }

  String text() {
    return backup + "." + (copied ? COPIES : HOLDS) + shard;
  }
}
