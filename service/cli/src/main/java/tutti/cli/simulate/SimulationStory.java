package tutti.cli.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.OutputFile;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.report.SimulationReport.Violation;
import tutti.simulator.trace.HtmlPage;
import tutti.simulator.trace.SequenceDiagram;
import tutti.simulator.trace.Transcript;

/** Makes a run once more, and reports its events as text and as a page. */
final class SimulationStory {
  private static final int WIDTH = 150;

  /**
   * The number of events that are kept, enough for runs of a usual size; a longer run loses its
   * beginning.
   */
  private static final int KEPT_FOR_A_PAGE = 200_000;

  private final SimulatedApplication application;
  private final SimulationOptions options;
  private final PrintWriter out;

  SimulationStory(SimulatedApplication application, SimulationOptions options, PrintWriter out) {
    this.application = application;
    this.options = options;
    this.out = out;
  }

  /**
   * Reports one run.
   *
   * @param violation the violation that was found in the run, or null
   * @param steps the greatest number of steps in the diagram; 0 for no diagram
   * @param page where to write the page, or null for none
   */
  void tell(long seed, @Nullable Violation violation, int steps, @Nullable Path page) {
    if (steps == 0 && page == null) {
      return;
    }
    Watch watch = Watch.events(KEPT_FOR_A_PAGE);
    Transcript transcript =
        Simulation.watch(application, options, seed, page == null ? watch : watch.withLooks());
    if (violation != null && !transcript.findings().equals(violation.findings())) {
      out.println(
          "  made once more, the same seed found something else: the simulator is at fault,");
      out.println("  or something in the run is not simulated. It found:");
      transcript.findings().forEach(finding -> out.println("  " + finding));
    }
    if (steps > 0) {
      List<String> lines = SequenceDiagram.draw(transcript, steps, WIDTH);
      lines.forEach(out::println);
    }
    if (page != null) {
      OutputFile.write(page, HtmlPage.of(transcript));
      out.println("the page: " + page.toAbsolutePath().toUri());
    }
    out.flush();
  }
}
