package tutti.lab.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Raw latencies: one HdrHistogram log per side beside the JSON, one interval per run, tagged with
 * the run's number among all runs. Values are nanoseconds.
 */
public final class HistogramLogs {
  private HistogramLogs() {}

  /**
   * Writes {@code f.SIDE.hlog} for {@code f.json}.
   *
   * @return the files written
   */
  public static List<Path> write(Report report, Path json) throws IOException {
    Path name = json.getFileName();
    String stem = (name == null ? "bench" : name.toString()).replaceFirst("\\.json$", "");
    List<Path> files = new ArrayList<>();
    for (String label : report.labels()) {
      Path file =
          json.resolveSibling(stem + "." + label.replaceAll("[^A-Za-z0-9.-]", "_") + ".hlog");
      one(report, label, file);
      files.add(file);
    }
    return files;
  }

  private static void one(Report report, String label, Path file) throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("[" + report.workload() + ", " + label + ", nanoseconds]");
      log.outputLogFormatVersion();
      log.outputLegend();
      for (int i = 0; i < report.runs().size(); i++) {
        RunResult run = report.runs().get(i);
        if (run.label().equals(label)) {
          Histogram interval = run.latency().copy();
          interval.setTag("run-" + i);
          log.outputIntervalHistogram(i, i + 1, interval, 1e6);
        }
      }
      if (out.checkError()) {
        throw new IOException("could not write " + file);
      }
    }
  }
}
