package tutti.benchmark.calibrate;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.command.Calibrator.Calibrated;
import tutti.lab.measure.Beside;
import tutti.lab.measure.Machine;
import tutti.lab.node.Folders;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;

/**
 * {@code tutti calibrate}: the constants of this machine. Threads, disk and rows are measured
 * alone. A transaction, an action, a log record and a message are measured in whole nodes, each as
 * the rest when the model charges for everything that is known already: so the constants add up to
 * the cost of a request, whatever they leave out.
 */
final class Calibration {
  private static final int MANY_CALLS = 9;
  private static final int MANY_ROWS = 100;
  private static final int FEW_EDGES = 8;
  private static final int MANY_EDGES = 64;
  private static final double[] RANKS = {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98};

  private final EnumMap<Constant, Double> nanos = new EnumMap<>(Constant.class);
  private final EnumMap<Constant, String> spreads = new EnumMap<>(Constant.class);
  private final Consumer<String> progress;
  private List<Double> flushes = List.of();

  private Calibration(Consumer<String> progress) {
    this.progress = progress;
    for (Constant each : Constant.values()) {
      if (each.isPlainDuration()) {
        nanos.put(each, 0.0);
      }
    }
  }

  /**
   * Measures all constants; takes about a minute.
   *
   * @param data the folder in which the disk is measured
   * @param progress told a line for each constant
   */
  static Calibrated measure(Path data, Consumer<String> progress) throws Exception {
    Calibration calibration = new Calibration(progress);
    calibration.threads();
    calibration.disk(data);
    calibration.rows();
    calibration.graph();
    calibration.nodes();
    return new Calibrated(calibration.machine(), calibration.spreads);
  }

  private MachineModel machine() {
    Machine here = Machine.here(0, Beside.UNKNOWN);
    return new MachineModel(
        here.cpu() + ", " + here.cores() + " cores, JDK " + Runtime.version().feature(),
        LocalDate.now(ZoneOffset.UTC).toString(),
        here.cores(),
        nanos,
        flushes.isEmpty() ? List.of(0.0) : flushes);
  }

  private void is(Constant constant, double value, String spread) {
    nanos.put(constant, Math.max(0, value));
    spreads.put(constant, spread);
    progress.accept(
        String.format(Locale.ROOT, "%-18s %,10.0f ns  (%s)", constant.path(), value, spread));
  }

  private void is(Constant constant, Samples samples) {
    is(constant, samples.value(), samples.spread());
  }

  private void threads() throws Exception {
    try (ThreadCosts costs = new ThreadCosts()) {
      is(Constant.STEP, costs.step());
      Samples resume = costs.resumeAndStep();
      is(Constant.RESUME, resume.value() - value(Constant.STEP), "with a step " + resume.spread());
      is(Constant.TIMER, costs.timer());
      is(Constant.WAKE, costs.wake());
      is(Constant.UNPARK, costs.unpark());
      Samples spinning = costs.spinning();
      is(
          Constant.HANDOVER,
          spinning.value() - value(Constant.STEP),
          "with a step " + spinning.spread());
    }
  }

  private void disk(Path data) throws Exception {
    try (Folders folder = Folders.in(data)) {
      DiskCosts costs = new DiskCosts(folder);
      List<Double> ranks = new ArrayList<>();
      for (double rank : RANKS) {
        ranks.add(costs.block().rank(rank));
      }
      flushes = ranks;
      spreads.put(Constant.FLUSH, "values at evenly spaced ranks, of 300");
      progress.accept(
          String.format(
              Locale.ROOT,
              "%-18s %,10.0f ns  (median; %,.0f to %,.0f)",
              Constant.FLUSH.path(),
              costs.block().rank(0.5),
              ranks.getFirst(),
              ranks.getLast()));
      is(Constant.FLUSH_COST, costs.processorNanos(), "mean of 300");
      is(Constant.DISK_KIB, costs.nanosPerKib(), "from 256 KiB and 4 KiB");
    }
  }

  private void rows() throws Exception {
    RowCosts costs = new RowCosts();
    is(Constant.ROW_FIND, costs.find());
    Samples one = costs.scan(1);
    Samples many = costs.scan(MANY_ROWS);
    double next = (many.value() - one.value()) / (MANY_ROWS - 1);
    is(Constant.ROW_SEEK, one.value() - next, "with one row " + one.spread());
    is(Constant.ROW_NEXT, next, "from scans of " + MANY_ROWS + " rows, " + many.spread());
  }

  private void graph() throws Exception {
    Samples many = GraphCosts.group(MANY_EDGES, false, true);
    Samples told = GraphCosts.group(1, false, true);
    // Each waits for half of the others, on average.
    double edges = (MANY_EDGES - 1) / 2.0;
    double edge = (many.value() - told.value()) / edges;
    Samples line = GraphCosts.group(FEW_EDGES, false, false);
    // A ring has one edge more, and one component where the line has one for each transaction.
    double more = line.value() - GraphCosts.group(FEW_EDGES, true, false).value();
    double component = Math.max(0, (FEW_EDGES * more + edge) / (FEW_EDGES - 1));
    Samples alone = GraphCosts.group(1, false, false);
    is(
        Constant.MESSAGE_PART,
        (told.value() - alone.value()) / GraphCosts.MESSAGES / 2,
        "from "
            + GraphCosts.MESSAGES
            + " messages of a transaction and its replica, "
            + told.spread());
    is(
        Constant.GRAPH_VERTEX,
        alone.value() - component,
        "a transaction that waits for none, " + alone.spread());
    is(
        Constant.GRAPH_EDGE,
        edge,
        "from " + MANY_EDGES + " transactions of one item, " + many.spread());
    is(
        Constant.GRAPH_COMPONENT,
        component,
        "from " + FEW_EDGES + " in a line and in a ring, " + line.spread());
  }

  private void nodes() throws Exception {
    Bank bank = new Bank(BundledSpecification.bank());
    Samples one = new NodeCosts(bank, 1, false, 1).real();
    Samples many = new NodeCosts(bank, 1, false, MANY_CALLS).real();
    is(
        Constant.ACTION,
        (many.value() - one.value()) / (MANY_CALLS - 1),
        "from requests of " + MANY_CALLS + " actions, " + many.spread());
    double left = one.value() - value(Constant.ACTION);
    String half = "half of the rest of a request of one action, " + one.spread();
    is(Constant.REQUEST, left / 2, half);
    is(Constant.TASK, left / 2, half);
    NodeCosts logged = new NodeCosts(bank, 1, true, 1);
    Samples kept = logged.real();
    // The disk of this measurement takes no time and no processor.
    MachineModel diskless = machine().scaled(Constant.FLUSH_COST, 0).scaled(Constant.FLUSH, 0);
    is(
        Constant.APPEND,
        kept.value() - logged.modelled(diskless).nanos(),
        "what is left of a logged request, " + kept.spread());
    messages(bank);
  }

  private void messages(Bank bank) throws Exception {
    Samples bytes = MessageCosts.perKib();
    is(Constant.MESSAGE_KIB, bytes);
    is(Constant.MESSAGE_DELAY, 0, "nodes of one process; give a network file for others");
    NodeCosts pair = new NodeCosts(bank, 2, false, 2);
    Samples both = pair.real();
    NodeCosts.Modelled known = pair.modelled(machine());
    double each = (both.value() - known.nanos()) / known.messages() / 2;
    String left = "half of what is left of a message of a request on two nodes, " + both.spread();
    is(Constant.SEND, each, left);
    is(Constant.RECEIVE, each, left);
  }

  private double value(Constant constant) {
    return nanos.getOrDefault(constant, 0.0);
  }
}
