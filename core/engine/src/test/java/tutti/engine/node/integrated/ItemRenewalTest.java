package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Relation;

/** The end of the renewal of what an earlier version of the application has written. */
class ItemRenewalTest {
  private static final long SECOND = 1_000_000_000L;
  private static final RelationalApplication FIRST =
      new RelationalApplication(
          JavaApplication.named("lamps").actor("Lamp", Lamp::new).build(), null);
  private static final RelationalApplication TODAY =
      new RelationalApplication(
          JavaApplication.named("lamps").actor("Lamp", LaterLamp::new).build(), null);

  static final class Lamp extends Actor {
    record Lit(int number) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);
  }

  static final class LaterLamp extends Actor {
    record Lit(int number) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);
    final Relation<Integer, Lit> dark = relation("dark", Lit.class, Lit::number);
  }

  private final ManualScheduler scheduler = new ManualScheduler();
  private boolean acts = true;
  private boolean finds;
  private long arrived;
  private int passes;
  private final ItemRenewal renewal =
      new ItemRenewal(versions(), List.of(0, 1), scheduler, new Replicas());

  private static ApplicationVersions versions() {
    ApplicationVersions versions = new ApplicationVersions(TODAY);
    versions.settle(List.of(FIRST.source(), TODAY.source()));
    return versions;
  }

  private final class Replicas implements ItemRenewal.Replicas {
    @Override
    public ItemReplicaStatus status(int shard) {
      return new ItemReplicaStatus(0, true, acts, null, 0, 0, 0, 0, arrived);
    }

    @Override
    public void renew(
        int shard,
        @Nullable ActorId after,
        BiFunction<ActorId, byte[], byte[]> value,
        Consumer<ProtocolReplicas.Renewed> done) {
      passes++;
      done.accept(new ProtocolReplicas.Renewed(null, finds));
    }
  }

  private void goOn(int seconds) throws InterruptedException {
    for (int i = 0; i < seconds * 10; i++) {
      scheduler.runAll();
      scheduler.advance(SECOND / 10);
    }
    scheduler.runAll();
  }

  @Test
  void isNotOverWhereNothingIsHereYet() throws InterruptedException {
    acts = false;
    renewal.start();
    goOn(3);
    assertThat(renewal.isOver()).isFalse();
    acts = true;
    goOn(3);
    assertThat(renewal.isOver()).isTrue();
  }

  @Test
  void isNotOverWhileAnythingIsFound() throws InterruptedException {
    finds = true;
    renewal.start();
    goOn(3);
    assertThat(renewal.isOver()).isFalse();
    finds = false;
    goOn(3);
    assertThat(renewal.isOver()).isTrue();
  }

  @Test
  void beginsAnewOnceSomethingComes() throws InterruptedException {
    renewal.start();
    goOn(3);
    assertThat(renewal.isOver()).isTrue();
    finds = true;
    arrived++;
    assertThat(renewal.isOver()).as("before anybody has looked").isFalse();
    goOn(1);
    assertThat(renewal.isOver()).isFalse();
    finds = false;
    goOn(1);
    assertThat(renewal.isOver()).isTrue();
  }

  @Test
  void looksRarelyWhereNothingComes() throws InterruptedException {
    renewal.start();
    goOn(9);
    assertThat(passes).as("one pass over two replicas").isEqualTo(2);
    goOn(3);
    assertThat(passes).isEqualTo(4);
  }
}
