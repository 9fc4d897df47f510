package tutti.lab.simulation;

import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.model.Application;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;

/**
 * The default mix with client transactions in every run: clients make blocks, whose steps are the
 * calls of the workload that the seed chooses.
 */
record BlocksSimulation(SimulatedApplication mix) implements SimulatedApplication {

  @Override
  public SimulatedApplication drawn(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    return new BlocksSimulation(mix.drawn(seed, nodes, fixed));
  }

  @Override
  public Deployment fitting(Deployment drawn) {
    return mix.fitting(drawn);
  }

  @Override
  public boolean blocks() {
    return true;
  }

  @Override
  public String name() {
    return "blocks";
  }

  @Override
  public Application application() {
    return mix.application();
  }

  @Override
  public @Nullable SimulatedApplication next() {
    return mix.next();
  }

  @Override
  public Record row(Record former) {
    return mix.row(former);
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return mix.scenario(random);
  }

  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    return mix.scenario(random, names);
  }
}
