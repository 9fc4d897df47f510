package tutti.lab.command;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A subcommand of {@code tutti bench} that stands in another module: a picocli command, found by
 * {@link ServiceLoader}. The benchmarks of single parts of the engine are such commands, so that
 * neither they nor JMH are in the lab.
 */
public interface Benchmark extends Callable<Integer> {

  /** The transformer that gives {@code tutti bench} the benchmarks that there are. */
  final class Adding implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec bench) {
      for (Benchmark each : ServiceLoader.load(Benchmark.class)) {
        CommandSpec command = CommandSpec.forAnnotatedObject(each);
        bench.addSubcommand(command.name(), command);
      }
      return bench;
    }
  }
}
