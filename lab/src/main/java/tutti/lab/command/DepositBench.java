package tutti.lab.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.journal.DepositWorkload;
import tutti.lab.node.LocalNodes;

/** {@code tutti bench deposit}. */
@Command(
    name = "deposit",
    description = {
      "Whole durable deposits through a node: committers wait for one each.",
      "--compare tutti,bare-file has a bare group-commit file writing as many bytes beside it."
    })
public final class DepositBench implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        spec,
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          return new DepositWorkload(
              JournalBench.sides(compare),
              new Bank(BundledSpecification.bank()),
              new LocalNodes(),
              deployment.sides(null).getFirst(),
              folder,
              history);
        });
  }
}
