package tutti.lab.template;

import java.util.List;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.OwnControl;
import tutti.engine.deployment.Deployment;

/**
 * The names of the template, and its factory: {@code docs/adding-a-protocol.md}. Its line in {@code
 * META-INF/services} is all that it takes to be read in deployment files, tested, simulated and
 * measured.
 */
public final class ContainerLockKind implements OwnControl {
  @Override
  public String name() {
    return "CONTAINER_LOCK";
  }

  @Override
  public List<String> names() {
    return List.of("container-lock", "onelock");
  }

  @Override
  public ConcurrencyControl declarative(Deployment deployment, Effects effects) {
    return new ContainerLock(effects);
  }

  @Override
  public ConcurrencyControl relational(Deployment deployment, Effects effects) {
    return new ContainerLock(effects);
  }

  @Override
  public String toString() {
    return name();
  }
}
