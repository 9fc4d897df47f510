package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.machine.Event;

/**
 * The configuration log of a shard in a walk: commands are chosen at once, replicas are told of
 * them late, and the leader changes at any time. Memories go from voters to the replicas that need
 * one.
 */
final class SimulatedConfigurationLog {
  private static final long MILLI = SimulatedShards.MILLI;
  private static final int NO_HOST = -1;

  private final SimulatedShards shards;
  private final List<SimulatedReplica> replicas;
  private final List<ConfigurationCommand> chosen = new ArrayList<>();

  /** How many commands each replica was told in its life. */
  private final SortedMap<Integer, Integer> told = new TreeMap<>();

  private int leader = NO_HOST;
  int copies;

  /** How often commands were let go that a replica was not told. */
  int missed;

  SimulatedConfigurationLog(SimulatedShards shards, List<SimulatedReplica> replicas) {
    this.shards = shards;
    this.replicas = replicas;
    shards.after(MILLI, this::look);
  }

  /** The newest configuration. */
  Configuration newest() {
    return chosen.reversed().stream()
        .filter(ConfigurationCommand.Open.class::isInstance)
        .map(each -> ((ConfigurationCommand.Open) each).configuration())
        .findFirst()
        .orElse(Configuration.fixed(List.of()));
  }

  void started(SimulatedReplica replica) {
    told.put(replica.host(), 0);
    if (leader == replica.host()) {
      leader = NO_HOST;
    }
  }

  void append(SimulatedReplica by, ConfigurationCommand change) {
    if (by.host() == leader) {
      chosen.add(change);
    }
  }

  private void look() {
    shards.after(MILLI + shards.random.nextLong(4 * MILLI), this::look);
    boolean led = leader != NO_HOST && replicas.get(leader).isUp();
    if (!led || shards.random.nextInt(100) == 0) {
      elect(replicas.get(shards.random.nextInt(replicas.size())));
    }
    for (SimulatedReplica each : replicas) {
      if (each.isUp() && shards.random.nextInt(3) > 0) {
        tell(each);
        copy(each);
      }
    }
  }

  private void elect(SimulatedReplica candidate) {
    if (!candidate.isUp()) {
      return;
    }
    leader = candidate.host();
    while (tell(candidate)) {}
    replicas.stream()
        .filter(SimulatedReplica::isUp)
        .forEach(each -> shards.on(each, new Event.Input<>(new Input.Leads(candidate.host()))));
  }

  private boolean tell(SimulatedReplica replica) {
    int next = told.getOrDefault(replica.host(), 0);
    if (next == chosen.size()) {
      return false;
    }
    for (int newest = chosen.size() - 1; newest > next + 1; newest--) {
      if (chosen.get(newest) instanceof ConfigurationCommand.Open open
          && shards.random.nextInt(3) == 0) {
        missed++;
        told.put(replica.host(), newest + 1);
        ConfigurationCommand.Open bare =
            new ConfigurationCommand.Open(open.configuration(), open.disks(), List.of());
        shards.on(replica, new Event.Input<>(new Input.Missed(bare)));
        return true;
      }
    }
    told.put(replica.host(), next + 1);
    shards.on(replica, new Event.Input<>(new Input.Chosen(chosen.get(next))));
    return true;
  }

  /** A replica that lacks something gets the memory of a voter, if that may give it. */
  private void copy(SimulatedReplica replica) {
    DurableState its = replica.memory();
    if (its.configuration().number() == 0 || its.executes() || !replica.written.isEmpty()) {
      return;
    }
    shards.on(replica, new Event.Input<>(new Input.Prepared(true)));
    for (SimulatedReplica each : replicas) {
      boolean gives =
          each.isUp()
              && each.memory().membership().isVoter()
              && each.memory().configuration().executes(replica.host())
              && each.memory().membership().disk(replica.host()) == its.disk();
      List<Record> image = gives ? each.memory().image() : List.of();
      if (its.takes(image) && replica.written.isEmpty()) {
        copies++;
        replica.copy(each, image);
        shards.on(replica, new Event.Input<>(new Input.Copied(image)));
        return;
      }
    }
  }
}
