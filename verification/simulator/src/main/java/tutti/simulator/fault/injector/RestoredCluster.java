package tutti.simulator.fault.injector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeCopy;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.restore.Restoration;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Recorder;
import tutti.simulator.check.States;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.fault.injector.BackupTaker.Taken;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;

/**
 * Nodes that are opened on what a backup has, beside those that it was taken of, once these have
 * come to rest: judges whether the backup is one consistent cut. Nothing goes wrong any more.
 */
public final class RestoredCluster {
  private static final String RULE = "backup";

  private final SimulatedScheduler world;
  private final Taken taken;
  private final EpochOracle ledger;
  private final Findings findings;
  private final Findings own = new Findings();
  private final Faults faults;
  private final Set<CoveragePoint> reached;
  private final Cluster cluster;
  private @Nullable Restoration restoration;

  /**
   * Transactions that committed in the original, of which the restored nodes remember no outcome.
   */
  private final Set<TransactionId> unknown = new HashSet<>();

  /**
   * @param original the run whose nodes the backup was taken of, and whose epochs have ended
   */
  public RestoredCluster(RunContext original, Taken taken) {
    this.world = original.world();
    this.taken = taken;
    this.ledger = original.oracle();
    this.findings = original.findings();
    this.faults = original.faults();
    this.reached = original.reached();
    this.cluster = beside(own);
  }

  /** Makes a cluster of the same nodes, whose disks have nothing yet and never fail. */
  private Cluster beside(Findings its) {
    return beside(its, taken.running().deployment());
  }

  private Cluster beside(Findings its, Deployment deployment) {
    BackupTaker.Running running = taken.running();
    return new Cluster(
        new RunContext(
            world,
            new Faults(Set.of(), true, 0, purpose -> Seeds.stream(0, "restored-" + purpose)),
            its,
            EnumSet.noneOf(CoveragePoint.class),
            EpochOracle.unchecked(running.application(), its, node -> {}, world::trace),
            null),
        running.application(),
        deployment);
  }

  /**
   * The strictness with which a restored cluster is judged.
   *
   * @param lasting whether clients were told of nothing that a crash could take
   * @param exact whether what the restored nodes say has committed is all that has
   * @param forgets whether nodes remember few outcomes
   * @param keys whether nodes know all keys for longer than the run lasts
   * @param moved a deployment of another kind that the backup is restored onto as well; null for
   *     none
   */
  public record Measure(
      boolean lasting, boolean exact, boolean forgets, boolean keys, @Nullable Deployment moved) {}

  /**
   * Restores it, opens it, and looks at it. In a task only.
   *
   * @param originals the disks of the nodes that it was taken of; none if another deployment or
   *     application has taken them over
   * @param pause lets time go on
   * @param rest waits until nothing can go on in a cluster
   * @return whether it could be opened
   */
  public boolean judge(
      Measure measure, List<SimulatedDisk> originals, LongConsumer pause, Consumer<Cluster> rest) {
    boolean opened = false;
    Deployment moved = measure.moved();
    List<SimulatedDisk> whole = taken.disks().stream().map(SimulatedDisk::image).toList();
    RestoredKeys keys =
        new RestoredKeys(ledger.recorder().keyed(), taken.asked(), ledger::lasts, pause);
    try {
      restored(restoration(taken.disks(), taken.running().deployment(), false), cluster);
      opened = cluster.start();
      if (opened) {
        rest.accept(cluster);
        States states = look(measure);
        boolean repeats = measure.lasting() && measure.keys();
        if (repeats && own.isEmpty()) {
          keys.repeat(cluster, false, own);
          reached.add(CoveragePoint.REPEAT_WHERE_RESTORED);
        }
        if (moved != null && states != null && own.isEmpty()) {
          move(moved, whole, states, repeats ? keys : null, rest);
        }
        otherWorlds(originals, pause, rest);
      }
    } catch (CorruptJournal damaged) {
      own.add(RULE, "it is damaged: " + damaged.getMessage());
    } catch (IOException e) {
      throw new IllegalStateException("a disk without faults fails", e);
    }
    for (String text : own.texts()) {
      findings.add(RULE, "of what was restored from backup " + taken.begun().id() + ": " + text);
    }
    return opened;
  }

