package tutti.programs;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Pure;
import tutti.model.relation.Relation;

/** An actor that has the key of another one in a row: no request tells which actors it calls. */
public final class Link extends Actor {
  /** A counter outside of the actor, whose class is not pure to use. */
  public static final class Runs {
    public static final AtomicInteger ALL = new AtomicInteger();

    private Runs() {}
  }

  /** The signals for which procedures wait. */
  public static final class Gates {
    private static final ConcurrentHashMap<String, CountDownLatch> ALL = new ConcurrentHashMap<>();

    private Gates() {}

    public static CountDownLatch of(String name) {
      return ALL.computeIfAbsent(name, unused -> new CountDownLatch(1));
    }
  }

  public record Value(String name, String text) {}

  final Relation<String, Value> values = relation("values", Value.class, Value::name);

  String value(String name) {
    return values.find(name).map(Value::text).orElse("");
  }

  void waitFor(String gate) {
    Gates.of(gate + " is awaited").countDown();
    try {
      Gates.of(gate).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String next(int steps) {
    return steps == 0 ? key() : actor(Link.class, value("next")).call(new Follow(steps - 1)).get();
  }

  /** Points at another one, and then waits unless the gate has no name. */
  public record Point(String name, String to, String gate) implements Procedure<Link, Void> {
    @Override
    public Void run(Link link) {
      link.values.upsert(new Value(name, to));
      if (!gate.isEmpty()) {
        link.waitFor(gate);
      }
      return null;
    }
  }

  /** Gives the key of the last of so many, and writes at each that it was there. */
  public record Follow(int steps) implements Procedure<Link, String> {
    @Override
    public String run(Link link) {
      link.values.upsert(new Value("seen", link.value("seen") + "."));
      return link.next(steps);
    }
  }

  /** As {@link Follow}, but with an effect that a second run would show. */
  public record Counted() implements Procedure<Link, String> {
    @Override
    public String run(Link link) {
      Runs.ALL.incrementAndGet();
      return link.next(1);
    }
  }

  /** As {@link Counted}, whose author does not mind. */
  @Pure
  public record Uncounted() implements Procedure<Link, String> {
    @Override
    public String run(Link link) {
      Runs.ALL.incrementAndGet();
      return link.next(1);
    }
  }

  /** Calls the next one once, and then another one. */
  public record Both() implements Procedure<Link, String> {
    @Override
    public String run(Link link) {
      String end = link.next(1);
      return end + link.actor(Link.class, link.value("other")).call(new Follow(0)).get();
    }
  }

  /** Calls another one so many times, and says that it calls it once. */
  @Accesses(actor = Link.class, key = "to", most = 1)
  public record SaysOnce(String to, int times) implements Procedure<Link, Void> {
    @Override
    public Void run(Link link) {
      for (int i = 0; i < times; i++) {
        link.actor(Link.class, to).call(new Follow(0)).get();
      }
      link.actor(Link.class, link.key()).call(new Point("next", to, "")).get();
      return null;
    }
  }

  /** Calls another one, and says that it calls none. */
  @Accesses.Only({})
  public record SaysNothing(String to) implements Procedure<Link, Void> {
    @Override
    public Void run(Link link) {
      link.actor(Link.class, to).call(new Follow(0)).get();
      return null;
    }
  }

  /** Lets money be paid in, and then waits. */
  public record HappensAndWaits(String account, String gate) implements Procedure<Link, Void> {
    @Override
    public Void run(Link link) {
      link.event("Account", account, "deposit", 1L);
      link.waitFor(gate);
      return null;
    }
  }
}
