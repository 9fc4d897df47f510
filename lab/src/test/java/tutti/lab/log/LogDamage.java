package tutti.lab.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Takes records out of a log so that its checksums still fit, as a bug would. */
public final class LogDamage {
  private static final int HEADER = 4096;
  private static final int BLOCK = 512;

  private LogDamage() {}

  /**
   * Lets the first record be forgotten that stands last in its frame and is of this kind.
   *
   * @param kind the first byte of the record
   * @return whether there is one
   */
  public static boolean forget(Path folder, int kind) throws IOException {
    Path segment = folder.resolve("log-0000000000000000");
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(segment));
    for (int at = HEADER; at + 32 <= log.capacity() && log.getInt(at) == 0x54464D31; ) {
      int length = log.getInt(at + 8);
      int records = log.getInt(at + 12);
      int last = at + 32;
      for (int i = 1; i < records; i++) {
        last += 4 + log.getInt(last);
      }
      if (records > 0 && log.get(last + 4) == kind) {
        log.putInt(at + 12, records - 1);
        CRC32C crc = new CRC32C();
        crc.update(log.array(), at + 8, length - 8);
        log.putInt(at + 4, (int) crc.getValue());
        Files.write(segment, log.array());
        return true;
      }
      at += (length + BLOCK - 1) & -BLOCK;
    }
    return false;
  }
}
