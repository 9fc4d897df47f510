package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.template.IntegratedHost.BANK;
import static tutti.lab.template.IntegratedHost.keyed;
import static tutti.lab.template.IntegratedHost.request;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.Bank;
import tutti.model.Decoder;
import tutti.model.testing.Await;
import tutti.protocol.replication.Timing;

/**
 * The tests of Rebel and Java on three hosts of an integrated protocol in one process, each with
 * threads and a folder.
 *
 * @param <M> what a host of the protocol knows of its replicas, besides its log
 */
@Timeout(300)
abstract class IntegratedHostsContract<M extends HostLog.Integrated> {
  static final long MILLI = 1_000_000;
  static final Timing TIMING = Timing.of(1_000 * MILLI);
  static final Map<Integer, List<Integer>> GROUPS =
      Map.of(0, List.of(0, 1, 2), 1, List.of(1, 2, 0));
  static final Placements PLACEMENTS = new Placements(new Placement.Hash(), 2, 1);

  @TempDir Path data;

  final RealScheduler scheduler = new RealScheduler();
  private final List<Member> members = IntStream.range(0, 3).mapToObj(Member::new).toList();

  /** The protocol's own part of a host. */
  interface Machines {
    void received(int from, Decoder message);

    void close();
  }

  /** A host that is up, with the protocol's part of it. */
  record Opened(IntegratedHost host, Machines machines) {}

  /** The parts of a host from which its protocol is made. */
  record Parts<M>(int number, M memory, HostLog log, ReplicaHost registers, ReplicaLink link) {}

  /** Returns the memory into which the log of a host is read. */
  abstract M memory(int number);

  abstract Opened open(Parts<M> parts);

  /** A host, through its stops and starts. */
  private final class Member {
    final int number;
    private final StepQueue wire;
    private volatile boolean up;
    private @Nullable FolderDisk disk;
    private @Nullable HostLog log;
    private @Nullable ReplicaHost registers;
    private @Nullable Opened opened;

    Member(int number) {
      this.number = number;
      this.wire = scheduler.newStepQueue("wire-" + number);
    }

    void start() throws IOException {
      M memory = memory(number);
      disk = FolderDisk.open(data.resolve("host-" + number));
      log =
          HostLog.open(
              disk, new SegmentedJournal.Settings(1 << 20, 0, Duration.ZERO), scheduler, memory);
      registers = new ReplicaHost(log, scheduler, entropy(), link(true));
      opened = open(new Parts<>(number, memory, log, registers, link(false)));
      up = true;
    }

    private ReplicaLink link(boolean register) {
      return (to, bytes, length) -> {
        byte[] copy = Arrays.copyOf(bytes, length);
        Member other = members.get(to);
        if (up) {
          other.wire.step(() -> other.received(number, register, copy));
        }
      };
    }

    private void received(int from, boolean register, byte[] bytes) {
      if (up && register) {
        registers.received(from, new Decoder(bytes));
      } else if (up) {
        opened.machines().received(from, new Decoder(bytes));
      }
    }

    void stop() throws Exception {
      if (up) {
        up = false;
        opened.machines().close();
        CountDownLatch ended = new CountDownLatch(1);
        registers.close(ended::countDown);
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        log.close();
        disk.close();
      }
    }
  }

  @BeforeEach
  void begin() throws Exception {
    for (Member member : members) {
      member.start();
    }
    Await.that(
        "the shards are formed",
        () -> Long.valueOf(0).equals(host(0).value("first", new Purse.Put(0))));
  }

  @AfterEach
  void end() throws Exception {
    for (Member member : members) {
      member.stop();
    }
    scheduler.close();
  }

  IntegratedHost host(int number) {
    return members.get(number).opened.host();
  }

  static RandomGenerator entropy() {
    return RandomGenerator.of("L64X128MixRandom");
  }

  @Test
  void eventsAndProceduresHappenOnAllActorsOrOnNone() throws Exception {
    host(0).run(BANK.open(Bank.iban(0), 100));
    host(1).run(BANK.open(Bank.iban(1), 0));
    Outcome booked = host(2).run(BANK.book(1, Bank.iban(0), Bank.iban(1), 30));
    Outcome refused = host(1).run(BANK.book(2, Bank.iban(0), Bank.iban(1), 71));
    assertThat(booked).isInstanceOf(Outcome.Committed.class);
    assertThat(((Outcome.Aborted) refused).reason()).isInstanceOf(Reason.Refused.class);
    for (int number = 0; number < 3; number++) {
      assertThat(host(number).thousandths(0)).isEqualTo(Bank.thousandthsOf(70));
      assertThat(host(number).thousandths(1)).isEqualTo(Bank.thousandthsOf(30));
      assertThat(host(number).read(BANK.transfer(2))).isInstanceOf(ReadAnswer.Missing.class);
    }
    assertThat(host(0).value("a", new Purse.Put(10))).isEqualTo(10L);
    assertThat(host(1).value("a", new Purse.Give("b", 4))).isEqualTo(6L);
    assertThat(host(2).value("a", new Purse.Give("b", 7))).isEqualTo("too-few");
    assertThat(host(2).purses("", 9)).containsExactly("a", "b", "first");

    TransactionRequest put = keyed(request("a", new Purse.Put(5)), "k", 1);
    Outcome once = host(0).run(put);
    assertThat(host(1).run(put)).isEqualTo(once).isInstanceOf(Outcome.Committed.class);
    assertThat(host(2).value("a", new Purse.Put(0))).isEqualTo(11L);
  }

  @Test
  void noEffectIsLostThoughAHostStopsAndStartsAgain() throws Exception {
    long told = put(0, 1, 2);
    members.get(2).stop();
    told += put(0, 1);
    members.get(2).start();
    told += put(2, 0, 1);
    long sum = 0;
    for (int purse = 0; purse < 4; purse++) {
      sum += (Long) host(2).value("p" + purse, new Purse.Put(0));
    }
    assertThat(sum).isEqualTo(told);
  }

  /** Puts a coin into one purse after another on these hosts; returns how many are in then. */
  private long put(Integer... hosts) throws Exception {
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      all.add(host(hosts[i % hosts.length]).begin(request("p" + i % 4, new Purse.Put(1))));
    }
    for (CompletableFuture<Outcome> each : all) {
      assertThat(each.get(100, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
    }
    return all.size();
  }
}
