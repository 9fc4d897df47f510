package tutti.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import tutti.embedded.ActorHandle;
import tutti.embedded.Client;
import tutti.embedded.InstanceHandle;
import tutti.embedded.Request;
import tutti.embedded.TransactionStart;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.disk.FolderRemoval;
import tutti.engine.runtime.AdvancedTime;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;

/**
 * Gives each test a node of its own, in memory, in milliseconds.
 *
 * <pre>{@code
 * class AccountTest {
 *   @RegisterExtension static TuttiExtension tutti = TuttiExtension.of(MyApplication.application());
 *
 *   @Test
 *   void deposits() {
 *     assertEquals(10L, tutti.actor(Account.class, "alice").call(new Deposit(10)));
 *   }
 * }
 * }</pre>
 *
 * <p>A test may also have a parameter of type {@link Tutti}, which is the same node. The tests must
 * run one after the other, not side by side.
 */
public final class TuttiExtension
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        ParameterResolver {
  private final UnaryOperator<TuttiBuilder> application;
  private UnaryOperator<TuttiBuilder> how = builder -> builder;
  private AdvancedTime time = AdvancedTime.going();
  private @Nullable Instant begin;
  private int nodes = 1;
  private boolean durable;
  private boolean shared;
  private int classes;
  private @Nullable Path folder;
  private @Nullable Tutti node;

  private TuttiExtension(UnaryOperator<TuttiBuilder> application) {
    this.application = application;
  }

  /** Returns an extension that runs an application of actors in Java. */
  public static TuttiExtension of(JavaApplication application) {
    return new TuttiExtension(builder -> builder.application(application));
  }

  /**
   * Returns an extension that runs Rebel specifications.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them
   */
  public static TuttiExtension of(Path specifications) {
    return new TuttiExtension(builder -> builder.specifications(specifications));
  }

  /** Runs these specifications beside the application. */
  public TuttiExtension specifications(Path folder) {
    return with(builder -> builder.specifications(folder));
  }

  /** Runs the application as this deployment file says, except for its durability. */
  public TuttiExtension deployment(Path file) {
    return with(builder -> builder.deployment(file));
  }

  /** Sets a key of the deployment, as {@link TuttiBuilder#set} does. */
  public TuttiExtension set(String key, String value) {
    return with(builder -> builder.set(key, value));
  }

  /**
   * Runs the application as the text of a deployment file says, except for its durability.
   *
   * @param text as {@code tutti { transaction-timeout = 5s }}
   */
  public TuttiExtension deployment(String text) {
    return with(builder -> builder.deployment(text));
  }

  /**
   * Begins each test at this instant: it is the application's {@code now}, at every call, until the
   * test {@linkplain #advance advances} it. Without this setting the clock is the machine's.
   *
   * @param instant between the years 1900 and 2200
   */
  public TuttiExtension at(Instant instant) {
    begin = TestTime.checked(instant);
    return this;
  }

  /**
   * Runs {@code count} nodes, all in this process, which reach each other at free ports of this
   * machine. The test's calls go to the first one; actors live on all.
   *
   * @param count at least 1
   */
  public TuttiExtension nodes(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("there is at least one node, but this is " + count);
    }
    nodes = count;
    return this;
  }

  /** Keeps data in a temporary folder, so that {@link #restart()} finds it; slower. */
  public TuttiExtension durable() {
    durable = true;
    return this;
  }

  /** One node for all tests of the class; the extension's field must be static. */
  public TuttiExtension perClass() {
    shared = true;
    return this;
  }

  private TuttiExtension with(UnaryOperator<TuttiBuilder> more) {
    UnaryOperator<TuttiBuilder> before = how;
    how = builder -> more.apply(before.apply(builder));
    return this;
  }

  /**
   * The node of the running test.
   *
   * @throws IllegalStateException outside of tests
   */
  public Tutti tutti() {
    Tutti now = node;
    if (now == null) {
      throw new IllegalStateException(
          "there is a node only while a test runs: annotate the field with @RegisterExtension"
              + (shared ? ", and make it static" : ""));
    }
    return now;
  }

  /** Returns an actor of the test's node, as {@link Tutti#actor} does. */
  public <A extends Actor> ActorHandle<A> actor(Class<A> type, String key) {
    return tutti().actor(type, key);
  }

  /** Returns an instance on the test's node, as {@link Tutti#instance} does. */
  public InstanceHandle instance(String specification, String key) {
    return tutti().instance(specification, key);
  }

  /** Begins a request to the test's node, as {@link Tutti#request} does. */
  public Request request() {
    return tutti().request();
  }

  /**
   * A client whose requests come from a caller, as {@link Tutti#as} makes one.
   *
   * <pre>{@code
   * Client teller = tutti.as("branch-7", "teller");
   * }</pre>
   *
   * @param roles the caller's roles
   */
  public Client as(String subject, String... roles) {
    return as(Caller.of(subject, roles));
  }

  /** A client whose requests come from a caller, as {@link Tutti#as} makes one. */
  public Client as(Caller caller) {
    return tutti().as(caller);
  }

  /** Starts a client transaction on the test's node, as {@link Tutti#transaction} does. */
  public TransactionStart transaction() {
    return tutti().transaction();
  }

  /**
   * Lets time pass at once, for the node and its application: what a test calls next has the later
   * {@code now}, and what the node does after a time, such as to forget an idempotency key or to
   * end a transaction at its deadline, is due. The test does not wait.
   *
   * <pre>{@code
   * @RegisterExtension
   * static TuttiExtension tutti =
   *     TuttiExtension.of(Path.of("ticketing")).at(Instant.parse("2027-05-01T12:00:00Z"));
   *
   * @Test
   * void aTicketIsUsedOnTheDay() {
   *   InstanceHandle ticket = tutti.instance("Ticket", "t1");
   *   assertThrows(RefusedException.class, () -> ticket.call("use", Map.of()));
   *   tutti.advance(Duration.ofDays(1));
   *   ticket.call("use", Map.of());
   * }
   * }</pre>
   *
   * <p>For nodes with replicas it is as if all stood still for so long: leaders may change, and a
   * request that meets that is aborted with a code that is retryable.
   *
   * @param by at least 0; at most a hundred years in one test
   * @throws IllegalArgumentException if it is less than 0, or more than that
   */
  public void advance(Duration by) {
    tutti();
    time.advance(by);
  }

  /**
   * Stops the node and starts it again on the data that it has kept; needs {@link #durable()}.
   *
   * <p>Where the start is refused, since the data cannot go on under a later version, this throws,
   * and the next call starts the node on the same data:
   *
   * <pre>{@code
   * assertThrows(UncheckedIOException.class, () -> tutti.restart(without));
   * tutti.restart();
   * }</pre>
   */
  public void restart() {
    restart(application);
  }

  /** Starts a later version of the application on the data that this version has kept. */
  public void restart(JavaApplication later) {
    restart(builder -> builder.application(later));
  }

  private void restart(UnaryOperator<TuttiBuilder> next) {
    if (!durable) {
      throw new IllegalStateException("nothing is kept in memory: say durable() first");
    }
    if (folder == null) {
      tutti(); // says that no test runs
    }
    Tutti closing = node;
    node = null;
    if (closing != null) {
      closing.close();
    }
    open(next);
  }

  /** Begins a test's time, and opens its node. */
  private void begin() {
    Instant at = begin;
    time = at == null ? AdvancedTime.going() : AdvancedTime.standing(at);
    open(application);
  }

  private void open(UnaryOperator<TuttiBuilder> what) {
    TuttiBuilder builder = how.apply(what.apply(Tutti.builder())).time(time);
    try {
      if (nodes > 1) {
        builder.set("nodes", NodeAddress.text(NodeAddress.onThisMachine(nodes)));
      }
      if (durable) {
        if (folder == null) {
          folder = Files.createTempDirectory("tutti-test");
        }
        node = builder.data(folder).open();
      } else {
        node = builder.openInMemory();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() {
    Tutti closing = node;
    node = null;
    Path emptied = folder;
    folder = null;
    if (closing != null) {
      closing.close();
    }
    if (emptied != null) {
      delete(emptied);
    }
  }

  private static void delete(Path folder) {
    try {
      FolderRemoval.remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // A nested class has the node of the class around it.
    if (shared && classes++ == 0) {
      begin();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!shared) {
      begin();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!shared) {
      close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!shared || --classes == 0) {
      close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Tutti.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return tutti();
  }
}
