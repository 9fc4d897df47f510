package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.bank.VersionedBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.VersionsItem;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.model.Application;

/** The conclusions of a host from the folders of others about the versions of the application. */
class VersionAgreementTest {
  private static final long SECOND = 1_000_000_000L;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final TestBank bank = new TestBank();
  private final Application today = VersionedBank.of(bank, 2);
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final List<String> failures = new ArrayList<>();

  /** The value of the item; null while nobody answers. */
  private byte @Nullable [] item;

  /** The number of reads that meet a transaction which writes the item. */
  private int othersWriting;

  private boolean connected = true;

  /** Three hosts, of which this is the third. */
  private VersionAgreement start() throws IOException {
    ReplicaLayout layout =
        new ReplicaLayout(
            2,
            Deployment.DEFAULT.toBuilder()
                .nodes(NodeAddress.inOneProcess(3))
                .replication(Replication.NONE.with(Replication.Protocol.TAPIR))
                .build());
    ApplicationVersions versions = new ApplicationVersions(today);
    VersionAgreement agreement =
        new VersionAgreement(
            new VersionAgreement.Host(
                versions,
                new WrittenApplication(disk),
                layout,
                _ -> connected,
                scheduler,
                failures::add),
            new Item());
    agreement.start();
    return agreement;
  }

  private final class Item implements VersionAgreement.Store {
    @Override
    public void read(long deadlineNanos, Consumer<byte[]> seen, Runnable met) {
      byte[] value = item;
      if (othersWriting > 0) {
        othersWriting--;
        met.run();
      } else if (value != null) {
        seen.accept(value);
      }
    }

    @Override
    public void replace(byte[] before, byte[] after, long deadlineNanos, Runnable ended) {
      if (Arrays.equals(before, item)) {
        item = after;
      }
      ended.run();
    }
  }

  private void wait(int seconds) {
    for (int i = 0; i < seconds * 10; i++) {
      scheduler.runAll();
      scheduler.advance(SECOND / 10);
    }
    scheduler.runAll();
  }

  private List<byte[]> written() throws IOException {
    return new WrittenApplication(disk).sources();
  }

  @Test
  void aBlankFolderMayBeThatOfAHostThatHasLostItsDisk() throws IOException {
    VersionAgreement agreement = start();
    agreement.greeted(0, 0);
    wait(5);
    assertThat(agreement.notReady()).isNotNull();
    assertThat(agreement.fingerprint()).isZero();

    List<byte[]> both = List.of(bank.source(), today.source());
    item = VersionsItem.encode(both);
    agreement.greeted(1, WrittenApplication.fingerprint(both));
    wait(5);
    assertThat(failures).isEmpty();
    assertThat(agreement.notReady()).isNull();
    assertThat(written()).containsExactly(bank.source(), today.source());
    assertThat(agreement.fingerprint()).isEqualTo(WrittenApplication.fingerprint(both));
  }

  @Test
  void theFoldersOfAllHostsAreBlankInANewCluster() throws IOException {
    VersionAgreement agreement = start();
    agreement.greeted(1, 0);
    agreement.greeted(0, 0);
    wait(1);
    assertThat(agreement.notReady()).isNull();
    assertThat(written()).containsExactly(today.source());
    assertThat(agreement.fingerprint())
        .isEqualTo(WrittenApplication.fingerprint(List.of(today.source())));
  }

  /** The links of a host whose folder does not say yet whose data it may get are silent. */
  @Test
  void nothingIsConcludedWhileNobodyIsConnected() throws IOException {
    connected = false;
    VersionAgreement agreement = start();
    agreement.greeted(1, 0);
    agreement.greeted(0, WrittenApplication.fingerprint(List.of(today.source())));
    wait(1);
    agreement.greeted(0, 0);
    wait(1);
    assertThat(written()).isEmpty();
    assertThat(agreement.fingerprint()).isZero();
    connected = true;
    wait(1);
    assertThat(written()).containsExactly(today.source());
  }

  @Test
  void oneFolderOfTodaysVersionTellsThatThereWasNoOther() throws IOException {
    VersionAgreement agreement = start();
    agreement.greeted(1, WrittenApplication.fingerprint(List.of(today.source())));
    wait(1);
    assertThat(agreement.notReady()).isNull();
    assertThat(written()).containsExactly(today.source());
  }

  @Test
  void aReadThatMetAnotherHostsWriteIsRepeatedSoon() throws IOException {
    List<byte[]> both = List.of(bank.source(), today.source());
    item = VersionsItem.encode(both);
    othersWriting = 5;
    VersionAgreement agreement = start();
    agreement.greeted(1, WrittenApplication.fingerprint(both));
    wait(1);
    assertThat(agreement.notReady()).isNull();
  }

  /** All went to another version and back while this host was away, and nobody else tells. */
  @Test
  void aFolderThatMissedAVersionAndItsEndLearnsOfBoth() throws IOException {
    new WrittenApplication(disk).keep(List.of(today.source()));
    item = VersionsItem.encode(List.of(today.source(), bank.source()));
    VersionAgreement agreement = start();
    assertThat(agreement.notReady()).isNull();
    wait(1);
    assertThat(failures).isEmpty();
    assertThat(written()).containsExactly(today.source(), bank.source(), today.source());
  }

  @Test
  void aBlankFolderWaitsForTheVersionThatOthersHave() throws IOException {
    VersionAgreement agreement = start();
    agreement.greeted(0, 0);
    agreement.greeted(1, WrittenApplication.fingerprint(List.of(bank.source())));
    item = new byte[0];
    wait(1);
    assertThat(agreement.notReady()).isNotNull();
    item = VersionsItem.encode(List.of(bank.source(), today.source()));
    wait(5);
    assertThat(agreement.notReady()).isNull();
    assertThat(written()).hasSize(2);
  }
}
