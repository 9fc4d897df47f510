package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.bank.TestBank;
import tutti.engine.bank.VersionedBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.history.History;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.ItemValues;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.Ports;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.model.ActorId;
import tutti.model.Application;

/** The copies of a host while it finds out which versions of the application wrote what it has. */
class ReplicaCopiesTest {
  private static final TestBank BANK = new TestBank();
  private static final Application TODAY = VersionedBank.of(BANK, 2);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final ApplicationVersions versions = new ApplicationVersions(TODAY);

  /** One item, which the first version has written. */
  private static final class Cut implements ReplicaCopies.Cuts {
    int holds;

    private static Result<ItemCut> cut() {
      ActorId actor = new ActorId("Account", "a");
      Cell cell = new Cell(actor, BANK.types().getFirst(), TestBank.state(1, 100));
      SortedMap<ActorId, byte[]> items = new TreeMap<>();
      new ItemValues(BANK)
          .each(List.of(cell), IdempotencyTable.onTheWay(Integer.MAX_VALUE), items::put);
      return new Result.Good<>(new ItemCut(1, List.copyOf(items.entrySet())));
    }

    @Override
    public void hold(CopyName copy, Consumer<Result<ItemCut>> done) {
      holds++;
      done.accept(cut());
    }

    @Override
    public void letGo(CopyName copy, Consumer<Result<ItemCut>> done) {
      done.accept(cut());
    }

    @Override
    public void giveUp(CopyName copy) {}
  }

  private Answer answer(ReplicaCopies copies, Question.OfBackup question) {
    AtomicReference<Answer> answer = new AtomicReference<>();
    copies.answer(question, answer::set);
    scheduler.runAll();
    return answer.get();
  }

  /** Asks without a hold, too, as Janus does. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void nothingIsCopiedBeforeTheVersionsAreKnown(Protocol protocol) throws IOException {
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(Replication.NONE.with(protocol))
            .build();
    Ports ports = new Ports(scheduler, disk, new SplittableRandom(1), History.NONE);
    versions.know(List.of(BANK.source()));
    Cut cut = new Cut();
    ReplicaCopies copies = new ReplicaCopies(versions, deployment, ports, cut);
    String early = new CopyName("early", 0, true).text();

    assertThat(answer(copies, new Question.BackupHold(early)))
        .isInstanceOfSatisfying(
            Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("not-ready"));
    assertThat(cut.holds).as("no shard waits for a copy that is not made").isZero();
    assertThat(answer(copies, new Question.BackupLetGo(early)))
        .isInstanceOfSatisfying(
            Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo("not-ready"));
    assertThat(disk.list()).isEmpty();
    assertThat(answer(copies, new Question.BackupHold(new CopyName("early", 0, false).text())))
        .as("one that copies nothing")
        .isInstanceOf(Answer.ToCopy.class);

    versions.settle(List.of(BANK.source(), TODAY.source()));
    String name = new CopyName("later", 0, true).text();
    assertThat(answer(copies, new Question.BackupHold(name))).isInstanceOf(Answer.ToCopy.class);
    assertThat(answer(copies, new Question.BackupLetGo(name)))
        .isInstanceOfSatisfying(
            Answer.ToCopy.class, copy -> assertThat(copy.copy().actors()).isEqualTo(1));
  }
}
