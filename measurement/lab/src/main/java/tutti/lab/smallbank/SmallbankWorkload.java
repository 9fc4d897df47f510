package tutti.lab.smallbank;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import tutti.engine.deployment.Deployment;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.smallbank.BankCustomer.Extent;
import tutti.lab.smallbank.BankCustomer.Holdings;
import tutti.lab.virtual.Model;
import tutti.model.Application;

/**
 * {@code tutti bench smallbank}: the six transactions of Smallbank, or multi-transfers, on real
 * nodes of this process or on a model, with its rules after every run.
 */
public final class SmallbankWorkload extends StoredWorkload {
  private final SmallbankShape shape;
  private final SmallbankLanguage language;

  /**
   * The workload on customers in Java.
   *
   * @param source the source of the nodes; if it keeps its nodes' folder, the data there is checked
   *     and used
   * @param notes is called with a line about work that takes long, and about violations of a rule
   */
  public SmallbankWorkload(
      SmallbankShape shape, List<Side> sides, RunNodes.Source source, Consumer<String> notes) {
    this(shape, new JavaSmallbank(), sides, source, notes);
  }

  /** Returns the workload on customers in Rebel, whose nodes keep no folder. */
  public static SmallbankWorkload rebel(
      SmallbankShape shape, List<Side> sides, RunNodes.Source source, Consumer<String> notes) {
    return new SmallbankWorkload(shape, new RebelSmallbank(), sides, source, notes);
  }

  SmallbankWorkload(
      SmallbankShape shape,
      SmallbankLanguage language,
      List<Side> sides,
      RunNodes.Source source,
      Consumer<String> notes) {
    super(source, sides, notes);
    this.shape = shape;
    this.language = language;
    if (shape.multi() != null) {
      if (!language.makesMultiTransfers()) {
        throw new IllegalArgumentException(
            "the programs of --multi-transfer differ in promises, which events have not: --language"
                + " java");
      }
      sides.forEach(side -> parts(side.deployment()).check(shape.multi()));
    }
  }

  private CustomerParts parts(Deployment deployment) {
    return new CustomerParts(deployment, shape.customers(), language::actor);
  }

  @Override
  public String name() {
    return "smallbank" + (model() == null ? "" : ", simulated");
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    shape.describe(parameters);
    Model model = model();
    if (model != null) {
      model.describe(parameters);
    }
  }

  @Override
  protected Application application() {
    return language.application();
  }

  @Override
  protected String stored() {
    return "customers";
  }

  @Override
  protected boolean isLoaded(RunNodes open) throws InterruptedException {
    Optional<Extent> there = language.begun(open);
    if (there.isPresent() && there.get().customers() != shape.customers()) {
      throw new IllegalArgumentException(
          "the load of the customers that are there was begun with --customers "
              + there.get().customers()
              + ": say this, or give another --data folder");
    }
    return there.isPresent() && there.get().complete();
  }

  @Override
  protected void load(RunNodes open, long seed) throws InterruptedException {
    note("loading " + shape.customers() + " customers");
    if (language.keepsExtent()) {
      open.commit(1, i -> language.beginLoad(shape.customers()), committed -> {});
    }
    ActorCalls.commitAll(
        open,
        shape.customers(),
        ActorCalls.CALLS_AT_ONCE,
        customer -> {
          SplittableRandom random = new SplittableRandom(seed + customer);
          return language.open(
              customer, SmallbankShape.opening(random), SmallbankShape.opening(random));
        });
    if (language.keepsExtent()) {
      open.commit(1, i -> language.endLoad(shape.customers()), committed -> {});
    }
  }

  @Override
  protected Clients clients(RunNodes open, Deployment deployment, LoadPlan plan)
      throws InterruptedException {
    return new SmallbankRequests(
        language,
        new InputDraw(shape, parts(deployment)),
        plan.clients(),
        open::nanos,
        () -> judged(open));
  }

  private SmallbankRules judged(RunNodes open) throws InterruptedException {
    SmallbankRules rules = new SmallbankRules();
    int[] next = {0};
    language.read(
        open,
        shape.customers(),
        (Holdings holdings) -> rules.add("customer " + next[0]++, holdings));
    return rules;
  }

  @Override
  protected SortedMap<String, List<String>> violations(RunNodes open) throws InterruptedException {
    return judged(open).violations();
  }
}
