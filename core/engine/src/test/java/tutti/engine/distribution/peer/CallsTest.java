package tutti.engine.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.World;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.NoTransport;
import tutti.engine.transport.Transport;
import tutti.protocol.commit.Timing;

/** R9: the age of a request that was passed on is found by its name, as long as it is open. */
class CallsTest {
  private static final long SECOND = 1_000_000_000;

  private final TestBank bank = new TestBank();
  private final MessageFormat format = new MessageFormat(bank);
  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<PeerMessage.Request> sent = new ArrayList<>();
  private final List<Calls.Result> results = new ArrayList<>();

  private final class Wire implements ForwardingTransport {
    private final Transport none = new NoTransport();

    @Override
    public Transport transport() {
      return none;
    }

    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      if (format.read(bytes, offset, length) instanceof PeerMessage.Request request) {
        sent.add(request);
      }
      return true;
    }

    @Override
    public boolean connected(int node) {
      return true;
    }
  }

  private final Calls calls =
      new Calls(
          new Peers(
              new Wire(),
              format,
              List.of("a", "b", "c"),
              0,
              0,
              new PeerIncarnations(
                  new Greeting(
                      MessageFormat.VERSION, new byte[32], new TreeMap<>(), 1, 1, 1, 0, World.NONE),
                  new PeerIncarnationsTest.Memory())),
          scheduler,
          scheduler.newStepQueue("calls"),
          new Timing(SECOND, SECOND, SECOND),
          1);

  private static TransactionId id(long number) {
    return new TransactionId(0, 1, number);
  }

  private void pass(long number, long begunNanos) {
    TransactionRequest request =
        new TransactionRequest(List.of(bank.call("a", "open", 5L)), null, SECOND);
    calls.ask(
        1, new Question.Submit(id(number), 1, 0, request), begunNanos, 10 * SECOND, results::add);
  }

  private OptionalLong age(long number) {
    return calls.age(id(number));
  }

  @Test
  void countsFromWhenTheRequestCame() {
    scheduler.advance(5 * SECOND);
    pass(1, 2 * SECOND);
    pass(2, 5 * SECOND);
    scheduler.advance(SECOND / 2);
    assertThat(age(1)).hasValue(7 * SECOND / 2);
    assertThat(age(2)).hasValue(SECOND / 2);
    assertThat(age(3)).isEmpty();
  }

  @Test
  void knowsNoneThatIsAnsweredLostOrOver() {
    pass(1, 0);
    pass(2, 0);
    pass(3, 0);
    calls.answered(1, new PeerMessage.Response(sent.getFirst().number(), new Answer.Done(), 1));
    assertThat(age(1)).isEmpty();
    assertThat(age(2)).hasValue(0);
    calls.lost(1);
    assertThat(age(2)).isEmpty();
    assertThat(age(3)).isEmpty();
    pass(4, 0);
    for (int i = 0; i < 20; i++) {
      scheduler.advance(SECOND);
      scheduler.runAll();
    }
    assertThat(age(4)).isEmpty();
    assertThat(calls.size()).isZero();
    assertThat(results)
        .containsExactly(
            new Calls.Result.Answered(new Answer.Done()),
            new Calls.Result.Silent(),
            new Calls.Result.Silent(),
            new Calls.Result.Silent());
  }

  /** A try of one name that ends takes nothing from a later one of that name. */
  @Test
  void keepsTheNewestOfAName() {
    pass(1, 0);
    scheduler.advance(SECOND);
    pass(1, SECOND);
    calls.answered(1, new PeerMessage.Response(sent.getFirst().number(), new Answer.Done(), 1));
    assertThat(age(1)).hasValue(0);
  }
}
