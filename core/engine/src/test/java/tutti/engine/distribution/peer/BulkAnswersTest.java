package tutti.engine.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.memory.TestHeap;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.ActorState;

/** Answers to other nodes that may be long (L3). */
class BulkAnswersTest {
  private static final Question PAGE = new Question.Page("Bag", null, 100, null);
  private static final Answer LONG =
      new Answer.Items(List.of(found("x".repeat(100_000)), found("y")), null);
  private static final Answer SHORT = new Answer.Items(List.of(found("y")), null);

  private final BytesUnderWay memory = new BytesUnderWay(new TestHeap(96));
  private final Queue<Runnable> steps = new ArrayDeque<>();
  private final Queue<Runnable> onTheirWay = new ArrayDeque<>();
  private final List<String> sent = new ArrayList<>();
  private final List<Consumer<Answer>> made = new ArrayList<>();
  private final BulkAnswers answers =
      new BulkAnswers(
          steps::add,
          memory,
          new BulkAnswers.Way() {
            @Override
            public void send(int node, long number, Answer answer) {
              sent.add(number + (answer instanceof Answer.Failed failed ? failed.code() : ""));
            }

            @Override
            public void afterSent(int node, Runnable then) {
              onTheirWay.add(then);
            }
          });

  private static Answer.Found found(String text) {
    return new Answer.Found(new ActorId("Bag", "a"), new ActorState(0, new Object[] {text}), 1);
  }

  private void ask(int node, long number) {
    answers.asked(node, number, PAGE, made::add);
  }

  private void runSteps() {
    while (!steps.isEmpty()) {
      steps.remove().run();
    }
  }

  /** Results that wait to be told leave less room for transactions that have not happened. */
  @Test
  void resultsThatWaitTakeRoomOfWhatIsUnderWay() {
    TransactionId id = new TransactionId(0, 1, 1, 0);
    Answer results = new Answer.Ended(new Outcome.Committed(id, List.of("x".repeat(100_000))));
    for (int number = 1; number <= 3; number++) {
      answers.asked(1, number, new Question.Status(id), answer -> answer.accept(results));
    }
    answers.asked(1, 3, new Question.Status(id), answer -> answer.accept(results));
    assertThat(memory.taken()).isEqualTo(3 * 4 * 100_000);
    runSteps();
    while (!onTheirWay.isEmpty()) {
      onTheirWay.remove().run();
      runSteps();
    }
    assertThat(sent).containsExactly("1", "2", "3");
    assertThat(memory.taken()).isZero();
  }

  @Test
  void areSentWhereTheyAreMadeIfTheyAreShort() {
    ask(1, 1);
    made.getFirst().accept(SHORT);
    assertThat(sent).containsExactly("1");
    assertThat(steps).isEmpty();
  }

  /** The thread that makes a page may be one of machines. */
  @Test
  void areEncodedElsewhereAndAFewAtATimeIfTheyAreLong() {
    for (int i = 0; i < 10; i++) {
      ask(1, i);
      made.get(i).accept(LONG);
    }
    assertThat(sent).isEmpty();
    runSteps();
    assertThat(sent).containsExactly("0", "1");
    onTheirWay.remove().run();
    runSteps();
    assertThat(sent).containsExactly("0", "1", "2");
    ask(2, 100);
    made.getLast().accept(LONG);
    runSteps();
    assertThat(sent).as("another node waits for none of these").contains("100");
    while (!onTheirWay.isEmpty()) {
      onTheirWay.remove().run();
      runSteps();
    }
    assertThat(sent).hasSize(11);
  }

  @Test
  void areMadeOnceHoweverOftenTheyAreAskedForMeanwhile() {
    ask(1, 7);
    ask(1, 7);
    assertThat(made).hasSize(1);
    made.getFirst().accept(LONG);
    ask(1, 7);
    runSteps();
    assertThat(sent).containsExactly("7");
    // That one may be lost.
    ask(1, 7);
    assertThat(made).hasSize(2);
  }

  /** A read is repeated until it is answered, and a slow network would have a copy for each. */
  @Test
  void haveRowsThatAreUnderWayOnce() {
    Answer rows =
        new Answer.Found(
            new ActorId("Shop", "a"),
            new ActorState(1, new Object[] {new ActorRows("Shop", List.of())}),
            1);
    for (int times = 0; times < 3; times++) {
      answers.asked(1, 7, new Question.Read(new ActorId("Shop", "a"), 1), made::add);
      made.getLast().accept(rows);
    }
    assertThat(sent).containsExactly("7");
    onTheirWay.remove().run();
    made.getLast().accept(rows);
    assertThat(sent).as("the first one may be lost").containsExactly("7", "7");
  }

  @Test
  void areRefusedIfTooManyWait() {
    for (int i = 0; i <= BulkAnswers.MOST_WAITING; i++) {
      ask(1, i);
      made.get(i).accept(LONG);
    }
    assertThat(sent).isEmpty();
    for (int i = 1; i <= 2; i++) {
      ask(1, BulkAnswers.MOST_WAITING + i);
      made.getLast().accept(LONG);
    }
    assertThat(sent).containsExactly(BulkAnswers.MOST_WAITING + 2 + "network-congested");
  }
}
