package tutti.engine.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.World;
import tutti.engine.distribution.message.World.Begun;
import tutti.engine.distribution.message.World.Start;
import tutti.engine.distribution.message.World.Starts;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** The peers whose disks are believed. */
class PeerIncarnationsTest {
  private static final long FOLDER = 77;
  private final Memory memory = new Memory();
  private PeerIncarnations incarnations = started();

  /** The memory of a folder over restarts. */
  static final class Memory implements PeerStore {
    private final Map<Integer, Known> known = new HashMap<>();
    private long relied;
    private boolean full;
    private final TreeMap<Integer, Long> folders = new TreeMap<>();
    private final Disk disk = new ForgetfulDisk();
    private PeerLogs logs = opened();

    private PeerLogs opened() {
      try {
        return PeerLogs.open(MetaStore.open(disk));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Ends the process, with which all is lost that was not kept. */
    void restart() {
      logs = opened();
    }

    @Override
    public SortedMap<Integer, Long> folders() {
      return folders;
    }

    @Override
    public void remember(SortedMap<Integer, Long> others) {
      for (Map.Entry<Integer, Long> each : others.entrySet()) {
        folders.putIfAbsent(each.getKey(), each.getValue());
      }
    }

    @Override
    public @Nullable Known peer(int node) {
      return known.get(node);
    }

    @Override
    public void remember(int node, Known peer) {
      if (full) {
        throw new UncheckedIOException("cannot remember", new IOException("no space left"));
      }
      known.put(node, peer);
    }

    @Override
    public PeerLogs logs() {
      return logs;
    }

    @Override
    public long relied(int node) {
      return relied;
    }

    @Override
    public void rely(int node, long lsn) {
      relied = Math.max(relied, lsn);
    }
  }

  /** The peers of the node, which is started again on its folder. */
  private PeerIncarnations started() {
    return new PeerIncarnations(greeting(1, 1, 1, 0), memory);
  }

  private static Greeting greeting(long folder, long incarnation, long start, long end) {
    return new Greeting(
        MessageFormat.VERSION,
        new byte[32],
        new TreeMap<>(),
        folder,
        incarnation,
        start,
        end,
        World.NONE);
  }

  private PeerIncarnations.Judgement meet(long folder, long incarnation, long start, long end) {
    return incarnations.judge(2, greeting(folder, incarnation, start, end));
  }

  private void isRefused(PeerIncarnations.Judgement judgement, String why) {
    assertThat(judgement.refusal()).startsWith(PeerIncarnations.STALE).contains(why);
    assertThat(judgement.restarted()).isFalse();
  }

  private void isWelcome(PeerIncarnations.Judgement judgement, boolean restarted) {
    assertThat(judgement.refusal()).isNull();
    assertThat(judgement.restarted()).isEqualTo(restarted);
  }

  @Test
  void welcomesAPeerThatReconnectsOrRestarts() {
    isWelcome(meet(FOLDER, 1, 100, 0), true);
    isWelcome(meet(FOLDER, 1, 100, 0), false);
    memory.rely(2, 50);
    isWelcome(meet(FOLDER, 2, 200, 50), true);
  }

  /**
   * Found by the simulation with full disks: a peer that could not be written down was welcome when
   * it came again, made promises, and was refused as outdated once this node had restarted.
   */
  @Test
  void welcomesNobodyWhomItCouldNotWriteDown() {
    memory.full = true;
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> meet(FOLDER, 1, 100, 0)).isInstanceOf(UncheckedIOException.class);
    }
    assertThat(incarnations.incarnationOf(2)).isZero();
    memory.full = false;
    isWelcome(meet(FOLDER, 1, 100, 0), true);
  }

  @Test
  void welcomesAPeerThatWentOnWhileItRestartedItself() {
    isWelcome(meet(FOLDER, 3, 100, 10), true);
    memory.rely(2, 500);
    incarnations = started();
    isWelcome(meet(FOLDER, 3, 100, 10), true);
  }

  @Test
  void refusesFewerStartsThanItHasMet() {
    isWelcome(meet(FOLDER, 4, 100, 0), true);
    isRefused(meet(FOLDER, 3, 200, 0), "started 4 times before and now says 3");
    incarnations = started();
    isRefused(meet(FOLDER, 3, 200, 0), "newest copy");
  }

