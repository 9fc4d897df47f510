package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.history.History;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/**
 * A node alone crashes while an irrevocable operation runs. When it is back, the transaction is in
 * doubt and holds its actor, until its check or a person tells how it has ended.
 */
class IrrevocableRecoveryTest {

  /** The world outside, which outlives the node. */
  static final class Mail implements OutsideService {
    final AtomicInteger sent = new AtomicInteger();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch never = new CountDownLatch(1);
    volatile Happened known = Happened.UNKNOWN;

    void send() throws InterruptedException {
      sent.incrementAndGet();
      begun.countDown();
      never.await();
    }

    @Override
    public Happened happened(String key) {
      return key.equals("welcome-ann") ? known : Happened.NO;
    }
  }

  public static final class Member extends Actor {
    public record Greeting(String key) {}

    public final Relation<String, Greeting> greetings =
        relation("greetings", Greeting.class, Greeting::key);
  }

  public record Greet(String key) implements Procedure<Member, String> {
    @Override
    public String run(Member member) {
      member.greetings.insert(new Member.Greeting(key));
      member.irrevocable(key, Mail::send, Mail.class);
      return key;
    }
  }

  public record Greeted(String key) implements Query<Member, Boolean> {
    @Override
    public Boolean run(Member member) {
      return member.greetings.find(key).isPresent();
    }
  }

  private static final String KEY = "welcome-ann";

  @TempDir Path folder;
  private final Mail mail = new Mail();
  private final RelationalApplication application =
      new RelationalApplication(
          JavaApplication.named("club")
              .actor("Member", Member::new)
              .procedures(Greet.class, Greeted.class)
              .outside(mail)
              .build(),
          null);
  private @Nullable RealScheduler scheduler;
  private @Nullable FolderDisk disk;
  private @Nullable HostNode node;

  private HostNode open(ConcurrencyControlKind control) throws Exception {
    scheduler = new RealScheduler();
    disk = FolderDisk.open(folder);
    node =
        LocalShards.open(
            application,
            Deployment.DEFAULT.toBuilder()
                .concurrencyControl(control)
                .questions(new Deployment.Questions(Deployment.Ask.AUTO, Duration.ofMillis(1)))
                .build(),
            new Ports(scheduler, disk, RandomGenerator.of("L64X128MixRandom"), History.NONE));
    return node;
  }

  /** Stops the node without draining or flushing. */
  @AfterEach
  void crash() throws Exception {
    Objects.requireNonNull(scheduler).close();
    Objects.requireNonNull(disk).close();
  }

  private Call call(Procedure<?, ?> procedure) {
    ProcedureAction action =
        (ProcedureAction) application.type("Member").action(procedure.getClass().getSimpleName());
    return action.call(new ActorId("Member", "ann"), procedure);
  }

