package tutti.engine.distribution.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.backup.NodeCopy;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.PeerMessage.Round;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.request.WaitView;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.testing.Effort;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Vote;
import tutti.protocol.commit.twophase.Message;

/** Messages between nodes: what is read is what was written, and nothing else is taken for one. */
class MessageFormatTest {
  private static final TestBank BANK = new TestBank();
  private static final ActorId A = new ActorId("Account", "a");
  private static final TransactionId ID = new TransactionId(2, 1L << 40, 77, 1);
  private static final BranchKey KEY = new BranchKey(ID, 3);
  private static final Caller TELLER = Caller.of("branch-7", "acme", List.of("teller", "clerk"));
  private static final Call DEPOSIT = BANK.call("a", "deposit", 5L);

  private static final List<Numbered<RemoteCall>> CALLS =
      List.of(
          new Numbered<>(1, new RemoteCall(DEPOSIT, false, List.of())),
          new Numbered<>(
              7,
              new RemoteCall(
                  DEPOSIT,
                  true,
                  List.of(
                      new RemoteCall.Step(A, "root", 0), new RemoteCall.Step(A, "deposit", 3)))));
  private static final List<Numbered<RemoteEnd>> ENDS =
      List.of(
          new Numbered<>(3, new RemoteEnd(5L, List.of(), List.of())),
          new Numbered<>(
              4,
              new RemoteEnd(
                  null,
                  List.of(
                      new RemoteEnd.Below(RemoteEnd.ITSELF, A, "one", 1, false),
                      new RemoteEnd.Below(0, A, "two", 2, true)),
                  List.of(DEPOSIT))));

  private final MessageFormat format = new MessageFormat(BANK);

  static Stream<PeerMessage> messages() {
    Instant now = Instant.parse("2026-01-02T03:04:05.000000006Z");
    return Stream.of(Caller.NOBODY, TELLER)
        .flatMap(caller -> messages(Observations.at(now, caller)));
  }

  private static Stream<PeerMessage> messages(Observations nothing) {
    Observations seen =
        nothing.with(A, new Observation.OfField(0), 12L).with(A, new Observation.InStages(6), true);
    Call negated = new Call(DEPOSIT.target(), DEPOSIT.action(), DEPOSIT.arguments(), true);
    return Stream.of(
            Stream.of(
                new PeerMessage.Execute(
                    new Round(KEY, -7, 3, 2, -1, 1, 2, true),
                    true,
                    false,
                    seen,
                    A,
                    new Work.Act(DEPOSIT)),
                new PeerMessage.Execute(
                    new Round(KEY, 0, 1L << 30, 1, 1L << 50, 1, 2, false),
                    false,
                    true,
                    seen,
                    A,
                    new Work.Forbid(DEPOSIT)),
                new PeerMessage.Execute(
                    new Round(KEY, 0, 1L << 30, 1, 0, 1, 2, false),
                    false,
                    true,
                    seen,
                    A,
                    new Work.Observe(new Observation.Whole())),
                new PeerMessage.Perform(
                    new Round(KEY, -7, 3, 2, -1, 1, 2, false), seen.now(), TELLER, CALLS, ENDS),
                new PeerMessage.Perform(
                    new Round(KEY, 0, 1L << 30, 1, -1, 1, 2, false),
                    seen.now(),
                    Caller.NOBODY,
                    List.of(),
                    List.of()),
                new PeerMessage.Begin(
                    new Round(KEY, -7, 3, 2, -1, 1, 2, false),
                    seen,
                    true,
                    false,
                    true,
                    List.of(
                        new DeclaredUse(A, Long.MAX_VALUE, 1, true),
                        DeclaredUse.unbounded(A, true))),
                new PeerMessage.Begun(new Round(KEY, -7, 3, 2, -1, 1, 2, false)),
                new PeerMessage.Release(new Round(KEY, -7, 3, 2, -1, 1, 2, false), A),
                new PeerMessage.Settle(new Round(KEY, -7, 3, 2, -1, 1, 2, false), true),
                new PeerMessage.Commit(KEY, 9, 10, 11, saying(new Message.Prepare(4))),
                new PeerMessage.Commit(KEY, 9, 10, 11, saying(new Message.Decide(true))),
                new PeerMessage.Commit(KEY, 9, 10, 0, saying(new Message.Voted(4, Vote.READ_ONLY))),
                new PeerMessage.Commit(KEY, 9, 10, 11, saying(new Message.Ack())),
                new PeerMessage.Commit(KEY, 9, 10, 11, saying(new Message.Inquire())),
                new PeerMessage.Chase(
                    new Probe(
                        new Probe.Start(KEY, 5, 1, 6), List.of(new Probe.Hop(KEY, 7, A, 1)), KEY)),
                new PeerMessage.Stop(new StopVictim(List.of(new Probe.Hop(KEY, 7, A, 1))))),
            replies(negated)
                .map(
                    reply ->
                        new PeerMessage.Executed(
                            KEY, 8, 2, reply, true, 99, 3, saying(new Message.Voted(2, Vote.YES)))),
            Stream.of(
                    new Question.Submit(
                        ID,
                        4,
                        9L << 32,
                        new TransactionRequest(
                            List.of(DEPOSIT, DEPOSIT), new Idempotency("key", -1), 5)),
                    new Question.Submit(
                        ID, 4, 0, new TransactionRequest(List.of(DEPOSIT), null, 5)),
                    new Question.Age(ID),
                    new Question.Read(A, 17),
                    new Question.Page("Account", "opened", 10, null),
                    new Question.Page("Account", null, 10, "k"),
                    new Question.Status(ID),
                    new Question.Progress(null),
                    new Question.Progress(ID),
                    new Question.Resolve(ID, new ResolutionRequest(true, true, "ann", "burnt")),
                    new Question.BackupHold("9f1c"),
                    new Question.BackupLetGo("9f1c"),
                    new Question.BackupPiece("9f1c", "checkpoint-7", 1L << 40),
                    new Question.BackupEnd("9f1c"),
                    new Question.Submit(
                        ID, 4, 1, new TransactionRequest(List.of(DEPOSIT), null, 5, 0)),
                    new Question.Submit(
                        ID, 4, 1, new TransactionRequest(List.of(DEPOSIT), null, 5, 0, TELLER)),
                    new Question.SnapshotTake(ID, 1_000_000_000, 5),
                    new Question.SnapshotGiveBack(ID, 7, true),
                    new Question.SnapshotStep(Question.SnapshotStep.Step.FLUSH, 7, 2, 3),
                    new Question.SnapshotRead(
                        new SnapshotCall(
                            ID, 7, CALLS.getFirst().value(), seen.now(), TELLER, 5, 6)),
                    new Question.DryRun(
                        new DryCall(ID, CALLS.getFirst().value(), seen.now(), TELLER, 5, 6)))
                .map(question -> new PeerMessage.Request(1L << 60, question)),
            answers().map(answer -> new PeerMessage.Response(-1, answer, 3L << 32)))
        .flatMap(each -> each);
  }

