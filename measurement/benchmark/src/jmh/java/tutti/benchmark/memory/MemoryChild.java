package tutti.benchmark.memory;

import java.nio.file.Path;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.node.Folders;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;

/** The child process of {@code bench memory}: one node in a JVM with a heap of its own. */
public final class MemoryChild {
  private MemoryChild() {}

  /**
   * @param arguments the number of instances, the durability, and the folder for data
   */
  public static void main(String[] arguments) throws Exception {
    int instances = Integer.parseInt(arguments[0]);
    Reading reading =
        DeploymentReader.read(
            null, java.util.List.of(new Override("durability", arguments[1], "bench memory")));
    if (!(reading instanceof Reading.Valid(Settings settings))) {
      throw new IllegalArgumentException("not a durability: " + arguments[1]);
    }
    Bank bank = new Bank(BundledSpecification.bank());
    try (Folders folder = Folders.in(Path.of(arguments[2]));
        OpenNodes open =
            new LocalNodes().open(bank.application(), settings.deployment(), folder.path(), 1)) {
      System.out.println(MemoryProbe.line(MemoryProbe.measure(open.node(), bank, instances)));
    }
  }
}
