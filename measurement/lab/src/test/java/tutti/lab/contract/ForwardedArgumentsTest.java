package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/**
 * Arguments and results whose records have constructors with a will of their own, where a request,
 * a part of it, or an answer goes to another node: they throw, or do not end. That concerns this
 * request, and nothing else that nodes say to each other.
 */
class ForwardedArgumentsTest {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final String OVER = "its time is over";
  private static final List<String> BOXES = List.of("a", "b", "c", "d", "e", "f", "g", "h");

  /** Set while a test or a procedure makes a record by itself: it does as it is asked then. */
  private static final ThreadLocal<Boolean> OWN = new ThreadLocal<>();

  private static volatile boolean broken;
  private static volatile CountDownLatch ended = new CountDownLatch(0);
  private static volatile CountDownLatch begun = new CountDownLatch(0);

  @TempDir Path folder;

  /** A kind of nodes. */
  enum Kind {
    PLAIN,
    MULTIPAXOS,
    TAPIR,
    JANUS;

    Deployment deployment() {
      String protocol = name().toLowerCase(Locale.ROOT);
      return Cell.deployment(
          switch (this) {
            case PLAIN -> DeploymentReader.read(null, Cell.places(Cell.Architecture.S2, 3));
            case MULTIPAXOS -> Cell.replicated(protocol, Cell.Architecture.S2, 3);
            case TAPIR, JANUS -> Cell.integrated(protocol, Cell.Architecture.S2, 3);
          });
    }
  }

  /** A value that is passed on. */
  record Fragile(int number) {
    Fragile {
      if (OWN.get() == null && number > 0) {
        if (broken) {
          throw new IllegalStateException(OVER);
        }
        begun.countDown();
        Uninterruptibly.await(ended);
      }
    }

    static Fragile own(int number) {
      OWN.set(true);
      try {
        return new Fragile(number);
      } finally {
        OWN.remove();
      }
    }
  }

  static final class Box extends Actor {
    record Thing(int number) {}

    final Relation<Integer, Thing> things = relation("things", Thing.class, Thing::number);

    /** Adds a thing, and returns how many there are. */
    record Put(Fragile what) implements Procedure<Box, Integer> {
      @Override
      public Integer run(Box box) {
        int number = (int) box.things.select().count() + 1;
        box.things.insert(new Thing(number));
        return number;
      }
    }

    /** Puts into another box. */
    record Pass(String other, int number) implements Procedure<Box, Integer> {
      @Override
      public Integer run(Box box) {
        OWN.set(true);
        Put put;
        try {
          put = new Put(new Fragile(number));
        } finally {
          OWN.remove();
        }
        return box.actor(Box.class, other).call(put).get();
      }
    }

    /** Returns what is fragile. */
    record Get(int number) implements Procedure<Box, Fragile> {
      @Override
      public Fragile run(Box box) {
        return Fragile.own(number);
      }
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("boxes")
              .actor("Box", Box::new)
              .procedures(Box.Put.class, Box.Pass.class, Box.Get.class)
              .build(),
          null);

  @AfterEach
  void mend() {
    broken = false;
    ended.countDown();
  }

  private static CompletableFuture<Outcome> ask(
      Node at, String box, Procedure<Box, ?> what, long nanos) {
    ActorType type = Objects.requireNonNull(APPLICATION.type("Box"));
    String name = what.getClass().getSimpleName();
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action(name));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(
        new TransactionRequest(List.of(action.call(new ActorId("Box", box), what)), null, nanos),
        outcome::complete);
    return outcome;
  }

