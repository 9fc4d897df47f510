package tutti.lab.template;

import java.util.List;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.node.OwnControl;

/**
 * The names and the factory of {@link ContainerLock} ({@code docs/adding-a-protocol.md}). By its
 * line in {@code META-INF/services} deployment files can name it, and it is tested, simulated and
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
  public ConcurrencyControl declarative(Context context) {
    return new ContainerLock(context.effects());
  }

  @Override
  public ConcurrencyControl relational(Context context) {
    return new ContainerLock(context.effects());
  }

  @Override
  public String toString() {
    return name();
  }
}
