package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.STRICT;
import static tutti.protocol.integrated.tapir.SteppedShards.item;
import static tutti.protocol.integrated.tapir.TapirPaperTest.increment;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.SteppedShards.Sent;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * Reads of what transactions write that are not executed yet, which the paper's replicas refuse.
 */
class EarlyReadsTest {
  private static final int READER = 2;

  private static boolean isDecide(Sent sent) {
    return sent.message() instanceof Message.Decide;
  }

  /** A transaction whose client was told that it has committed, of which host 0 alone has heard. */
  private static SteppedShards withOneThatIsNoted() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), increment("x", Timestamp.NONE));
    all.settle(sent -> !isDecide(sent) || sent.to() == 0);
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(0, 0).version(item("x"))).isEqualTo(Timestamp.NONE);
    return all;
  }

  /** Asks for the counter; returns what comes at once. */
  private static List<Message> read(SteppedShards all, int host) {
    all.on(
        all.replica(0, host),
        new Event.Received<>(new Address.Replica(READER, 0), new Message.Read(item("x"))));
    return told(all);
  }

  private static List<Message> told(SteppedShards all) {
    return all.take().stream()
        .filter(sent -> !sent.toReplica() && sent.message() instanceof Message.Version)
        .map(Sent::message)
        .toList();
  }

  private static Message version(long at) {
    return new Message.Version(item("x"), time(at), new Part.Value(new byte[] {1}));
  }

  @Test
  void aVersionIsReadOnceItsTransactionIsKnownToHaveCommitted() {
    SteppedShards all = withOneThatIsNoted();
    assertThat(read(all, 0)).containsExactly(version(1));
  }

  @Test
  void aReadWaitsForATransactionThatIsAboutToWrite() {
    SteppedShards all = withOneThatIsNoted();
    assertThat(read(all, 1)).isEmpty();
    assertThat(read(all, 1)).isEmpty();
    Transaction writes = new Transaction(time(1), List.of(0));
    Part part = increment("x", Timestamp.NONE);
    all.on(
        all.replica(0, 1),
        new Event.Received<>(
            new Address.Replica(0, 0), new Message.Decide(writes, part, Outcome.COMMITTED, false)));
    assertThat(told(all)).containsExactly(version(1));
  }

  /** The transaction may be one whose coordinator is gone. */
  @Test
  void aReadWaitsNoLongerThanUntilCoordinatorsAreLookedFor() {
    SteppedShards all = withOneThatIsNoted();
    assertThat(read(all, 1)).isEmpty();
    all.on(all.replica(0, 1), new Event.TimerFired<>(Timer.WATCH));
    assertThat(told(all))
        .containsExactly(
            new Message.Version(item("x"), Timestamp.NONE, new Part.Value(new byte[0])));
  }

  /**
   * The next increment was taken on the slow path by two replicas that hold the first one, too, and
   * do not know that it has committed; but the next has read it.
   */
  @Test
  void aMergeKeepsWhatAnotherTransactionHasRead() {
    SteppedShards all = withOneThatIsNoted();
    all.begin(time(5), increment("x", time(1)));
    all.settle(
        sent ->
            !isDecide(sent)
                && !(sent.message() instanceof Message.PrepareReply && sent.from() == 2));
    all.fire(time(5), Timer.FAST);
    all.settle(sent -> !isDecide(sent));
    assertThat(all.outcome(time(5))).isEqualTo(Outcome.COMMITTED);
    all.coordinators.clear();
    all.changeView(
        0, sent -> !(sent.message() instanceof Message.DoViewChange && sent.from() == 0));
    for (int host = 0; host < 3; host++) {
      assertThat(all.memory(0, host).version(item("x"))).isEqualTo(time(1));
      assertThat(all.memory(0, host).record())
          .anyMatch(entry -> entry.id().equals(time(5)) && entry.vote().consents());
    }
  }
}