  private static EncodedCommitMessage saying(Message message) {
    return new EncodedCommitMessage(CommitKinds.usual().protocol(), message);
  }

  private static Stream<Reply> replies(Call negated) {
    return Stream.of(
        new Reply.Granted(List.of(DEPOSIT, negated), 5L),
        new Reply.Granted(List.of(), null),
        new Reply.Granted(List.of(), true),
        new Reply.Granted(List.of(), TestBank.state(1, 5)),
        new Reply.Refused(Refusal.of("insufficient", "not enough")),
        new Reply.Refused(
            new Refusal.Told(
                "precondition",
                "not enough",
                "The balance must cover it.",
                "this.balance >= amount",
                "Transfer[1].book → Account[a].withdraw",
                Map.of("amount", "5", "this.balance", "3"))),
        new Reply.NeedsObservation(A, new Observation.OfField(0)),
        new Reply.Performed(ENDS, CALLS),
        new Reply.Performed(List.of(), List.of()),
        new Reply.Stopped(new Reason.Deadlock(List.of(new Reason.Wait(ID, A)), 2)),
        new Reply.Stopped(new Reason.Unavailable("stopping", "it stops")),
        new Reply.Stopped(new Reason.Overloaded(7)));
  }

  private static Stream<Answer> answers() {
    Outcome committed = new Outcome.Committed(ID, Arrays.asList(null, 5L));
    return Stream.of(
        new Answer.Ended(committed),
        new Answer.Ended(new Outcome.Committed(ID, List.of(), Duration.ofMillis(7))),
        new Answer.Epoch(8),
        new Answer.Age(1L << 40),
        new Answer.Snapshot(7, 1_000_000),
        new Answer.SnapshotSeen(new SnapshotEnd(null, ENDS.getFirst().value())),
        new Answer.DryRunEnded(
            new DryCall.End(
                null, ENDS.getFirst().value(), List.of(new DeclaredUse(A, 3, 1, false)))),
        new Answer.DryRunEnded(DryCall.End.failed(new Reason.Unavailable("stopping", "it stops"))),
        new Answer.SnapshotSeen(
            SnapshotEnd.failed(new Reason.Unavailable("snapshot-lost", "gone"))),
        new Answer.Ended(
            new Outcome.Aborted(
                ID, new Reason.Refused(A, "deposit", Refusal.of("state", "closed")))),
        new Answer.Ended(new Outcome.Aborted(ID, new Reason.KeyReused("key"))),
        new Answer.Ended(new Outcome.InDoubt(ID, "nobody knows")),
        new Answer.Found(A, TestBank.state(1, 5), 3),
        new Answer.Missing(),
        new Answer.Failed("code", "message"),
        new Answer.Items(List.of(new Answer.Found(A, TestBank.state(1, 5), 3)), "a"),
        new Answer.Items(List.of(), null),
        new Answer.Stands(new TransactionStatus.Running()),
        new Answer.Stands(new TransactionStatus.Waiting("for node b")),
        new Answer.Stands(new TransactionStatus.Expired()),
        new Answer.Stands(new TransactionStatus.Unknown()),
        new Answer.Stands(new TransactionStatus.Ended(committed)),
        new Answer.Done(),
        new Answer.Progress(
            List.of(
                new MemberProgress(
                    KEY,
                    Role.COORDINATOR,
                    "two-phase",
                    "prepared",
                    null,
                    Instant.EPOCH,
                    true,
                    false,
                    List.of("Account[a]"),
                    List.of(new MemberProgress.Other("b", "has voted", true, false)),
                    "the votes of b",
                    true)),
            List.of(),
            List.of(new WaitView(KEY, "Account[a]", "waits (at version 3)", 17, List.of("0-1-5")))),
        new Answer.Resolved(
            new Resolution(
                KEY,
                "two-phase",
                null,
                true,
                Instant.EPOCH,
                "ann",
                "burnt",
                List.of("Account[a]"),
                null,
                new Resolution.Learnt(false, Instant.EPOCH))),
        new Answer.Ended(
            new Outcome.Aborted(ID, new Reason.Deadline(7, A, List.of(ID), "in doubt"))),
        new Answer.Ended(new Outcome.Aborted(ID, new Reason.Deadline(7, null, List.of()))),
        new Answer.Ended(
            new Outcome.Aborted(
                ID,
                new Reason.Conflict(A, null, "uses it", 3, 8, Verdict.Conflict.Cause.MOVED_KEY))),
        new Answer.ToCopy(new NodeCopy(1, 3, 1L << 33, 5, Map.of("checkpoint-7", 1L << 32))),
        new Answer.Bytes(new byte[] {0, -1, 7}),
        new Answer.Bytes(new byte[0]));
  }

