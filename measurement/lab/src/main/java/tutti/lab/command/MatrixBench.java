package tutti.lab.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tutti.lab.matrix.MatrixCell;
import tutti.lab.matrix.RefusedCells;

/** {@code tutti bench matrix}. */
@Command(
    name = "matrix",
    description = {
      "Print which settings and workloads do not go together, and why.",
      "On three nodes: concurrency controls, commit protocols and replication, with the reason of"
          + " each refusal. Nothing is run."
    })
public final class MatrixBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<MatrixCell> all = MatrixCell.all();
    RefusedCells refusals = RefusedCells.among(all);
    refusals.table().forEach(out::println);
    out.println();
    out.println("of " + all.size() + " combinations " + refusals.count() + " are refused");
    out.flush();
    return 0;
  }
}
