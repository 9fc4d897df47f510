package tutti.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Several owners in one folder, each of which sees its own files only. */
class PrefixedDiskTest {
  private final ForgetfulDisk folder = new ForgetfulDisk();
  private final PrefixedDisk one = new PrefixedDisk(folder, "s1-");
  private final PrefixedDisk two = new PrefixedDisk(folder, "s2-");

  private static void write(Disk disk, String name, int value) throws Exception {
    try (Disk.DiskFile file = disk.open(name, true)) {
      file.write(ByteBuffer.wrap(new byte[] {(byte) value}), 0);
      file.force();
    }
  }

  @Test
  void eachSeesItsOwnFilesByTheirOwnNames() throws Exception {
    write(folder, "log-0", 9);
    write(one, "a", 1);
    write(one, "b", 1);
    write(two, "a", 2);

    assertThat(one.list()).containsExactly("a", "b");
    assertThat(two.list()).containsExactly("a");
    assertThat(folder.list()).containsExactly("log-0", "s1-a", "s1-b", "s2-a");
    assertThat(two.exists("b")).isFalse();
    assertThat(one.exists("log-0")).isFalse();
    one.delete("a");
    one.rename("b", "a");
    assertThat(folder.list()).containsExactly("log-0", "s1-a", "s2-a");
    one.close();
    assertThat(two.exists("a")).as("the folder stays open").isTrue();
  }

  @Test
  void metaOfTwoOwnersStaysApartOverACrash() throws Exception {
    MetaStore.open(one).put("node", new byte[] {1});
    MetaStore.open(two).put("node", new byte[] {2});
    one.force();

    ForgetfulDisk after = folder.crash(new Random(3));

    Optional<byte[]> found = MetaStore.open(new PrefixedDisk(after, "s1-")).get("node");
    assertThat(found.orElseThrow()).containsExactly(1);
    found = MetaStore.open(new PrefixedDisk(after, "s2-")).get("node");
    assertThat(found.orElseThrow()).containsExactly(2);
  }
}