  private static Outcome run(HostNode at, TransactionRequest request) throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(request, outcome::complete);
    return RunningNode.await(outcome);
  }

  private TransactionRequest greet() {
    return new TransactionRequest(
        List.of(call(new Greet(KEY))), new Idempotency("k", 1), RunningNode.TIMEOUT_NANOS);
  }

  /** A member is greeted, and the node crashes once the mail is sent. */
  private HostNode crashed(ConcurrencyControlKind before, ConcurrencyControlKind after)
      throws Exception {
    open(before).submit(greet(), outcome -> {});
    assertThat(mail.begun.await(Await.LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
        .isTrue();
    crash();
    return open(after);
  }

  private boolean greeted(HostNode at) throws Exception {
    TransactionRequest look =
        new TransactionRequest(List.of(call(new Greeted(KEY))), null, RunningNode.TIMEOUT_NANOS);
    Outcome.Committed seen = (Outcome.Committed) run(at, look);
    return seen.results().getFirst() instanceof ProcedureResult it
        && Boolean.TRUE.equals(it.value());
  }

  private static List<MemberProgress> underway(HostNode at) throws Exception {
    CompletableFuture<List<Commitments.OnNode>> all = new CompletableFuture<>();
    at.commitments().look(null, all::complete);
    return RunningNode.await(all).getFirst().underway();
  }

  /** The only transaction under way, once its check has been asked. */
  private static MemberProgress doubtful(HostNode at) throws Exception {
    Await.that("it does not end by itself", () -> !underway(at).getFirst().endsAlone());
    MemberProgress found = underway(at).getFirst();
    assertThat(found.inDoubt()).isTrue();
    assertThat(found.phase()).isEqualTo("acting");
    assertThat(found.actors()).containsExactly("Member[ann]");
    assertThat(found.ending())
        .contains("the check of its irrevocable operation")
        .endsWith(": " + KEY + " of " + Mail.class.getName());
    return found;
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void commitsWhenTheCheckSaysThatItHasHappened(ConcurrencyControlKind control) throws Exception {
    HostNode back = crashed(control, control);
    doubtful(back);
    mail.known = Happened.YES;

    // A repeat joins it, and gets its result once that is known.
    Await.that(
        "the repeat has its result",
        () ->
            run(back, greet()) instanceof Outcome.Committed it
                && it.results().getFirst().toString().contains(KEY));
    assertThat(greeted(back)).isTrue();
    assertThat(mail.sent).hasValue(1);
    Await.that("nothing is left", () -> underway(back).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(names = {"OPTIMISTIC", "VERSIONING", "NO_WAIT"})
  void abortsWhenTheCheckSaysThatItHasNotHappened(ConcurrencyControlKind control) throws Exception {
    HostNode back = crashed(control, control);
    doubtful(back);
    mail.known = Happened.NO;

    Await.that("nothing is left", () -> underway(back).isEmpty());
    assertThat(greeted(back)).isFalse();
    crash();
    mail.known = Happened.YES;
    assertThat(greeted(open(control))).isFalse();
  }

  @Test
  void isDecidedBeforeAnotherConcurrencyControlRuns() throws Exception {
    HostNode back =
        crashed(ConcurrencyControlKind.OPTIMISTIC, ConcurrencyControlKind.TWO_PHASE_LOCKING);
    assertThat(back.shards(LocalShards.class).term().notReady()).contains("must be decided");
    mail.known = Happened.YES;

    Await.that("it is decided", () -> back.shards(LocalShards.class).term().notReady() == null);
    assertThat(greeted(back)).isTrue();
    assertThat(mail.sent).hasValue(1);
  }

  private static Commitments.Answered resolve(
      HostNode at, TransactionId id, boolean commit, boolean force) throws Exception {
    CompletableFuture<List<Commitments.Answered>> answers = new CompletableFuture<>();
    at.commitments()
        .resolve(
            id,
            null,
            new ResolutionRequest(commit, force, "ann", "looked into the outbox"),
            answers::complete);
    return RunningNode.await(answers).getFirst();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isEndedByAPersonWhoKnows(boolean commit) throws Exception {
    ConcurrencyControlKind control = ConcurrencyControlKind.OPTIMISTIC;
    HostNode back = crashed(control, control);
    TransactionId id = doubtful(back).key().id();

    Commitments.Answered unforced = resolve(back, id, commit, false);
    assertThat(unforced.code()).isEqualTo("not-forced");
    assertThat(unforced.why())
        .endsWith(" it by hand answers in place of the check; say so with --force and --reason");
    assertThat(resolve(back, id, commit, true).done()).isNotNull();

    Await.that("nothing is left", () -> underway(back).isEmpty());
    assertThat(greeted(back)).isEqualTo(commit);
    crash();
    HostNode again = open(control);
    assertThat(greeted(again)).isEqualTo(commit);
    CompletableFuture<List<Commitments.OnNode>> all = new CompletableFuture<>();
    again.commitments().look(id, all::complete);
    assertThat(RunningNode.await(all).getFirst().resolved())
        .singleElement()
        .extracting(Resolution::state)
        .isEqualTo(commit ? Resolution.State.COMMIT : Resolution.State.ROLLBACK);
  }
}
