package tutti.engine.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.Ask;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Replication.Layout;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Deployment.Router;
import tutti.engine.deployment.text.ValueKind;
import tutti.engine.replication.CatchUp;
import tutti.engine.replication.Reads;
import tutti.protocol.commit.Assumption;

/**
 * Every key that a deployment file may have, once: the reader, the canonical text, the command's
 * flags and the table of {@code docs/keys.md} all come from here.
 */
public final class DeploymentKeys {
  /** The key whose value is a word or an object, and so is read on its own. */
  static final String PLACEMENT = "placement";

  /** The key whose value is an object with a key for each node. */
  static final String NODES = "nodes";

  /** The word for no list of nodes. */
  static final String NO_NODES = "none";

  /** The path of the nodes' HTTP ports once they are read; no key of the file. */
  static final String NODE_PORTS = "nodes http";

  /** The key of the assumed faults; a group, too. */
  static final String ASSUME = "assume";

  /** The path of {@link #ASSUME}'s word while a file is read. It is no key of the file. */
  static final String ASSUME_WORD = "assume word";

  /** The key of the bound of delays: where it is given, {@link #ASSUME} need not be. */
  static final String DELAY_BOUND = "assume.delay-bound";

  /** The key of the bound of clocks' rates. */
  static final String CLOCK_DRIFT = "assume.clock-drift";

  private static final List<String> LATER_CONTROLS = List.of("timestamp", "multiversion");

  /** The key of a protocol that does the work of several mechanisms. */
  static final String INTEGRATED = "integrated";

  /** The keys that mean nothing beside an integrated protocol, which does their work. */
  static final List<String> REPLACED =
      List.of("concurrency-control", "isolation", "commit", "replication");

  private static final ValueKind YES_NO =
      new ValueKind.Choice(
          names("on", true, "true", true, "off", false, "false", false), List.of());

