package tutti.lab;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.lab.command.BankBench;
import tutti.lab.command.Benchmark;
import tutti.lab.command.FigureBench;
import tutti.lab.command.MatrixBench;
import tutti.lab.command.ObjectBench;
import tutti.lab.command.OverloadBench;
import tutti.lab.command.PredictBench;
import tutti.lab.command.ResultsBench;
import tutti.lab.command.SmallbankBench;
import tutti.lab.command.SweepBench;
import tutti.lab.command.TpccBench;
import tutti.lab.command.YcsbBench;
import tutti.lab.command.ZipfBench;

/** {@code tutti bench}: measures this machine's Tutti, alone or against something. */
@Command(
    name = "bench",
    modelTransformer = Benchmark.Adding.class,
    description = "Measure throughput, latency, memory and costs, alone or two sides in pairs.",
    footer = {
      "",
      "The workloads are Tutti's own, and so are their applications: one of yours is measured as it"
          + " is",
      "used, by load on 'tutti run APP' or by a program that embeds it (docs/guide-java.md)."
    },
    subcommands = {
      BankBench.class,
      FigureBench.class,
      MatrixBench.class,
      OverloadBench.class,
      PredictBench.class,
      ResultsBench.class,
      SmallbankBench.class,
      SweepBench.class,
      TpccBench.class,
      YcsbBench.class,
      ZipfBench.class,
      ObjectBench.Dht.class,
      ObjectBench.AuditedBank.class,
      ObjectBench.Loan.class,
      ObjectBench.Vacation.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "which workload? One of " + String.join(", ", spec.subcommands().keySet()));
  }
}
