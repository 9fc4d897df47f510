package tutti.simulator.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.engine.journal.Disk;
import tutti.simulator.world.NodeCrashed;
import tutti.simulator.world.Seeds;

class SimulatedDiskTest {
  private static final int SECTOR = SimulatedFile.SECTOR;

  private static void write(Disk.DiskFile file, int value, int count, long position)
      throws IOException {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    file.write(ByteBuffer.wrap(bytes), position);
  }

  /** Returns a new file whose bytes are durable, and whose name need not be. */
  private static Disk.DiskFile forced(SimulatedDisk disk, String name, int value, int count)
      throws IOException {
    Disk.DiskFile file = disk.open(name, true);
    write(file, value, count, 0);
    file.force();
    return file;
  }

  private static byte[] content(Disk disk, String name) throws IOException {
    try (Disk.DiskFile file = disk.open(name, false)) {
      ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
      assertThat(file.read(buffer, 0)).isEqualTo(buffer.capacity());
      return buffer.array();
    }
  }

  @Test
  void keepsWhatWasForced() throws IOException {
    for (long seed = 0; seed < 50; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      forced(disk, "log", 7, 3 * SECTOR + 10);
      disk.force();
      byte[] found = content(disk.afterCrash(seed), "log");
      assertThat(found).hasSize(3 * SECTOR + 10).containsOnly(7);
    }
  }

