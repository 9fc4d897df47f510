package tutti.engine.deployment;

import java.time.Duration;
import java.util.List;
import tutti.engine.commit.CommitKind;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment.Admission;
import tutti.engine.deployment.Deployment.Commitment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.IdempotencySettings;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.Deployment.PathSensitive;
import tutti.engine.deployment.Deployment.Questions;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Router;
import tutti.engine.deployment.Deployment.Versioning;

/** Makes a deployment out of another one: settings that are not given stay. Used by one thread. */
public final class DeploymentBuilder {
  private final Deployment from;
  private ControlKind concurrencyControl;
  private Isolation isolation;
  private Durability durability;
  private int containers;
  private int executors;
  private Router router;
  private Placement placement;
  private PathSensitive pathSensitive;
  private Versioning versioning;
  private JournalSettings journal;
  private Admission admission;
  private IdempotencySettings idempotency;
  private Duration transactionTimeout;
  private List<NodeAddress> nodes;
  private CommitKind commit;
  private Questions questions;
  private Commitment commitment;
  private Replication replication;
  private Integrated.Tapir tapir;
  private Integrated.Janus janus;

  DeploymentBuilder(Deployment from) {
    this.from = from;
    this.concurrencyControl = from.concurrencyControl();
    this.isolation = from.isolation();
    this.durability = from.durability();
    this.containers = from.containers();
    this.executors = from.executors();
    this.router = from.router();
    this.placement = from.placement();
    this.pathSensitive = from.pathSensitive();
    this.versioning = from.versioning();
    this.journal = from.journal();
    this.admission = from.admission();
    this.idempotency = from.idempotency();
    this.transactionTimeout = from.transactionTimeout();
    this.nodes = from.nodes();
    this.commit = from.commit();
    this.questions = from.questions();
    this.commitment = from.commitment();
    this.replication = from.replication();
    this.tapir = from.tapir();
    this.janus = from.janus();
  }

  public DeploymentBuilder concurrencyControl(ControlKind it) {
    concurrencyControl = it;
    return this;
  }

  public DeploymentBuilder isolation(Isolation it) {
    isolation = it;
    return this;
  }

  public DeploymentBuilder durability(Durability it) {
    durability = it;
    return this;
  }

  public DeploymentBuilder containers(int it) {
    containers = it;
    return this;
  }

  public DeploymentBuilder executors(int it) {
    executors = it;
    return this;
  }

  public DeploymentBuilder router(Router it) {
    router = it;
    return this;
  }

  public DeploymentBuilder placement(Placement it) {
    placement = it;
    return this;
  }

  public DeploymentBuilder pathSensitive(PathSensitive it) {
    pathSensitive = it;
    return this;
  }

  public DeploymentBuilder versioning(Versioning it) {
    versioning = it;
    return this;
  }

  public DeploymentBuilder journal(JournalSettings it) {
    journal = it;
    return this;
  }

  public DeploymentBuilder admission(Admission it) {
    admission = it;
    return this;
  }

  public DeploymentBuilder idempotency(IdempotencySettings it) {
    idempotency = it;
    return this;
  }

  public DeploymentBuilder transactionTimeout(Duration it) {
    transactionTimeout = it;
    return this;
  }

  public DeploymentBuilder nodes(List<NodeAddress> it) {
    nodes = it;
    return this;
  }

  public DeploymentBuilder commit(CommitKind it) {
    commit = it;
    return this;
  }

  public DeploymentBuilder questions(Questions it) {
    questions = it;
    return this;
  }

  public DeploymentBuilder commitment(Commitment it) {
    commitment = it;
    return this;
  }

  public DeploymentBuilder replication(Replication it) {
    replication = it;
    return this;
  }

  public DeploymentBuilder tapir(Integrated.Tapir it) {
    tapir = it;
    return this;
  }

  public DeploymentBuilder janus(Integrated.Janus it) {
    janus = it;
    return this;
  }

  public Deployment build() {
    return new Deployment(
        concurrencyControl,
        isolation,
        durability,
        containers,
        executors,
        router,
        placement,
        pathSensitive,
        versioning,
        journal,
        admission,
        idempotency,
        transactionTimeout,
        nodes,
        commit,
        questions,
        commitment,
        replication,
        tapir,
        janus,
        from.executorsPinned(),
        from.spans(),
        from.ablation());
  }
}
