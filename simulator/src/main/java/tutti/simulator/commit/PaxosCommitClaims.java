package tutti.simulator.commit;

import java.util.Arrays;
import java.util.List;

/** Paxos Commit: who is up waits for nobody as long as most of the witnesses are up. */
final class PaxosCommitClaims implements Claims {
  /** Of the three nodes with the lowest numbers, each has a witness: one may be away. */
  private static final int WITNESSES = 3;

  @Override
  public List<Rule> rules(Laws laws) {
    return List.of();
  }

  @Override
  public boolean endsAlone(World world, int node) {
    return Arrays.stream(world.sites).limit(WITNESSES).filter(site -> site.up).count() * 2
        > WITNESSES;
  }
}