  private static final List<Key> DECLARED =
      List.of(
          new Key(
              "concurrency-control",
              new ValueKind.Choice(ControlKinds.byName(), LATER_CONTROLS),
              "The algorithm that isolates transactions.",
              deployment(Deployment::concurrencyControl)),
          new Key(
              "isolation",
              new ValueKind.Choice(
                  names("serializable", Isolation.SERIALIZABLE, "object", Isolation.OBJECT),
                  List.of()),
              "The promised order of transactions: one for all actors, or one for each actor.",
              deployment(Deployment::isolation)),
          new Key(
              "durability",
              new ValueKind.Choice(
                  names("sync", Durability.SYNC, "async", Durability.ASYNC, "off", Durability.OFF),
                  List.of()),
              "The promise of an acknowledgement: on disk, soon on disk, or in memory only; off"
                  + " refuses a folder that has data.",
              deployment(Deployment::durability)),
          new Key(
              "commit",
              new ValueKind.Choice(CommitKinds.byName(), List.of()),
              "The protocol by which several nodes come to one decision about a transaction.",
              deployment(Deployment::commit)),
          new Key(
              "ask",
              new ValueKind.Choice(
                  names("auto", Ask.AUTO, "together", Ask.TOGETHER, "one-by-one", Ask.ONE_BY_ONE),
                  List.of()),
              "Whether a transaction asks actors of several other nodes at once, or each after the"
                  + " answer of the one before; auto is together where the concurrency control"
                  + " gains by it.",
              deployment(d -> d.questions().ask())),
          new Key(
              ASSUME,
              new ValueKind.Choice(
                  names(
                      "asynchronous",
                      Assumption.ASYNCHRONOUS,
                      "synchronous-crash",
                      Assumption.SYNCHRONOUS_CRASH),
                  List.of()),
              "The faults that may happen between nodes: any, or only crashes while messages arrive"
                  + " in time.",
              deployment(d -> d.commitment().assume())),
          new Key(
              DELAY_BOUND,
              new ValueKind.Time(Duration.ofMillis(1), Duration.ofMinutes(10)),
              "The longest time from the sending of a message until its receiver has done all that"
                  + " it asks for; implies synchronous-crash.",
              deployment(d -> d.commitment().delayBound())),
          new Key(
              "paxos-commit.f",
              new ValueKind.Count(0, 64, null),
              "The number of nodes that may be away while Paxos Commit continues; it needs twice as"
                  + " many and one.",
              deployment(d -> d.commitment().paxosFailures())),
          new Key(
              "accept-loss",
              YES_NO,
              "Whether several nodes may run with durability = off.",
              deployment(d -> d.commitment().acceptLoss())),
          new Key(
              "replication",
              new ValueKind.Choice(
                  names("none", Protocol.NONE, "multipaxos", Protocol.MULTIPAXOS), List.of()),
              "The protocol by which replicas of a shard, on several nodes, agree on its log.",
              deployment(d -> d.integrated() ? Protocol.NONE : d.replication().protocol())),
          new Key(
              INTEGRATED,
              new ValueKind.Choice(
                  names("none", Protocol.NONE, "tapir", Protocol.TAPIR, "janus", Protocol.JANUS),
                  List.of()),
              "A protocol that does the work of concurrency control, commitment and replication"
                  + " together, in place of the keys of these.",
              deployment(d -> d.integrated() ? d.replication().protocol() : Protocol.NONE)),
          new Key(
              "tapir.validation",
              new ValueKind.Choice(names("newest", true, "timestamps", false), List.of()),
              "The check of a transaction's reads: that they are of the newest versions, which makes"
                  + " transactions strictly serializable, or that they fit its timestamp, which makes"
                  + " them serializable.",
              deployment(d -> d.tapir().strict())),
          new Key(
              "tapir.recover-after",
              new ValueKind.Time(Duration.ofMillis(20), Duration.ofMinutes(10)),
              "Another node ends a transaction whose coordinator has not been heard for so long.",
              deployment(d -> d.tapir().recoverAfter())),
          new Key(
              "janus.recover-after",
              new ValueKind.Time(Duration.ofMillis(20), Duration.ofMinutes(10)),
              "Another node ends a transaction whose coordinator has not been heard for so long.",
              deployment(d -> d.janus().recoverAfter())),
          new Key(
              "shards.count",
              new ValueKind.Count(0, 1024, "auto"),
              "With replication, the number of shards; auto is one for each node, with layout ="
                  + " apart one for each group of nodes, or with regions one for each node of a"
                  + " region.",
              deployment(d -> d.replication().count())),
          new Key(
              "shards.replicas",
              new ValueKind.Count(3, 9, null),
              "The number of replicas of a shard, which is odd: of 3, one may be away.",
              deployment(d -> d.replication().replicas())),
          new Key(
              "shards.leaders",
              new ValueKind.Text("spread, or the name of a node"),
              "The node that is preferred as the leader of each shard; spread is another for each.",
              deployment(d -> d.replication().leaders())),
          new Key(
              "shards.layout",
              new ValueKind.Choice(
                  names("ring", Layout.RING, "apart", Layout.APART, "regions", Layout.REGIONS),
                  List.of()),
              "The nodes that keep a shard: its own and those that follow it in a ring, a group of"
                  + " nodes that keep no other, or one node of each region, which takes turns.",
              deployment(d -> d.replication().layout())),
          new Key(
              "shards.election-timeout",
              new ValueKind.Time(Duration.ofMillis(30), Duration.ofMinutes(1)),
              "A leader that is not heard for so long is replaced by another replica. Nodes refuse"
                  + " each other whose values differ by more than a factor of 2.",
              deployment(d -> d.replication().electionTimeout())),
          new Key(
              "shards.reads",
              new ValueKind.Choice(
                  names("read-index", Reads.Kind.READ_INDEX, "lease", Reads.Kind.LEASE), List.of()),
              "The way in which a leader knows that it still leads when it answers a read: it asks"
                  + " a majority each time, or relies on a lease that a majority has granted.",
              deployment(d -> d.replication().reads().kind())),
          new Key(
              "shards.lease",
              new ValueKind.Time(Duration.ofMillis(15), Duration.ofMinutes(1), "auto"),
              "The time for which a replica that has answered a leader promises no other one; auto"
                  + " is the election timeout.",
              deployment(d -> d.replication().reads().lease())),
          new Key(
              "shards.catch-up",
              new ValueKind.Choice(
                  names("auto", CatchUp.AUTO, "log", CatchUp.LOG, "snapshot", CatchUp.SNAPSHOT),
                  List.of()),
              "How a replica that lags gets what it lacks, and so how much log the others keep for"
                  + " it behind their newest checkpoint: as much as that checkpoint's size, as much"
                  + " as is between two checkpoints, or none.",
              deployment(d -> d.replication().catchUp())),
          new Key(
              CLOCK_DRIFT,
              new ValueKind.Share(),
              "The largest share by which a node's clock runs fast or slow, on which leases rely; 0"
                  + " where nothing is known of clocks.",
              deployment(d -> d.replication().reads().clockDrift())),
          new Key(
              "containers",
              new ValueKind.Count(1, 1024, null),
              "Regions of memory, per node, with a concurrency control of their own.",
              deployment(Deployment::containers)),
          new Key(
              "executors",
              new ValueKind.Count(0, 1024, "auto"),
              "Threads in all containers of a node together, one per container at least; auto is"
                  + " one for two cores.",
              deployment(Deployment::executors)),
          new Key(
              "executors-pinned",
              YES_NO,
              "Whether each executor stays on a core of its own, where the platform allows it.",
              deployment(Deployment::executorsPinned)),
          new Key(
              "router",
              new ValueKind.Choice(
                  names("affinity", Router.AFFINITY, "round-robin", Router.ROUND_ROBIN), List.of()),
              "The rule that chooses the executor of a container for a transaction.",
              deployment(Deployment::router)),
          new Key(
              "transaction-timeout",
              new ValueKind.Time(Duration.ofMillis(1), Duration.ofHours(1)),
              "The time that a request may take if it names none itself.",
              deployment(Deployment::transactionTimeout)),
          new Key(
              "two-phase.retry",
              new ValueKind.Time(Duration.ofMillis(1), Duration.ofMinutes(1)),
              "The time that a node waits for another's answer before it asks again, under every"
                  + " commit protocol; each wait is longer than the one before.",
              deployment(d -> d.questions().retry())),
          new Key(
              "path-sensitive.max-in-progress",
              new ValueKind.Count(1, 1_000_000, null),
              "Undecided actions at one actor; 1 is two-phase locking.",
              deployment(d -> d.pathSensitive().maxInProgress())),
          new Key(
              "path-sensitive.intervals",
              YES_NO,
              "Whether actions that only add keep their possible outcomes as an interval.",
              deployment(d -> d.pathSensitive().intervals())),
          new Key(
              "path-sensitive.max-outcomes",
              new ValueKind.Count(1, 1 << 20, null),
              "The number of outcome states that are looked at before an action is delayed.",
              deployment(d -> d.pathSensitive().maxOutcomes())),
          new Key(
              "versioning.max-speculative",
              new ValueKind.Count(1, 1_000_000, null),
              "Undecided transactions at one actor before one that uses it.",
              deployment(d -> d.versioning().maxSpeculative())),
          new Key(
              "journal.segment-size",
              new ValueKind.Size(4L << 10, 1L << 30),
              "Size of one preallocated log file; it bounds what one transaction may write. A node"
                  + " has longer entries of other nodes in parts.",
              deployment(d -> d.journal().segmentBytes())),
          new Key(
              "journal.checkpoint-after",
              new ValueKind.Size(4L << 10, 1L << 40),
              "A checkpoint is made after this much log.",
              deployment(d -> d.journal().checkpointBytes())),
          new Key(
              "journal.flush-padding",
              new ValueKind.Time(Duration.ZERO, Duration.ofSeconds(10)),
              "Time added to every flush, for experiments.",
              deployment(d -> d.journal().flushPadding())),
          new Key(
              "admission.max-in-flight",
              new ValueKind.Count(1, 10_000_000, null),
              "Requests running at a time; further requests are answered 503.",
              deployment(d -> d.admission().maxInFlight())),
          new Key(
              "attempts.most",
              new ValueKind.Count(0, 1_000_000, "unlimited"),
              "Attempts of a transaction that meets others, at most; then the request is aborted.",
              deployment(d -> d.admission().attempts())),
          new Key(
              "attempts.pause",
              new ValueKind.Time(Duration.ZERO, Duration.ofMinutes(1)),
              "The pause before a transaction's second attempt is drawn below this, and the limit"
                  + " doubles with each further one; 0s for no pauses.",
              deployment(d -> d.admission().pause())),
          new Key(
              "memory.refuse-above",
              new ValueKind.Share(),
              "The share of the heap in use after a collection from which on requests that may change"
                  + " something are answered 503; 1 for never.",
              deployment(d -> d.admission().refuseAbove())),
          new Key(
              "idempotency.keep",
              new ValueKind.Time(Duration.ofSeconds(1), Duration.ofDays(3650)),
              "The time for which idempotency keys are kept, with the answers to their requests; with"
                  + " replicas the same on all nodes.",
              deployment(d -> d.idempotency().keep())),
          new Key(
              "idempotency.max-keys",
              new ValueKind.Count(1, 100_000_000, null),
              "The largest number of idempotency keys that are kept; the oldest are dropped first."
                  + " With replicas the same on all nodes. Integrated protocols keep any number of"
                  + " them.",
              deployment(d -> d.idempotency().maxKeys())),
          new Key(
              "spans.sample",
              new ValueKind.Share(),
              "The share of transactions whose phases are timed.",
              deployment(d -> d.spans().sample())),
          new Key(
              "spans.slow",
              new ValueKind.Time(Duration.ZERO, Duration.ofHours(1)),
              "The log reports a transaction that takes longer, with its phases; 0s for none.",
              deployment(d -> d.spans().slow())),
          new Key(
              "server.host",
              new ValueKind.Text("a text"),
              "The address that HTTP listens on.",
              s -> s.server().host()),
          new Key(
              "server.port",
              new ValueKind.Count(0, 65_535, null),
              "The port that HTTP listens on; 0 takes any free one.",
              s -> s.server().port()),
          new Key(
              "server.max-body",
              new ValueKind.Size(1L << 10, 1L << 30),
              "The largest request body that is read.",
              s -> s.server().maxBodyBytes()),
          new Key(
              "server.allow-origins",
              ValueKind.TextList.ORIGINS,
              "The web pages of other origins that may use the service, from browsers.",
              s -> s.server().allowOrigins()),
          new Key(
              "server.redact-keys",
              YES_NO,
              "Whether keys of actors stay out of metrics, the log and lists of transactions.",
              s -> s.server().redactKeys()),
          new Key(
              "server.tls.certificate",
              new ValueKind.FileName(),
              "The file of the service's certificate, in PEM, behind it those of the authorities"
                  + " between; with it the service speaks HTTPS. Its name is relative to the file that"
                  + " has this key.",
              s -> s.server().tls().certificate()),
          new Key(
              "server.tls.key",
              new ValueKind.FileName(),
              "The file of the certificate's private key, in PEM, PKCS#8 without a password. Its"
                  + " name is relative to the file that has this key.",
              s -> s.server().tls().key()),
          new Key(
              "security.roles",
              new ValueKind.FileName(),
              "The file that says what each role may do; with it, the service answers those whom it"
                  + " knows. Its name is relative to the file that has this key.",
              s -> s.server().access().roles()),
          new Key(
              "security.keys",
              new ValueKind.FileName(),
              "The file of the API keys, which `tutti key` makes. Its name is relative to the file"
                  + " that has this key.",
              s -> s.server().access().keys()),
          new Key(
              "security.behind-proxy",
              ValueKind.TextList.ADDRESSES,
              "The addresses of the proxies through which alone others reach the service, and which"
                  + " encrypt: connections from elsewhere, but from this machine, are not taken.",
              s -> s.server().access().proxies()),
          new Key(
              "security.audit.folder",
              new ValueKind.FileName("a folder"),
              "The folder of the audit log: what was refused, and what operators did. Each of several"
                  + " nodes has a folder of its name in it. Its name is relative to the file that has"
                  + " this key.",
              s -> s.server().access().audit().folder()),
          new Key(
              "security.audit.keep",
              new ValueKind.Size(1L << 20, 1L << 50),
              "The bytes of the audit log that are kept; the oldest lines go first.",
              s -> s.server().access().audit().keepBytes()),
          new Key(
              "security.enforce",
              new ValueKind.Choice(names("auto", true, "off", false), List.of()),
              "Whether a service that other machines reach must know its callers and encrypt; off"
                  + " waives both, and is logged at each start.",
              s -> s.server().access().enforced()));

