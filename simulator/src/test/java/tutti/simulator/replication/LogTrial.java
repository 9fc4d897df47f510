package tutti.simulator.replication;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/** The entry point of a mutant's world: the scope that the flags name. */
public final class LogTrial implements Function<List<String>, LongFunction<List<String>>> {

  @Override
  public LongFunction<List<String>> apply(List<String> flags) {
    LogScope scope = LogScope.named(flags.getLast());
    return _ -> {
      LogExploration all = new LogExplorer(scope, 400_000).explore(_ -> {});
      Finding finding = all.finding();
      return finding == null ? List.of() : List.of(finding.rule() + ": " + finding.text());
    };
  }
}
