package tutti.benchmark.memory;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.node.Node;
import tutti.lab.bank.Bank;
import tutti.lab.node.Bulk;

/**
 * A probe that fills a node with accounts in this JVM and looks at the heap: the code of the child
 * process.
 */
public final class MemoryProbe {
  private MemoryProbe() {}

  /**
   * Opens the accounts and measures.
   *
   * @return figures by name: {@code heap-before}, {@code heap-after}, {@code bytes-per-instance},
   *     {@code instances}, {@code money-conserved} (1 or 0), {@code opens-per-second}
   */
  public static Map<String, Double> measure(Node node, Bank bank, int instances)
      throws InterruptedException {
    long before = used();
    long start = System.nanoTime();
    Bulk.commit(node, instances, i -> bank.open(Bank.iban(i), i));
    double seconds = (System.nanoTime() - start) / 1e9;
    long after = used();
    AtomicLong sum = new AtomicLong();
    AtomicLong found = new AtomicLong();
    Bulk.read(
        node,
        instances,
        i -> bank.account(Bank.iban(i)),
        result -> {
          if (result instanceof Node.ReadResult.Found there) {
            found.incrementAndGet();
            sum.addAndGet(bank.thousandths(there.instance().state()));
          }
        });
    long expected = Bank.thousandthsOf((long) instances * (instances - 1L) / 2);
    Map<String, Double> figures = new TreeMap<>();
    figures.put("heap-before-mib", before / 1048576.0);
    figures.put("heap-after-mib", after / 1048576.0);
    figures.put("heap-limit-mib", Runtime.getRuntime().maxMemory() / 1048576.0);
    figures.put("bytes-per-instance", (after - before) / (double) instances);
    figures.put("instances", (double) found.get());
    figures.put("money-conserved", sum.get() == expected ? 1.0 : 0.0);
    figures.put("opens-per-second", instances / seconds);
    return figures;
  }

  /** Returns the heap in use once garbage is gone. */
  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Returns one line for the parent process to read. */
  static String line(Map<String, Double> figures) {
    StringBuilder line = new StringBuilder("memory-probe");
    figures.forEach(
        (name, value) -> line.append(String.format(Locale.ROOT, " %s=%.3f", name, value)));
    return line.toString();
  }

  /** Returns the figures of such a line. */
  static Map<String, Double> parse(String line) {
    Map<String, Double> figures = new TreeMap<>();
    for (String part : line.split(" ")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        figures.put(part.substring(0, equals), Double.valueOf(part.substring(equals + 1)));
      }
    }
    return figures;
  }
}
