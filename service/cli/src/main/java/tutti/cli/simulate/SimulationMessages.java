package tutti.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import tutti.cli.command.OutputFile;
import tutti.lab.node.MessageLines;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.trace.TraceStep;
import tutti.simulator.trace.Transcript;

/** The messages of a simulated run as a file, with marks for those that were lost or came twice. */
final class SimulationMessages {
  private SimulationMessages() {}

  static void write(Transcript transcript, Path file) {
    Map<Long, String> fates = new HashMap<>();
    Map<Long, Integer> arrivals = new HashMap<>();
    for (TraceStep step : transcript.steps()) {
      if (step.event() instanceof TraceEvent.Lost lost) {
        fates.put(lost.message(), lost.how());
      } else if (step.event() instanceof TraceEvent.Arrived arrived) {
        arrivals.merge(arrived.message(), 1, Integer::sum);
      }
    }
    try (MessageLines lines = new MessageLines(file, transcript.reader())) {
      for (TraceStep step : transcript.steps()) {
        if (step.event() instanceof TraceEvent.Sent sent) {
          int copies = arrivals.getOrDefault(sent.message(), 0);
          String fate = fates.getOrDefault(sent.message(), "");
          lines.add(
              step.nanos(),
              sent.from(),
              sent.to(),
              sent.bytes(),
              copies == 0 ? fate : copies == 1 ? "" : "arrived " + copies + " times");
        }
      }
      if (transcript.forgotten() > 0) {
        lines.note(transcript.forgotten() + " earlier events of the run were left out");
      }
    } catch (IOException failed) {
      throw OutputFile.notWritten(file, failed);
    }
  }
}