  private static final List<Key> ALL =
      Stream.concat(
              DECLARED.stream(), Stream.of(Optimisation.values()).map(DeploymentKeys::ablation))
          .toList();

  private DeploymentKeys() {}

  private static Function<Settings, Object> deployment(Function<Deployment, Object> of) {
    return settings -> of.apply(settings.deployment());
  }

  private static Key ablation(Optimisation each) {
    return new Key(each.key(), YES_NO, each.summary(), deployment(d -> d.ablation().has(each)));
  }

  /** Pairs of a name and its value, in order. */
  private static Map<String, Object> names(Object... pairs) {
    Map<String, Object> names = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      names.put((String) pairs[i], pairs[i + 1]);
    }
    return names;
  }

  static List<Key> all() {
    return ALL;
  }

  static @Nullable Key at(String path) {
    for (Key key : ALL) {
      if (key.path().equals(path)) {
        return key;
      }
    }
    return null;
  }

  /** Whether a key says how the service is reached, and by whom, and not how anything runs. */
  static boolean isOfServer(Key key) {
    return key.path().startsWith("server.") || key.path().startsWith("security.");
  }

  /** Whether there is a key below {@code path}. */
  static boolean isGroup(String path) {
    return ALL.stream().anyMatch(key -> key.path().startsWith(path + "."));
  }

  /**
   * Every key with its meaning, in the order of the canonical text; {@code nodes} and {@code
   * placement} are last.
   */
  public static List<Description> describe() {
    List<Description> all = new ArrayList<>();
    for (Key key : ALL) {
      all.add(
          new Description(
              key.path(),
              key.kind().expected(),
              key.kind().render(key.usual()),
              key.summary(),
              key.kind() instanceof ValueKind.Choice choice
                  ? List.copyOf(choice.values().keySet())
                  : List.of()));
    }
    all.add(
        new Description(
            NODES,
            "none, or " + NodesReader.EXPECTED,
            NO_NODES,
            "The nodes of the deployment, and the addresses at which they reach each other.",
            List.of()));
    all.add(
        new Description(
            PLACEMENT,
            "hash, or { range { Type = [\"first key of the 2nd container\", …] } }",
            "hash",
            "The node and the container in which an actor lives: by a hash of its name, or by"
                + " ranges of keys.",
            List.of()));
    return List.copyOf(all);
  }

  /**
   * A key of the deployment file, described for people.
   *
   * @param path the key's path below {@code tutti}
   * @param expected the values that the key may have
   * @param usual the key's value where none is set
   * @param summary the key's effect, in one sentence
   * @param choices the words that the key may have, if there is a fixed list of them; empty
   *     otherwise
   */
  public record Description(
      String path, String expected, String usual, String summary, List<String> choices) {}

  /**
   * One key of the deployment file.
   *
   * @param path the key's path below {@code tutti}, for instance {@code
   *     path-sensitive.max-in-progress}
   * @param kind the values that the key may have
   * @param summary the key's effect, in one sentence
   * @param of returns the key's value in given settings
   */
  record Key(String path, ValueKind kind, String summary, Function<Settings, Object> of) {

    /** The value that it has in an untouched deployment. */
    Object usual() {
      return of.apply(Settings.DEFAULT);
    }
  }
}