  @Test
  void refusesAnotherStartOfTheSameNumber() {
    isWelcome(meet(FOLDER, 4, 100, 0), true);
    isRefused(meet(FOLDER, 4, 200, 0), "newest copy");
  }

  @Test
  void refusesAnotherStartOfTheSameNumberAlsoAfterItsOwnRestart() {
    isWelcome(meet(FOLDER, 4, 100, 0), true);
    incarnations = started();
    isRefused(meet(FOLDER, 4, 200, 0), "newest copy");
  }

  @Test
  void refusesALogThatEndsBeforeWhatItHasPromised() {
    isWelcome(meet(FOLDER, 4, 100, 0), true);
    memory.rely(2, 50);
    isRefused(meet(FOLDER, 6, 200, 49), "its log ends at 49");
  }

  @Test
  void refusesAnotherFolder() {
    isWelcome(meet(FOLDER, 4, 100, 0), true);
    isRefused(meet(FOLDER + 1, 5, 200, 90), "another data folder");
  }

  /** Two restores of one backup have the same names of folders (M0). */
  @Test
  void refusesANodeOfAnotherRestoreAlsoByWhatItHasMet() {
    memory.folders.put(0, 10L);
    Greeting second = greeting(FOLDER, 1, 100, 0);
    SortedMap<Integer, Long> known = new TreeMap<>(Map.of(0, 10L, 2, 30L));
    isWelcome(incarnations.judge(2, second.within(World.ofNode(known, Starts.NONE))), true);
    assertThat(memory.folders).isEqualTo(known);

    SortedMap<Integer, Long> others = new TreeMap<>(Map.of(1, 20L, 2, 31L));
    PeerIncarnations.Judgement judgement =
        incarnations.judge(
            1, greeting(FOLDER + 1, 1, 50, 0).within(World.ofNode(others, Starts.NONE)));
    assertThat(judgement.refusal()).contains("node number 2").contains("different restores");
    assertThat(memory.folders).isEqualTo(known);
  }

  private Greeting begun(long incarnation, Starts starts) {
    return greeting(FOLDER, incarnation, incarnation * 100, 0)
        .within(World.ofNode(new TreeMap<>(), starts));
  }

  /** A copy that was made while the peer ran, and has gone on for itself since. */
  @Test
  void refusesAPeerWhoseNextStartLacksWhatItsLogHad() {
    Starts first = Starts.NONE.and(new Begun(100, 0));
    isWelcome(incarnations.judge(2, begun(1, first)), true);
    memory.logs.heard(2, new LogWord(100, 80));
    for (boolean restarted : new boolean[] {false, true}) {
      if (restarted) {
        memory.logs.keepNews();
        memory.restart();
        incarnations = started();
      }
      Starts copy = first.and(new Begun(200, 70));
      isRefused(incarnations.judge(2, begun(2, copy)), "is an older copy");
      isRefused(incarnations.judge(2, begun(3, copy.and(new Begun(300, 500)))), "older copy");
    }
    Starts own = first.and(new Begun(200, 80));
    isWelcome(incarnations.judge(2, begun(2, own)), true);
    isWelcome(incarnations.judge(2, begun(3, own.and(new Begun(300, 80)))), true);
  }

  /** Folders of before have starts without the ends of their logs, and words of none. */
  @Test
  void readsStartsOfBefore() {
    Encoder before = new Encoder().putVarLong(7).putVarLong(2).putLong(61).putLong(71);
    Starts read = Starts.read(new Decoder(before.toByteArray()));
    Starts next = read.and(new Begun(81, 900));
    assertThat(next.lack(new Start(7, 71), 0)).isFalse();
    assertThat(next.lack(new Start(7, 71), 900)).isFalse();
    assertThat(next.lack(new Start(7, 71), 901)).isTrue();
    assertThat(next.lack(new Start(6, 61), 5)).as("of what began then nothing is known").isFalse();
    Encoder written = new Encoder();
    next.write(written);
    assertThat(Starts.read(new Decoder(written.toByteArray()))).isEqualTo(next);
  }
}
