package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Optimisation;
import tutti.engine.node.fit.MachineShare;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.rows.RowAccess;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.submission.Submission;
import tutti.model.Application;

/** The making of a node's containers, with their executors and concurrency controls. */
final class NodeContainers {
  private static final Logger LOG = LoggerFactory.getLogger(NodeContainers.class);

  private NodeContainers() {}

  /** Returns the directory of a node's containers, which are empty. */
  static Directory of(
      Application application, Deployment deployment, Ports ports, Snapshots snapshots) {
    int count = deployment.containers();
    int executors = deployment.executorCount(Runtime.getRuntime().availableProcessors());
    Effects effects =
        ports.history().enabled()
            ? (claim, version) ->
                ports
                    .history()
                    .wrote(
                        claim.owner().id(),
                        claim.cell().id(),
                        version,
                        Objects.requireNonNull(claim.call()))
            : Effects.UNHEARD;
    Scheduler clock = ports.scheduler();
    Timestamps timestamps =
        new Timestamps(
            ports.self(),
            Math.max(1, deployment.nodes().size()),
            () -> Submission.age(clock.now()));
    RowAccess access =
        new RowAccess(
            deployment.ablation().has(Optimisation.ROW_HASH),
            deployment.ablation().has(Optimisation.OVERLAPPED_READS));
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<TaskExecutor> own = new ArrayList<>();
      for (int j = i; j < executors; j += count) {
        own.add(
            ports
                .scheduler()
                .newExecutor(
                    "container-" + i + "-executor-" + j / count, deployment.executorsPinned()));
      }
      containers.add(
          new Container(
              new ActorTable(application, access),
              ports
                  .watched()
                  .control()
                  .apply(Controls.of(deployment, effects, snapshots, timestamps)),
              own,
              deployment.router() == Deployment.Router.AFFINITY));
    }
    return new Directory(application, placements(deployment), ports.self(), containers);
  }

  /** Logs for a person how executors share the cores. */
  static void tellOfCores(Deployment deployment, Directory directory, Ports ports) {
    String warning =
        MachineShare.tooManyExecutors(deployment, ports.self(), ports.scheduler().cores());
    if (warning != null) {
      LOG.warn("{}", warning);
    }
    List<String> pinned = new ArrayList<>();
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        if (executor.core() >= 0) {
          pinned.add(executor.name() + " to core " + executor.core());
        }
      }
    }
    if (!pinned.isEmpty()) {
      LOG.info("executors are pinned: {}", String.join(", ", pinned));
    }
  }

  private static Placements placements(Deployment deployment) {
    return new Placements(
        deployment.placement(), Math.max(1, deployment.nodes().size()), deployment.containers());
  }
}