  private static Outcome ask(Node at, String box, Procedure<Box, ?> what) throws Exception {
    return ask(at, box, what, TIMEOUT_NANOS).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private static int value(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    Object result = ((Outcome.Committed) outcome).results().getFirst();
    return (Integer)
        Objects.requireNonNull(((ProcedureResult) Objects.requireNonNull(result)).value());
  }

  private OpenNodes open(Kind kind, int seed) throws Exception {
    OpenNodes open =
        new LocalNodes(ExecutorMode.best()).open(APPLICATION, kind.deployment(), folder, seed);
    Await.that(
        "all are ready",
        () -> open.nodes().stream().allMatch(node -> node.readiness().lasting() == null));
    return open;
  }

  @ParameterizedTest
  @EnumSource
  void whatThrowsRefusesItsRequestAlone(Kind kind) throws Exception {
    try (OpenNodes open = open(kind, 1)) {
      Node node = open.node();
      broken = true;
      int refused = 0;
      List<String> taken = new ArrayList<>();
      for (String box : BOXES) {
        for (Procedure<Box, ?> what :
            List.of(new Box.Put(Fragile.own(1)), new Box.Pass(box.repeat(2), 1))) {
          Outcome outcome = ask(node, box, what);
          if (outcome instanceof Outcome.Aborted(var _, Reason why)) {
            assertThat(why.code()).isEqualTo(Reason.INTERNAL_ERROR);
            assertThat(why.message()).contains(OVER);
            refused++;
          } else if (what instanceof Box.Put) {
            assertThat(value(outcome)).isOne();
            taken.add(box);
          }
        }
      }
      if (kind != Kind.TAPIR) {
        assertThat(refused).as("requests that another node has refused").isPositive();
      }
      broken = false;
      for (String box : BOXES) {
        int before = taken.contains(box) ? 1 : 0;
        assertThat(value(ask(node, box, new Box.Put(new Fragile(0))))).isEqualTo(before + 1);
      }
    }
  }

  @ParameterizedTest
  @Timeout(300)
  @EnumSource(names = {"PLAIN", "MULTIPAXOS"})
  void whatDoesNotEndHoldsItsRequestAlone(Kind kind) throws Exception {
    try (OpenNodes open = open(kind, 2)) {
      Node node = open.node();
      begun = new CountDownLatch(1);
      ended = new CountDownLatch(1);
      Map<String, List<Outcome>> held = new TreeMap<>();
      boolean told = false;
      for (int i = 0; !told; i++) {
        String box = BOXES.get(i % BOXES.size());
        Outcome outcome =
            ask(node, box, new Box.Put(Fragile.own(1)), 100_000_000)
                .get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
        held.computeIfAbsent(box, _ -> new ArrayList<>()).add(outcome);
        told = begun.getCount() == 0 && outcome.toString().contains("a constructor");
      }
      for (Node each : open.nodes()) {
        for (String box : BOXES) {
          assertThat(value(ask(each, box.repeat(3), new Box.Put(new Fragile(0))))).isPositive();
        }
      }
      ended.countDown();
      for (Map.Entry<String, List<Outcome>> each : held.entrySet()) {
        List<Outcome> ends = each.getValue();
        long committed = ends.stream().filter(Outcome.Committed.class::isInstance).count();
        int number = value(ask(node, each.getKey(), new Box.Put(new Fragile(0))));
        if (ends.stream().noneMatch(Outcome.InDoubt.class::isInstance)) {
          assertThat(number).isEqualTo(committed + 1);
        }
      }
    }
  }

  /** Each replica of the actor makes the argument when it executes the request in its place. */
  @Test
  @Timeout(300)
  void underJanusWhatDoesNotEndHoldsItsActorAlone() throws Exception {
    try (OpenNodes open = open(Kind.JANUS, 2)) {
      begun = new CountDownLatch(1);
      ended = new CountDownLatch(1);
      Outcome held =
          ask(open.node(), "a", new Box.Put(Fragile.own(1)), 300_000_000)
              .get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(held).isNotInstanceOf(Outcome.Committed.class);
      begun.await();
      for (Node each : open.nodes()) {
        for (String box : BOXES.subList(1, BOXES.size())) {
          assertThat(value(ask(each, box, new Box.Put(new Fragile(0))))).isPositive();
        }
      }
      ended.countDown();
      int number = value(ask(open.node(), "a", new Box.Put(new Fragile(0))));
      assertThat(number).isBetween(1, 2);
      if (held instanceof Outcome.Aborted) {
        assertThat(number).isOne();
      }
      for (Node each : open.nodes()) {
        assertThat(value(ask(each, "a", new Box.Put(new Fragile(0))))).isEqualTo(++number);
      }
    }
  }

  @ParameterizedTest
  @Timeout(300)
  @EnumSource(names = {"PLAIN", "MULTIPAXOS", "JANUS"})
  void aResultThatCannotBeReadIsNoRefusal(Kind kind) throws Exception {
    try (OpenNodes open = open(kind, 3)) {
      broken = true;
      // Over replicas a host asks the leader again until the deadline.
      boolean unknown = false;
      for (int i = 0; !unknown; i++) {
        Outcome outcome =
            ask(open.node(), BOXES.get(i % BOXES.size()), new Box.Get(1), 50_000_000L * (i + 1))
                .get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
        unknown = outcome instanceof Outcome.InDoubt(var _, String why, _) && why.contains(OVER);
        if (outcome instanceof Outcome.Aborted(var _, Reason why)) {
          assertThat(why.code()).isEqualTo("deadline");
        }
      }
      broken = false;
      assertThat(ask(open.node(), "a", new Box.Get(1))).isInstanceOf(Outcome.Committed.class);
    }
  }
}
