package tutti.engine.deployment;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment.Ablation;
import tutti.engine.deployment.Deployment.Admission;
import tutti.engine.deployment.Deployment.Commitment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.IdempotencySettings;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.PathSensitive;
import tutti.engine.deployment.Deployment.Questions;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Deployment.SpanSettings;
import tutti.engine.deployment.Deployment.Versioning;
import tutti.engine.deployment.DeploymentKeys.Key;
import tutti.engine.deployment.text.Units;
import tutti.engine.replication.Reads;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.Traits;

/** Makes settings of the values that were read, and checks the rules over several keys. */
final class Assembly {
  private Assembly() {}

  /**
   * Settings with these values, and the usual ones for keys that are missing.
   *
   * @param values by path, each of its key's kind
   */
  static Settings settings(Map<String, Object> values) {
    Values of = new Values(values);
    Deployment deployment =
        new Deployment(
            of.get("concurrency-control"),
            of.get("isolation"),
            of.get("durability"),
            of.<Integer>get("containers"),
            of.<Integer>get("executors"),
            of.get("router"),
            of.or(DeploymentKeys.PLACEMENT, Deployment.DEFAULT.placement()),
            new PathSensitive(
                of.<Integer>get("path-sensitive.max-in-progress"),
                of.<Boolean>get("path-sensitive.intervals"),
                of.<Integer>get("path-sensitive.max-outcomes")),
            new Versioning(of.<Integer>get("versioning.max-speculative")),
            new JournalSettings(
                of.<Long>get("journal.segment-size"),
                of.<Long>get("journal.checkpoint-after"),
                of.<Duration>get("journal.flush-padding")),
            new Admission(
                of.<Integer>get("admission.max-in-flight"),
                of.<Integer>get("attempts.most"),
                of.<Duration>get("attempts.pause"),
                of.<Double>get("memory.refuse-above")),
            new IdempotencySettings(
                of.<Duration>get("idempotency.keep"), of.<Integer>get("idempotency.max-keys")),
            of.<Duration>get("transaction-timeout"),
            of.or(DeploymentKeys.NODES, List.<NodeAddress>of()),
            of.get("commit"),
            new Questions(of.get("ask"), of.<Duration>get("two-phase.retry")),
            new Commitment(
                values.containsKey(DeploymentKeys.DELAY_BOUND)
                    ? Assumption.SYNCHRONOUS_CRASH
                    : of.get(DeploymentKeys.ASSUME),
                of.<Duration>get(DeploymentKeys.DELAY_BOUND),
                of.<Integer>get("paxos-commit.f"),
                of.<Boolean>get("accept-loss")),
            replication(of),
            new Integrated.Tapir(
                of.<Boolean>get("tapir.validation"), of.<Duration>get("tapir.recover-after")),
            new Integrated.Janus(of.get("janus.recover-after")),
            of.<Boolean>get("executors-pinned"),
            new SpanSettings(of.<Double>get("spans.sample"), of.<Duration>get("spans.slow")),
            new Ablation(
                Stream.of(Optimisation.values())
                    .filter(each -> !of.<Boolean>get(each.key()))
                    .collect(Collectors.toSet())));
    return new Settings(
        deployment,
        new ServerSettings(
            of.get("server.host"),
            of.<Integer>get("server.port"),
            of.<Long>get("server.max-body"),
            of.or(DeploymentKeys.NODE_PORTS, Map.<String, Integer>of()),
            of.<List<String>>get("server.allow-origins"),
            of.<Boolean>get("server.redact-keys"),
            new ServerSettings.Tls(of.get("server.tls.certificate"), of.get("server.tls.key")),
            new ServerSettings.Access(
                of.get("security.roles"),
                of.get("security.keys"),
                of.<List<String>>get("security.behind-proxy"),
                new ServerSettings.Audit(
                    of.get("security.audit.folder"), of.<Long>get("security.audit.keep")),
                of.<Boolean>get("security.enforce"))));
  }

  private static Replication replication(Values of) {
    Protocol integrated = of.get(DeploymentKeys.INTEGRATED);
    return new Replication(
        integrated == Protocol.NONE ? of.get("replication") : integrated,
        of.<Integer>get("shards.count"),
        of.<Integer>get("shards.replicas"),
        of.get("shards.leaders"),
        of.get("shards.layout"),
        of.<Duration>get("shards.election-timeout"),
        new Reads(
            of.get("shards.reads"),
            of.<Duration>get("shards.lease"),
            of.<Double>get(DeploymentKeys.CLOCK_DRIFT)),
        of.get("shards.catch-up"));
  }

