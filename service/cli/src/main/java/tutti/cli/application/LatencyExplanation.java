package tutti.cli.application;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.TextTable;
import tutti.cli.log.VisibleText;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.PredictedCost;
import tutti.engine.node.cost.RecordedCall;
import tutti.engine.node.cost.Rehearsal;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Call;
import tutti.model.cost.CallCost;
import tutti.model.cost.CallPlace;
import tutti.model.cost.CostTerm;
import tutti.model.cost.Rewriting;
import tutti.model.cost.Section;
import tutti.model.cost.SubTransactionCost;
import tutti.model.cost.Times;

/**
 * The text of {@code tutti explain} about the latency of a procedure: the tree of its calls with
 * the terms of the equation (Reactors §2.4, Figure 3), their sums, and the rewritings that would
 * lower it.
 */
final class LatencyExplanation {
  private static final List<String> HEAD =
      List.of("calls", "how", "where", "P_seq", "P_ovp", "C_s", "C_r", "L, µs");

  private final Deployment deployment;
  private final CostConstants constants;

  LatencyExplanation(Deployment deployment, CostConstants constants) {
    this.deployment = deployment;
    this.constants = constants;
  }

  /**
   * Runs a procedure once on an embedded node, and prints what it would take.
   *
   * @param first calls that commit before it
   * @throws Failure if a call does not commit
   */
  void print(RelationalApplication application, List<Call> first, Call call, PrintWriter out) {
    PredictedCost predicted =
        switch (Rehearsal.run(application, first, call)) {
          case Rehearsal.Result.Recorded(var recorded) -> priced(recorded);
          case Rehearsal.Result.Failed(Call failed, String why) ->
              throw new Failure(
                  ExitStatus.FAILED,
                  failed.target()
                      + "."
                      + failed.action().name()
                      + " does not commit: "
                      + why
                      + (failed == call
                          ? "\ntutti: it ran on an empty node; give the calls that it needs before"
                              + " it, each by --first 'TYPE/KEY/PROCEDURE JSON'"
                          : ""));
        };
    out.println(call.target() + "." + call.action().name());
    out.println("  as it ran once on an embedded node, with the places of this deployment");
    out.println(
        "  and the costs of "
            + VisibleText.line(constants.machine())
            + ", of "
            + VisibleText.line(constants.date()));
    out.println();
    tree(predicted.latency().root(), out);
    out.println();
    terms(predicted, out);
    out.println();
    rewritings(predicted, out);
    for (String each : PredictedCost.leftOut(deployment, constants)) {
      out.println("not in it: " + each);
    }
    out.println("not in it: other transactions, and what the procedure's own code computes");
  }

  private PredictedCost priced(RecordedCall recorded) {
    try {
      return PredictedCost.of(recorded, deployment, constants, CallPlace.OTHER_PROCESS);
    } catch (IllegalStateException notMeasured) {
      throw new Failure(ExitStatus.USAGE, "--calibration: " + notMeasured.getMessage());
    }
  }

  // The tree.

  private static void tree(SubTransactionCost root, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    lines.add(line(root.name(), "", "", root, "", "", root.latency()));
    below(root, "  ", lines);
    TextTable.print(out, lines);
  }

  private static void below(SubTransactionCost of, String indent, List<List<String>> lines) {
    for (Section section : of.sections()) {
      calls(section.sequential(), "sync", indent, lines);
      calls(section.asynchronous(), "async", indent, lines);
      calls(section.overlapped(), "sync, overlapped", indent, lines);
    }
  }

  /** Adds a line for each call; equal calls that follow each other share a line. */
  private static void calls(
      List<CallCost> calls, String how, String indent, List<List<String>> lines) {
    for (int i = 0; i < calls.size(); ) {
      CallCost call = calls.get(i);
      int end = i;
      while (end < calls.size() && calls.get(end).equals(call)) {
        end++;
      }
      String times = end - i > 1 ? (end - i) + " × " : "";
      boolean remote = call.place().isRemote();
      lines.add(
          line(
              indent + times + call.called().name(),
              how,
              call.place().label(),
              call.called(),
              remote ? micros(call.sendNanos()) : "",
              remote ? micros(call.receiveNanos()) : "",
              call.called().latency()));
      below(call.called(), indent + "  ", lines);
      i = end;
    }
  }

  private static List<String> line(
      String name,
      String how,
      String where,
      SubTransactionCost of,
      String send,
      String receive,
      Times latency) {
    double sequential = of.sections().stream().mapToDouble(Section::sequentialNanos).sum();
    double overlapped = of.sections().stream().mapToDouble(Section::overlappedNanos).sum();
    return List.of(
        name,
        how,
        where,
        micros(sequential),
        overlapped > 0 ? micros(overlapped) : "",
        send,
        receive,
        micros(latency.total()));
  }

  // The sums.

  private static void terms(PredictedCost predicted, PrintWriter out) {
    Times latency = predicted.latency().latency();
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("term", "µs", ""));
    for (CostTerm term : CostTerm.values()) {
      if (latency.nanos(term) > 0) {
        lines.add(List.of(term.label(), micros(latency.nanos(term)), term.meaning()));
      }
    }
    lines.add(List.of("sum", micros(latency.total()), "from the request to the answer"));
    TextTable.print(out, lines);
    out.println();
    if (latency.nanos(CostTerm.WAITING) > 0) {
      double root =
          predicted.latency().root().latency().total()
              - predicted.latency().root().latencyInParallel().total();
      out.println(
          "with an executor for each asynchronous call: " + micros(latency.total() - root) + " µs");
    }
    out.println(
        "processor time of the executors: " + micros(predicted.processor().work().total()) + " µs");
  }

  // The rewritings.

  private void rewritings(PredictedCost predicted, PrintWriter out) {
    CallCost spread = PredictedCost.toContainer(constants);
    List<Rewriting> found = Rewriting.of(predicted.latency(), spread);
    if (found.isEmpty()) {
      out.println("No rewriting would lower it by a hundredth.");
    } else {
      out.println("Rewritings, each alone, if no call needs the result of another one:");
      double before = predicted.latency().latency().total();
      List<List<String>> lines = new ArrayList<>();
      for (Rewriting each : found) {
        double after = each.after().total();
        lines.add(
            List.of(
                "  " + micros(after) + " µs",
                String.format(Locale.ROOT, "-%.0f %%", 100 * (before - after) / before),
                words(each)));
      }
      TextTable.print(out, lines);
    }
    out.println();
  }

  private static String words(Rewriting of) {
    String calls = String.join(", ", of.concerned());
    String where = of.procedure();
    String number = " (" + of.kind().number() + ")";
    return switch (of.kind()) {
          case OVERLAP_CALLS ->
              "in " + where + ", call " + calls + " first, and take the results last";
          case RAISE_CALLS ->
              "in "
                  + where
                  + ", call "
                  + calls
                  + " there and not in calls of the own actor, all at the same time";
          case OVERLAP_PROCESSING -> "in " + where + ", do all else while its calls are under way";
          case SPREAD_ACTORS ->
              "place the actors of "
                  + calls
                  + " that "
                  + where
                  + " calls in other containers, and take the results last";
          case MERGE_CALLS -> "in " + where + ", make one call of each " + calls;
        }
        + number;
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, nanos < 99_950 ? "%.1f" : "%,.0f", nanos / 1e3);
  }
}
