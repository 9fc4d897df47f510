package tutti.model;

/**
 * An exception that says that an evaluation first needs an observation of another actor. The
 * exception is control flow, not an error: it has no stack trace, and only the engine catches it.
 */
public final class Unobserved extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ActorId actor;
  private final transient Observation what;

  public Unobserved(ActorId actor, Observation what) {
    super(null, null, false, false);
    this.actor = actor;
    this.what = what;
  }

  public ActorId actor() {
    return actor;
  }

  public Observation what() {
    return what;
  }
}