  /** Starts hosts with replicas on disks of another history by mistake, in runs that do so. */
  private void otherWorlds(
      List<SimulatedDisk> originals, LongConsumer pause, Consumer<Cluster> rest) {
    if (!faults.uses(FaultKind.OTHER_WORLD) || !own.isEmpty() || cluster.shards() == null) {
      return;
    }
    faults.happened(FaultKind.OTHER_WORLD);
    RandomGenerator drawn = faults.random(FaultKind.OTHER_WORLD);
    // Under MultiPaxos a host that is restored once more gets what it lacks, as an empty one does.
    boolean mayAgain = taken.running().deployment().integrated();
    if (!originals.isEmpty() || mayAgain) {
      boolean again = originals.isEmpty() || (mayAgain && drawn.nextBoolean());
      otherWorlds(drawn).mistake(host -> again ? again(host) : originals.get(host), pause, rest);
    }
    if (own.isEmpty() && drawn.nextBoolean()) {
      otherWorlds(drawn).olderCopy(pause, rest);
    }
  }

  private OtherWorlds otherWorlds(RandomGenerator drawn) {
    return new OtherWorlds(cluster, beside(new Findings()), own, drawn, world::trace);
  }

  /**
   * Restores the backup onto nodes of another kind: they have the same data, and know its keys.
   *
   * @param keys those that are known; null if that is not looked at
   */
  private void move(
      Deployment to,
      List<SimulatedDisk> disks,
      States before,
      @Nullable RestoredKeys keys,
      Consumer<Cluster> rest)
      throws IOException {
    if (!IrrevocableFit.obstacles(taken.running().application(), to).isEmpty()) {
      return;
    }
    Cluster there = beside(own, to);
    boolean spreads = to.integrated() || to.shardCount() != disks.size() || isPlacedByRange();
    try {
      // What is in doubt is left out: a folder that is made alone refuses it, and waits for
      // nothing.
      restored(restoration(disks, to, true), there);
    } catch (DataFolderRefused open) {
      world.trace("not moved: " + open.getMessage());
      return;
    }
    if (!there.start()) {
      own.add(RULE, "it does not start where it was moved: " + to);
      return;
    }
    reached.add(CoveragePoint.BACKUP_MOVED);
    rest.accept(there);
    States after = there.states();
    if (after == null) {
      return;
    }
    taken
        .running()
        .scenario()
        .violationsOfBackup(after.byActor())
        .forEach(violation -> own.add("invariants", violation));
    // Data that is not spread may have parts in doubt, which may end in either way.
    if (spreads) {
      compare(before, after);
    }
    if (own.isEmpty() && keys != null) {
      boolean few = to.idempotency().maxKeys() < Deployment.DEFAULT.idempotency().maxKeys();
      keys.repeat(there, few, own);
    }
    there.nodes().forEach(NodeUnderTest::crash);
  }

  private boolean isPlacedByRange() {
    return !(taken.running().deployment().placement() instanceof Placement.Hash);
  }

  private void compare(States before, States after) {
    Set<ActorId> all = new TreeSet<>(before.byActor().keySet());
    all.addAll(after.byActor().keySet());
    for (ActorId actor : all) {
      ActorState was = before.byActor().get(actor);
      ActorState is = after.byActor().get(actor);
      if (!Objects.equals(was, is)) {
        own.add(RULE, "%s is %s, and where it was moved %s".formatted(actor, was, is));
      }
    }
  }