  @Test
  void keepsOrLosesEachSectorThatWasNotForced() throws IOException {
    Set<String> patterns = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      Disk.DiskFile file = disk.open("log", true);
      file.preallocate(4 * SECTOR);
      file.force();
      disk.force();
      for (int sector = 0; sector < 4; sector++) {
        write(file, 1, SECTOR, (long) sector * SECTOR);
      }
      byte[] found = content(disk.afterCrash(seed), "log");
      StringBuilder pattern = new StringBuilder();
      for (int sector = 0; sector < 4; sector++) {
        byte first = found[sector * SECTOR];
        byte last = found[(sector + 1) * SECTOR - 1];
        pattern.append(first == last ? String.valueOf(first) : "t");
      }
      patterns.add(pattern.toString());
    }
    assertThat(patterns)
        .contains("0000", "1111", "0100", "1011")
        .anyMatch(pattern -> pattern.endsWith("t"))
        .noneMatch(pattern -> pattern.substring(0, 3).contains("t"));
  }

  @Test
  void losesNamesThatWereNotForcedFromTheLastBackwards() throws IOException {
    Set<String> found = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.open("old", true);
      disk.force();
      disk.open("new", true);
      disk.rename("new", "final");
      disk.delete("old");
      found.add(String.join(",", disk.afterCrash(seed).list()));
    }
    assertThat(found).containsExactlyInAnyOrder("old", "new,old", "final,old", "final");
  }

  @Test
  void endsWhateverStillUsesACrashedDisk() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    disk.afterCrash(1);
    assertThatThrownBy(() -> write(file, 1, 1, 0)).isInstanceOf(NodeCrashed.class);
    assertThatThrownBy(disk::list).isInstanceOf(NodeCrashed.class);
  }

  @Test
  void failsOnDemandAndTheOldContentStays() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    write(file, 1, 10, 0);
    disk.faults().failWrites(true);
    assertThatThrownBy(() -> write(file, 2, 10, 0)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> disk.open("other", true)).hasMessageContaining("input/output error");
    assertThatThrownBy(() -> disk.delete("log")).hasMessageContaining("input/output error");
    disk.faults().failWrites(false);
    disk.faults().space(100);
    assertThat(disk.free()).isEqualTo(90);
    assertThatThrownBy(() -> write(file, 2, 200, 0)).hasMessageContaining("no space");
    assertThat(content(disk, "log")).hasSize(10).containsOnly(1);
  }

  @Test
  void nobodyCanSayWhatAFailedForceWroteEvenIfALaterOneSucceeds() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    file.preallocate(SECTOR);
    file.force();
    disk.force();
    write(file, 1, SECTOR, 0);
    disk.faults().failForces(true);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    disk.faults().failForces(false);
    file.force();
    assertThat(content(disk, "log")).containsOnly(1);
    Set<Byte> found = new TreeSet<>();
    for (int seed = 0; seed < 20; seed++) {
      found.add(content(disk.afterCrash(seed), "log")[0]);
    }
    assertThat(found).containsExactly((byte) 0, (byte) 1);
  }

  @Test
  void whatIsWrittenAgainAfterAFailedForceAndForcedIsThere() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    disk.force();
    write(file, 1, SECTOR, 0);
    disk.faults().failForces(true);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    disk.faults().failForces(false);
    write(file, 2, SECTOR, 0);
    file.force();
    write(file, 3, SECTOR, 0);
    for (int seed = 0; seed < 20; seed++) {
      assertThat(content(disk.afterCrash(seed), "log")).doesNotContain((byte) 1);
    }
  }

  @Test
  void interruptsBetweenTwoOperations() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    boolean[] reached = new boolean[1];
    disk.faults().interrupt(1, () -> reached[0] = true);
    write(file, 1, 10, 0);
    assertThat(reached[0]).isFalse();
    file.force();
    assertThat(reached[0]).isTrue();
  }

  @Test
  void zerosThatNobodyHasWrittenTakeNoMemory() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    for (int each = 0; each < 1_000; each++) {
      Disk.DiskFile file = disk.open("log-" + each, true);
      file.preallocate(1 << 30);
      write(file, 7, SECTOR, 0);
      file.force();
    }
    disk.force();
    Disk.DiskFile found = disk.afterCrash(1).open("log-999", false);
    assertThat(found.size()).isEqualTo(1 << 30);
    ByteBuffer around = ByteBuffer.allocate(2);
    found.read(around, SECTOR - 1);
    assertThat(around.array()).containsExactly(7, 0);
    found.read(around.clear(), (1 << 30) - 2);
    assertThat(around.array()).containsExactly(0, 0);
  }

  /** A log may have thousands of segments, and look for room before each write. */
  @Test
  void countsItsBytesOnlyWhereTheSpaceIsLimited() throws IOException {
    DiskFaults faults = new DiskFaults();
    faults.touch(DiskFaults.Operation.WRITE, "log", 1, SimulatedDiskTest::counts);
    assertThat(faults.free(SimulatedDiskTest::counts)).isEqualTo(Long.MAX_VALUE);
    faults.space(100);
    faults.touch(DiskFaults.Operation.WRITE, "log", 10, () -> 90);
    assertThat(faults.free(() -> 90)).isEqualTo(10);
    assertThatThrownBy(() -> faults.touch(DiskFaults.Operation.WRITE, "log", 11, () -> 90))
        .hasMessageContaining("no space left");
  }

  private static long counts() {
    throw new AssertionError("nothing limits the space");
  }

  /** Zeros that take no memory count as those that were written. */
  @Test
  void theFingerprintIsThatOfTheContent() throws IOException {
    SimulatedDisk grown = new SimulatedDisk();
    Disk.DiskFile file = forced(grown, "log", 7, 10);
    file.preallocate(3 * SECTOR);
    SimulatedDisk written = new SimulatedDisk();
    Disk.DiskFile other = forced(written, "log", 7, 10);
    write(other, 0, 3 * SECTOR - 10, 10);
    assertThat(grown.image().fingerprint()).isEqualTo(written.image().fingerprint());
    other.truncate(3 * SECTOR - 1);
    assertThat(written.image().fingerprint()).isNotEqualTo(grown.image().fingerprint());
  }

  @Test
  void namesThatWereForcedAreThereAfterACrash() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    disk.open("a", true);
    disk.open("b", true);
    disk.force();
    disk.rename("a", "c");
    disk.delete("b");
    disk.open("d", true);
    disk.force();
    assertThat(disk.afterCrash(1).list()).containsExactly("c", "d");
  }

  @Test
  void truncatesAndGrowsWithZeros() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Disk.DiskFile file = disk.open("log", true);
    write(file, 1, 10, 0);
    file.truncate(4);
    file.preallocate(8);
    assertThat(content(disk, "log")).containsExactly(1, 1, 1, 1, 0, 0, 0, 0);
    file.force();
    disk.force();
    assertThat(content(disk.afterCrash(1), "log")).containsExactly(1, 1, 1, 1, 0, 0, 0, 0);
  }

  /**
   * The part of a log that was flushed last has no witness: damage to it would only look like a
   * crash.
   */
  @Test
  void damagesAnythingButTheNewestPartOfTheLog() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    try (Disk.DiskFile log = disk.open("log-1", true);
        Disk.DiskFile meta = disk.open("meta-a", true)) {
      for (int i = 0; i < 10; i++) {
        log.write(ByteBuffer.wrap(new byte[512]), 512L * i);
        log.force();
      }
      meta.write(ByteBuffer.wrap(new byte[512]), 0);
      meta.force();
    }
    disk.force();
    for (long seed = 0; seed < 300; seed++) {
      SimulatedDisk copy = disk.copy();
      assertThat(copy.damage(Seeds.stream(seed, "test"), false)).isNotNull();
      SimulatedDisk after = copy.afterCrash(seed);
      byte[] found = content(after, "log-1");
      assertThat(Arrays.copyOfRange(found, 8 * 512, found.length)).containsOnly(0);
      int damaged = bits(found) + bits(content(after, "meta-a"));
      assertThat(damaged).isEqualTo(1);
    }
    assertThat(bits(content(disk, "log-1"))).isZero();
  }

  /** A sector in the wrong place takes all of a small file, and leaves it its size. */
  @Test
  void putsOneSmallFileOverAnother() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    forced(disk, "meta-a", 1, 3);
    forced(disk, "meta-b", 2, 2);
    disk.force();
    List<String> found = new ArrayList<>();
    for (long seed = 0; seed < 30; seed++) {
      SimulatedDisk copy = disk.copy();
      assertThat(copy.damage(Seeds.stream(seed, "test"), true)).isNotNull();
      SimulatedDisk after = copy.afterCrash(seed);
      found.add(
          Arrays.toString(content(after, "meta-a")) + Arrays.toString(content(after, "meta-b")));
    }
    assertThat(found).contains("[2, 2, 0][2, 2]", "[1, 1, 1][1, 1]");
  }

  private static int bits(byte[] bytes) {
    int bits = 0;
    for (byte each : bytes) {
      bits += Integer.bitCount(each & 0xFF);
    }
    return bits;
  }
}
