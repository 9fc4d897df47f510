package tutti.lab.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import tutti.lab.http.HttpCaller;
import tutti.lab.load.ProcessUse;
import tutti.lab.load.ProcessUse.Used;
import tutti.lab.measure.RunResult;

/**
 * The use of each process of a run while it is measured: the nodes' and the client's, which is this
 * one; and the nodes' own counts. For one thread.
 */
final class ProcessMeter {
  private static final int MILLIS = 10_000;
  private static final String MESSAGES = "tutti_transport_messages_sent_total";
  private static final String BATCHES = "tutti_transport_batches_sent_total";
  private static final String FLUSHES = "tutti_journal_flushes_total";
  private static final String RECORDS = "tutti_journal_records_total";
  private static final List<String> COUNTED = List.of(MESSAGES, BATCHES, FLUSHES, RECORDS);

  private final List<Long> pids;
  private final List<InetSocketAddress> addresses;
  private final List<ProcessUse> before = new ArrayList<>();
  private final List<Used> used = new ArrayList<>();
  private final double[] counts = new double[COUNTED.size()];

  /**
   * @param pids of the nodes' processes
   * @param addresses the addresses at which nodes answer {@code /metrics}
   */
  ProcessMeter(List<Long> pids, List<InetSocketAddress> addresses) {
    this.pids = pids;
    this.addresses = addresses;
  }

  void begins() throws IOException {
    count(-1);
    before.add(ProcessUse.ofThisOne());
    pids.forEach(pid -> before.add(ProcessUse.of(pid)));
  }

  void ends() throws IOException {
    used.add(ProcessUse.ofThisOne().since(before.getFirst()));
    for (int i = 0; i < pids.size(); i++) {
      used.add(ProcessUse.of(pids.get(i)).since(before.get(i + 1)));
    }
    count(1);
  }

  private void count(int sign) throws IOException {
    for (InetSocketAddress address : addresses) {
      try (HttpCaller caller = new HttpCaller(address.getPort())) {
        String text = caller.ask(HttpCaller.request("/metrics", null, null), MILLIS).body();
        for (int i = 0; i < counts.length; i++) {
          counts[i] += sign * sum(text, COUNTED.get(i));
        }
      }
    }
  }

  /** Returns the sum of a counter of Prometheus' text format over all its labels. */
  static double sum(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /**
   * Returns the run with these figures, for each request: of all nodes together, of each of them
   * where there are several, and of the client.
   *
   * @param requests that were answered between begin and end
   */
  RunResult measures(RunResult run, long requests) {
    Used nodes = used.subList(1, used.size()).stream().reduce(Used.NOTHING, Used::plus);
    RunResult with = used.getFirst().per(nodes.per(run, "", requests), "client-", requests);
    for (int i = 0; pids.size() > 1 && i < pids.size(); i++) {
      with = used.get(i + 1).per(with, "node-" + i + "-", requests);
    }
    double answered = Math.max(1, requests);
    return with.measure("messages-per-request", counts[COUNTED.indexOf(MESSAGES)] / answered)
        .measure("batches-per-request", counts[COUNTED.indexOf(BATCHES)] / answered)
        .measure("flushes-per-request", counts[COUNTED.indexOf(FLUSHES)] / answered)
        .measure("records-per-request", counts[COUNTED.indexOf(RECORDS)] / answered);
  }
}
