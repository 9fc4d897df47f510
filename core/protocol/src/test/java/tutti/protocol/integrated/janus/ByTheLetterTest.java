package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.janus.ByTheLetter.Status;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** The errors of servers that do what is printed: why the card departs from the text. */
class ByTheLetterTest {
  private static final TransactionId T1 = new TransactionId(1, 1);
  private static final TransactionId T2 = new TransactionId(2, 1);
  private static final SortedSet<TransactionId> NOTHING = new TreeSet<>();

  /** Line 24 is the other way round: a promise is lowered again. */
  @Test
  void aLatePreAcceptLowersThePromise() {
    ByTheLetter server = new ByTheLetter(true);
    assertThat(server.prepare(T1, 5)).isPresent();
    assertThat(server.preAccept(T1, 0)).isPresent();
    assertThat(server.highestBallot(T1)).isZero();
    assertThat(server.accept(T1, NOTHING, 0)).as("an acceptance below a promise").isTrue();
  }

  /** Lines 28 to 30 do not look at the status: what may be chosen is not accepted any more. */
  @Test
  void aLatePreAcceptUndoesAnAcceptance() {
    ByTheLetter server = new ByTheLetter(false);
    server.preAccept(T1, 0);
    server.accept(T1, NOTHING, 0);
    server.preAccept(T1, 0);
    assertThat(server.vertex(T1).status()).isEqualTo(Status.PRE_ACCEPTED);
  }

  /**
   * One field for the dependencies: a server that has accepted an abandonment, which was not
   * chosen, answers with it to another takeover, though another transaction was there first. Two
   * transactions with a conflict are committed, and neither depends on the other.
   */
  @Test
  void anAbandonedTakeoverHidesWhatWasBefore() {
    ByTheLetter s1 = new ByTheLetter(false);
    ByTheLetter s2 = new ByTheLetter(false);
    ByTheLetter s3 = new ByTheLetter(false);
    // The first transaction reaches s1 alone; its coordinator dies.
    assertThat(s1.preAccept(T1, 0)).isEqualTo(Optional.of(NOTHING));
    // The second one is committed by s2 and s3, after nothing.
    SortedSet<TransactionId> second = new TreeSet<>(s2.preAccept(T2, 0).orElseThrow());
    second.addAll(s3.preAccept(T2, 0).orElseThrow());
    assertThat(s2.accept(T2, second, 0) && s3.accept(T2, second, 0)).isTrue();
    // A takeover of the first hears s2 and s3, abandons it (line 82), reaches s2 alone, and dies.
    assertThat(s2.prepare(T1, 1).orElseThrow().status()).isEqualTo(Status.NONE);
    assertThat(s3.prepare(T1, 1).orElseThrow().status()).isEqualTo(Status.NONE);
    s2.accept(T1, NOTHING, 1);
    // Another one hears s1 and s3, and goes to the pre-accept phase (line 80).
    assertThat(s1.prepare(T1, 2).orElseThrow().status()).isEqualTo(Status.PRE_ACCEPTED);
    assertThat(s3.prepare(T1, 2).orElseThrow().status()).isEqualTo(Status.NONE);
    SortedSet<TransactionId> first = new TreeSet<>(s1.preAccept(T1, 2).orElseThrow());
    first.addAll(s2.preAccept(T1, 2).orElseThrow());
    assertThat(s1.accept(T1, first, 2) && s2.accept(T1, first, 2)).isTrue();
    assertThat(first).as("s1 runs T1, T2; s2 has run T2 before T1").doesNotContain(T2);
    assertThat(second).doesNotContain(T1);
  }
}
