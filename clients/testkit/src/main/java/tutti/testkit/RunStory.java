package tutti.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.distribution.message.MessageInWords;
import tutti.model.Application;
import tutti.simulator.trace.HtmlPage;
import tutti.simulator.trace.Transcript;

/** The message of a run that failed: what to do, its last calls, its deployment, its page. */
final class RunStory {
  /** The greatest number of calls in the message, which are the newest ones. */
  private static final int CALLS = 12;

  private final long seed;
  private final String digest;
  private final Deployment deployment;
  private final Application application;

  RunStory(long seed, String digest, Deployment deployment, Application application) {
    this.seed = seed;
    this.digest = digest;
    this.deployment = deployment;
    this.application = application;
  }

  /**
   * Returns the message, and writes the page.
   *
   * @param failed the failed part: a client, an invariant, the run
   * @param why the failure's own message
   */
  String tell(String failed, String why, CallLog log, RunTrace trace) {
    return ("%s failed in the simulation of seed %s: %s\nTo run it again: %s, or"
                + " runSeed(%s)\n%s")
            .formatted(failed, seed, why, again(), seed, calls(log.entries()))
        + deployed()
        + page(failed, why, trace);
  }

  private String again() {
    return "-D" + Simulation.SEED + "=" + seed;
  }

  private static String calls(List<CallLog.Entry> all) {
    if (all.isEmpty()) {
      return "";
    }
    int left = Math.max(0, all.size() - CALLS);
    StringBuilder text = new StringBuilder(left == 0 ? "Its calls:\n" : "Its last calls:\n");
    all.subList(left, all.size()).forEach(call -> text.append("  ").append(call).append('\n'));
    return text.toString();
  }

  private String deployed() {
    String differences = DeploymentText.renderDifferences(deployment);
    return differences.isEmpty()
        ? "Its deployment is the default.\n"
        : "Its deployment, where it is not the default:\n" + differences;
  }

  private String page(String failed, String why, RunTrace trace) {
    Path file = folder().resolve("tutti").resolve("seed-" + seed + ".html");
    Transcript transcript =
        new Transcript(
            seed,
            again(),
            DeploymentText.render(deployment),
            deployment.nodeCount(),
            List.of(failed + ": " + why),
            digest,
            trace.steps(),
            trace.forgotten(),
            new MessageInWords.Reader(application)::read);
    try {
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, HtmlPage.of(transcript));
      return "All that happened in it: " + file.toAbsolutePath().normalize().toUri();
    } catch (IOException cannot) {
      // The message tells of the failure even without a page.
      return "Its page cannot be written to " + file + ": " + cannot.getMessage();
    }
  }

  /** The folder for the build's output: Maven's, or Gradle's if only that one exists. */
  private static Path folder() {
    Path gradle = Path.of("build");
    return Files.isDirectory(gradle) && !Files.isDirectory(Path.of("target"))
        ? gradle
        : Path.of("target");
  }
}
