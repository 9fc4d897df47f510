package tutti.simulator.explorer.world;

/**
 * A kind of choice that happens only a bounded number of times in a world: a fault, or another
 * choice of a model.
 *
 * @param words the plural of the kind, for people
 */
public record ChoiceKind(String words) {
  /** A crash of a member that keeps its disk, between any two effects. */
  public static final ChoiceKind CRASH = new ChoiceKind("crashes");

  /** A disk that is lost, with a crash. */
  public static final ChoiceKind DISK = new ChoiceKind("lost disks");

  /** A message that arrives once more, in a network where messages arrive once. */
  public static final ChoiceKind DUPLICATE = new ChoiceKind("doubled messages");

  /** A member that repeats what was not answered. */
  public static final ChoiceKind RETRY = new ChoiceKind("repetitions");
}
