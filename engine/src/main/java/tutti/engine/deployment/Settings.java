package tutti.engine.deployment;

/**
 * All that a deployment file says.
 *
 * @param deployment how the application runs
 * @param server how it is reached
 */
public record Settings(Deployment deployment, ServerSettings server) {
  /** What an empty file means. */
  public static final Settings DEFAULT = new Settings(Deployment.DEFAULT, ServerSettings.DEFAULT);
}
