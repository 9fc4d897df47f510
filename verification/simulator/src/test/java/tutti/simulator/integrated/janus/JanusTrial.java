package tutti.simulator.integrated.janus;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import tutti.simulator.explorer.search.MachineExplorer;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.Finding;

/** The entry point of a mutant's world: the scope that the flags name. */
public final class JanusTrial implements Function<List<String>, LongFunction<List<String>>> {

  @Override
  public LongFunction<List<String>> apply(List<String> flags) {
    JanusScope scope = JanusScope.ALL.named(flags.getLast());
    return _ -> {
      MachineExplorer explorer = new JanusExplorer(scope, 1_000_000, Network.STANDING);
      Finding finding = explorer.explore(_ -> {}).finding();
      return finding == null ? List.of() : List.of(finding.rule() + ": " + finding.text());
    };
  }
}
