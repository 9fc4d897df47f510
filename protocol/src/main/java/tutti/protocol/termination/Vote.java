package tutti.protocol.termination;

/** What a participant says to a Prepare. */
public enum Vote {
  /** It ends as the others do, and has forced what it needs for a commit and for an abort. */
  YES,
  /** It has not executed what was asked, or has undone it. */
  NO,
  /** It has only looked, and is out: the outcome does not matter to it. */
  READ_ONLY
}
