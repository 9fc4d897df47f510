package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.World;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.memory.Heap;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.NoTransport;
import tutti.engine.transport.Transport;
import tutti.model.Decoder;
import tutti.model.MalformedData;

/**
 * R6: a host answers a question shortly where the whole answer is too long for a link; and a host
 * that does not answer is not asked at a steady pace.
 */
class HostQuestionsTest {
  private static final int LONGEST = 1000;
  private static final TransactionId ID = new TransactionId(0, 1, 7);

  private final MessageFormat format = new MessageFormat(new TestBank());
  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<PeerMessage> sent = new ArrayList<>();
  private Answer here = new Answer.Done();

  private final class Wire implements ForwardingTransport {
    private final Transport none = new NoTransport();

    @Override
    public Transport transport() {
      return none;
    }

    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      if (length > LONGEST) {
        throw new IllegalArgumentException("a message of " + length + " bytes is longer than 1000");
      }
      Decoder in = LogWord.open(bytes, offset, length);
      assertThat(in.getByte()).isEqualTo((byte) IntegratedMessages.QUESTION);
      byte[] message = in.getRaw(in.remaining());
      sent.add(format.read(message, 0, message.length));
      return true;
    }

    @Override
    public boolean connected(int node) {
      return true;
    }
  }

  private static HostWorld world() {
    try {
      return HostWorld.open(new ForgetfulDisk(), 0, true, Runnable::run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReplicaLayout layout() {
    return new ReplicaLayout(
        0,
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(Replication.NONE.with(Replication.Protocol.MULTIPAXOS))
            .questions(new Deployment.Questions(Deployment.Ask.AUTO, Duration.ofMillis(1)))
            .build());
  }

  private IntegratedLinks links(ReplicaLayout layout) {
    Greeting greeting = new Greeting(1, new byte[0], new TreeMap<>(), 1, 1, 1, 0, World.NONE);
    return new IntegratedLinks(layout, new Wire(), scheduler, greeting, world(), () -> 0);
  }

  /** A session that damages messages has to end. */
  @Test
  void aDamagedMessageIsRefusedAlsoWhileTheHostHearsNothing() {
    IntegratedLinks links = links(layout());
    byte[] damaged = new byte[64];
    assertThatThrownBy(() -> links.received(1, damaged, 0, damaged.length))
        .isInstanceOf(MalformedData.class);
  }

  private HostQuestions questions() {
    ReplicaLayout layout = layout();
    return new HostQuestions(
        layout,
        links(layout),
        format,
        scheduler,
        scheduler.newStepQueue("questions"),
        new BytesUnderWay(Heap.AMPLE),
        (_, answer) -> answer.accept(here),
        100);
  }

  private PeerMessage answered(Answer whole) {
    here = whole;
    byte[] question =
        format.write(new PeerMessage.Request(5, new Question.Status(ID))).toByteArray();
    questions().received(1, question);
    return sent.removeLast();
  }

  @Test
  void answersWhatFits() {
    Answer running = new Answer.Stands(new TransactionStatus.Running());
    assertThat(answered(running)).isEqualTo(new PeerMessage.Response(5, running, 0));
  }

  @Test
  void saysThatWhatHasEndedIsTooLongAndNeverThatItHasDoneNothing() {
    Outcome committed = new Outcome.Committed(ID, List.of("x".repeat(2000)));
    assertThat(answered(new Answer.Stands(new TransactionStatus.Ended(committed))))
        .isInstanceOfSatisfying(
            PeerMessage.Response.class,
            response -> {
              assertThat(response.number()).isEqualTo(5);
              assertThat(response.answer())
                  .isInstanceOfSatisfying(
                      Answer.Stands.class,
                      stands ->
                          assertThat(stands.status())
                              .isInstanceOfSatisfying(
                                  TransactionStatus.Waiting.class,
                                  waiting ->
                                      assertThat(waiting.why())
                                          .startsWith("it has ended on host")
                                          .contains("to be sent it is too long: a message of")));
            });
  }

  /** Asks another host, and returns the times at which the question was sent, in milliseconds. */
  private List<Long> sendsOfAQuestion(long timeoutMillis, List<Answer> answers, long answeredAt) {
    HostQuestions questions = questions();
    List<Long> sends = new ArrayList<>();
    questions.ask(1, new Question.Progress(null), timeoutMillis * 1_000_000, answers::add);
    for (long millis = 0; millis <= timeoutMillis; millis++) {
      scheduler.runAll();
      for (PeerMessage message : sent) {
        assertThat(message).isInstanceOf(PeerMessage.Request.class);
        sends.add(millis);
      }
      if (!sent.isEmpty() && millis >= answeredAt) {
        long number = ((PeerMessage.Request) sent.getLast()).number();
        Answer answer = new Answer.Progress(List.of(), List.of(), List.of());
        byte[] bytes = format.write(new PeerMessage.Response(number, answer, 0)).toByteArray();
        questions.received(1, bytes);
      }
      sent.clear();
      scheduler.advance(1_000_000);
    }
    scheduler.runAll();
    return sends;
  }

  /** A host that is slow to answer would become slower with repetitions at a steady pace. */
  @Test
  void aHostThatDoesNotAnswerIsAskedLessAndLessOften() {
    List<Answer> answers = new ArrayList<>();
    List<Long> sends = sendsOfAQuestion(3000, answers, Long.MAX_VALUE);
    assertThat(sends.subList(0, 6)).containsExactly(0L, 1L, 3L, 7L, 15L, 31L);
    assertThat(sends).hasSizeLessThan(17);
    for (int i = 1; i < sends.size(); i++) {
      assertThat(sends.get(i) - sends.get(i - 1)).isLessThanOrEqualTo(500);
    }
    assertThat(answers)
        .singleElement()
        .isInstanceOfSatisfying(
            Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("node-unavailable"));
  }

  @Test
  void aHostThatHasAnsweredIsAskedNoMore() {
    List<Answer> answers = new ArrayList<>();
    assertThat(sendsOfAQuestion(3000, answers, 5)).containsExactly(0L, 1L, 3L, 7L);
    assertThat(answers).singleElement().isInstanceOf(Answer.Progress.class);
  }
}
