package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.Node.Instance;
import tutti.engine.node.Node.ListFailed;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.Page;
import tutti.model.ActorId;
import tutti.model.ActorState;

/** The pages that a node makes at a time (L3). */
class PageRoomTest {
  private static final long TIMEOUT = 1_000_000_000;
  private static final long MILLI = 1_000_000;
  private final ManualScheduler scheduler = new ManualScheduler();
  private final PageRoom room = new PageRoom(scheduler, scheduler.newStepQueue("pages"), 3);
  private final List<Consumer<ListResult>> made = new ArrayList<>();
  private final List<ListResult> told = new ArrayList<>();

  private void list() {
    room.list((left, done) -> made.add(done), TIMEOUT, told::add);
  }

  private static Page page(int bytes) {
    ActorState state = new ActorState(0, new Object[] {"x".repeat(bytes)});
    return new Page(List.of(new Instance(new ActorId("Bag", "a"), state, 1)), null);
  }

  private void make(int bytes) {
    made.removeFirst().accept(page(bytes));
  }

  @Test
  void longPagesWaitForEachOtherAndShortOnesDoNot() {
    for (int i = 0; i < 40; i++) {
      list();
    }
    assertThat(made).hasSize(1);
    for (int i = 0; i < 20; i++) {
      make(1 << 20);
      assertThat(made).hasSize(1);
    }
    assertThat(told).hasSize(20);
    while (!made.isEmpty()) {
      make(100);
    }
    assertThat(told).hasSize(40);
    for (int i = 0; i < 40; i++) {
      list();
    }
    assertThat(made).hasSize(40);
  }

  @Test
  void aRestFollowsALongPageWhileOthersWait() {
    list();
    list();
    scheduler.advance(MILLI);
    make(1 << 20);
    assertThat(told).hasSize(1);
    scheduler.advance(2 * MILLI);
    scheduler.runAll();
    assertThat(made).isEmpty();
    scheduler.advance(MILLI);
    scheduler.runAll();
    assertThat(made).hasSize(1);
    scheduler.advance(MILLI);
    make(1 << 20);
    list();
    assertThat(made).as("nothing has waited").hasSize(1);
  }

  @Test
  void whatHasNoTurnInTimeHearsThat() {
    list();
    list();
    scheduler.advance(6 * TIMEOUT);
    scheduler.runAll();
    assertThat(told).singleElement().isInstanceOf(ListFailed.class);
    make(1 << 20);
    assertThat(made).isEmpty();
    assertThat(told).hasSize(2);
    list();
    assertThat(made).hasSize(1);
  }

  /** A node that is not ready answers at once, however many ask. */
  @Test
  void pagesThatAreMadeAtOnceTakeNoStack() {
    list();
    for (int i = 0; i < 20_000; i++) {
      room.list((left, done) -> done.accept(page(1)), TIMEOUT, told::add);
    }
    make(1);
    assertThat(told).hasSize(20_001);
  }
}
