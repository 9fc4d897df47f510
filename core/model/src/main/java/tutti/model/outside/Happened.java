package tutti.model.outside;

/** The answer to the question whether an irrevocable operation has happened. */
public enum Happened {
  /** The operation has happened. */
  YES,
  /** The operation has not happened, and never will. */
  NO,
  /** Neither is known yet: the question must be asked again. */
  UNKNOWN
}