  private record Values(Map<String, Object> given) {
    @SuppressWarnings("unchecked") // Each key's kind only gives values of the key's own class.
    <T> T get(String path) {
      Object value = given.get(path);
      if (value != null) {
        return (T) value;
      }
      Key key = DeploymentKeys.at(path);
      if (key == null) {
        throw new IllegalStateException("no key " + path);
      }
      return (T) key.usual();
    }

    /** The value of a key that is read on its own. */
    @SuppressWarnings("unchecked") // The reader only puts values of this class.
    <T> T or(String path, T usual) {
      Object value = given.get(path);
      return value == null ? usual : (T) value;
    }
  }

  /** Adds the problems between keys that are right one by one. */
  static void contradictions(Settings settings, Problems problems) {
    Deployment deployment = settings.deployment();
    if (deployment.journal().checkpointBytes() < deployment.journal().segmentBytes()) {
      problems.add(
          "journal.checkpoint-after = %s is less than journal.segment-size = %s: log files are only"
              + " given back as a whole",
          Units.text(deployment.journal().checkpointBytes()),
          Units.text(deployment.journal().segmentBytes()));
    }
    if (deployment.nodeCount() > 1
        && deployment.durability() == Durability.OFF
        && !deployment.commitment().acceptLoss()) {
      problems.add(
          "durability = off on several nodes: a node that ends loses its part of transactions whose"
              + " other parts stay. Say accept-loss = true if that may be, else durability = sync");
    }
    HttpPorts.clashes(settings, problems);
    ServerSettings.Access access = settings.server().access();
    requireBoth(problems, "security.roles", access.roles(), "security.keys", access.keys());
    ServerSettings.Tls tls = settings.server().tls();
    requireBoth(problems, "server.tls.certificate", tls.certificate(), "server.tls.key", tls.key());
    if (deployment.replication().active()) {
      ReplicationRules.check(deployment, problems);
      if (!problems.found().isEmpty()) {
        // How many shards there are is not known.
        return;
      }
    }
    if (deployment.shardCount() > 1 && !deployment.integrated()) {
      unfitCommit(deployment, problems);
    }
    wrongSplits(deployment, problems);
  }

  /** Adds that a file is missing that belongs to another. */
  private static void requireBoth(
      Problems problems, String first, String firstFile, String second, String secondFile) {
    if (firstFile.isEmpty() != secondFile.isEmpty()) {
      problems.add(
          "%s and %s belong together: %s is missing",
          first, second, firstFile.isEmpty() ? first : second);
    }
  }

  /** Adds why several nodes cannot rely on their commit protocol, and what to do. */
  private static void unfitCommit(Deployment deployment, Problems problems) {
    Traits traits = deployment.protocol().traits();
    String commit = deployment.commit().longName();
    if (!traits.safeUnder().contains(deployment.commitment().assume())) {
      problems.add(
          "commit = %s is not safe when messages are lost or late: two nodes could end a"
              + " transaction differently. If nodes only crash, and every message between nodes"
              + " that are up is handled within a known time, say assume.delay-bound = that time, and"
              + " take commit = easy-commit-confirmed or three-phase where whole machines may stop,"
              + " and not only processes; else take commit = two-phase or paxos-commit",
          commit);
    }
    String few = deployment.tooFewToCommit();
    if (few != null) {
      problems.add("%s", few);
    }
  }

  private static void wrongSplits(Deployment deployment, Problems problems) {
    int nodes = deployment.shardCount();
    int needed = nodes * deployment.containers() - 1;
    String containers = "containers = " + deployment.containers();
    String parts = deployment.replication().active() ? " shards with " : " nodes with ";
    String per = nodes == 1 ? containers + " needs" : nodes + parts + containers + " need";
    if (deployment.placement() instanceof Placement.Range(Map<String, List<String>> splits)) {
      new TreeMap<>(splits)
          .forEach(
              (type, keys) -> {
                if (keys.size() != needed) {
                  problems.add(
                      "placement.range.%s has %d keys, but %s %d: one for each container but the"
                          + " first",
                      type, keys.size(), per, needed);
                }
              });
    }
  }
}