  private Restoration restoration(List<SimulatedDisk> disks, Deployment target, boolean alone)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    for (NodeCopy copy : taken.begun().nodes()) {
      SimulatedDisk files = disks.get(copy.node());
      RestoredFolder.check(files);
      parts.add(new Part(files, copy.incarnation()));
    }
    Restoration made = new Restoration(target, taken.begun().id(), parts);
    if (!made.mustSpread()) {
      return made;
    }
    List<Disk> spread = new ArrayList<>();
    for (int part = 0; part < target.shardCount(); part++) {
      spread.add(new SimulatedDisk());
    }
    return made.spread(
        taken.running().application(), spread, alone, world, Seeds.stream(0, "spread"));
  }

  private void restored(Restoration made, Cluster onto) throws IOException {
    if (onto == cluster) {
      restoration = made;
    }
    for (NodeUnderTest node : onto.nodes()) {
      node.restored(written(node.number(), made), 1);
    }
  }

  private SimulatedDisk written(int node, Restoration from) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    from.write(node, disk, world);
    return disk;
  }

  /** Restores the backup for a host once more. */
  private SimulatedDisk again(int host) {
    try {
      return written(host, Objects.requireNonNull(restoration, "it was restored before"));
    } catch (IOException e) {
      throw new IllegalStateException("a disk without faults fails", e);
    }
  }

  private @Nullable States look(Measure measure) {
    States states = cluster.states();
    if (states == null) {
      return null;
    }
    boolean outcomes = !taken.running().deployment().integrated();
    Set<TransactionId> there = outcomes ? there(measure.forgets()) : Set.of();
    world.trace("restored: " + there.size() + " of " + ledger.kept().size());
    states.byActor().forEach((actor, state) -> world.trace().content(actor + " is " + state));
    // The backups of an integrated protocol have no outcomes.
    if (outcomes) {
      missing(there, measure.lasting());
      if (measure.exact() && unknown.isEmpty()) {
        halves(there, states);
      }
    }
    taken
        .running()
        .scenario()
        .violationsOfBackup(states.byActor())
        .forEach(violation -> own.add("invariants", violation));
    return states;
  }

  /** The transactions of the original that have committed here, too. */
  private Set<TransactionId> there(boolean forgets) {
    Set<TransactionId> there = new LinkedHashSet<>();
    int asked = 0;
    for (TransactionId id : ledger.kept()) {
      NodeUnderTest any = cluster.node(asked++ % cluster.nodes().size());
      switch (any.queries().status(id)) {
        case TransactionStatus.Ended(Outcome.Committed committed) -> there.add(id);
        case TransactionStatus.Ended(Outcome.InDoubt doubt) -> open(id, doubt.why());
        case TransactionStatus.Running() -> open(id, "it runs");
        case TransactionStatus.Waiting(String why) -> open(id, why);
        case TransactionStatus.Expired() when forgets -> unknown.add(id);
        case TransactionStatus.Expired() -> {}
        case TransactionStatus.Ended(Outcome.Aborted aborted) -> {}
        case TransactionStatus.Unknown() -> {}
      }
    }
    return there;
  }

  private void open(TransactionId id, String why) {
    own.add("resolved", "transaction " + id + " is open for ever: " + why);
  }

  /**
   * Checks that every transaction is there of which a client had been told before the backup was
   * asked for, or before another transaction was asked for that is there.
   */
  private void missing(Set<TransactionId> there, boolean lasting) {
    List<Recorder.Told> all = ledger.recorder().told();
    long latest = taken.asked();
    String what = "the backup";
    for (Recorder.Told told : all) {
      if (lasting && told.asked() > latest && there.contains(told.transaction())) {
        latest = told.asked();
        what = told.transaction() + ", which is in it,";
      }
    }
    Set<TransactionId> kept = new HashSet<>(ledger.kept());
    for (Recorder.Told told : all) {
      TransactionId id = told.transaction();
      if (told.told() < latest
          && kept.contains(id)
          && !there.contains(id)
          && !unknown.contains(id)) {
        own.add(
            "durable",
            "transaction %s was acknowledged before %s was asked for, and is not in it"
                .formatted(id, what));
      }
    }
  }

  /** Every actor has had just the effects of what has committed. */
  private void halves(Set<TransactionId> there, States states) {
    Map<ActorId, Long> made = new TreeMap<>(ledger.recorder().effects(there::contains));
    states.versions().forEach((actor, version) -> made.merge(actor, -version, Long::sum));
    made.forEach(
        (actor, more) -> {
          if (more != 0) {
            own.add(
                "agreement",
                "%s has had %s effects %s than what has committed there had made"
                    .formatted(actor, Math.abs(more), more > 0 ? "fewer" : "more"));
          }
        });
  }
}