  @Test
  void everyQuestionAndAnswerIsAmongThem() {
    assertThat(messages().map(MessageFormatTest::content).map(Object::getClass).toList())
        .containsAll(kinds(Question.class))
        .containsAll(kinds(Answer.class));
  }

  private static Object content(PeerMessage message) {
    return switch (message) {
      case PeerMessage.Request(_, var question) -> question;
      case PeerMessage.Response(_, var answer, _) -> answer;
      default -> message;
    };
  }

  private static List<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(it -> kinds(it).stream()).toList()
        : List.of(type);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageComesBackAsItWas(PeerMessage message) {
    Encoder bytes = format.write(message);
    PeerMessage read = format.read(bytes.array(), 0, bytes.size());

    assertThat(format.write(read).toByteArray()).isEqualTo(bytes.toByteArray());
    assertThat(read.getClass()).isEqualTo(message.getClass());
    boolean shown =
        !(message instanceof PeerMessage.Execute)
            && !(message instanceof PeerMessage.Begin)
            && !(message instanceof PeerMessage.Response(_, Answer.Bytes _, _));
    if (shown) {
      assertThat(read).hasToString(message.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageCutShortOrTooLongIsMalformed(PeerMessage message) {
    byte[] bytes = format.write(message).toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> format.read(shorter, 0, shorter.length))
          .isInstanceOf(MalformedData.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> format.read(longer, 0, longer.length))
        .isInstanceOf(MalformedData.class);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageWithAFlippedBitIsNeverBelieved(PeerMessage message) {
    byte[] bytes = format.write(message).toByteArray();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> format.read(damaged, 0, damaged.length))
          .isInstanceOf(MalformedData.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void aDeadlockWithoutAVictimIsMalformed() {
    Encoder bytes = Seal.put(new Encoder().putByte(7 + 1).putVarLong(0));
    assertThatThrownBy(() -> format.read(bytes.array(), 0, bytes.size()))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("a cycle of nobody");
  }

  /** As another version of this code, or one with a bug, might send them. */
  @Test
  void bytesThatWereChangedAreReadOrMalformed() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
    List<byte[]> good = messages().map(it -> format.write(it).toByteArray()).toList();
    int malformed = 0;
    for (int i = 0; i < Effort.of(50_000); i++) {
      byte[] bytes = good.get(random.nextInt(good.size())).clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length - Seal.BYTES)] = (byte) random.nextInt();
      }
      Encoder sealed = Seal.put(new Encoder().putRaw(bytes, 0, bytes.length - Seal.BYTES));
      try {
        format.read(sealed.array(), 0, sealed.size());
      } catch (MalformedData expected) {
        malformed++;
      }
    }
    assertThat(malformed).isBetween(Effort.of(10_000), Effort.of(50_000) - 1);
  }
}
