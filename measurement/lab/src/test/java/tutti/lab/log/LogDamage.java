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
   * Lets the first record of this kind be forgotten. The records behind it in its frame move up,
   * and keep their order: which records share a frame depends on how busy the machine is.
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
      int record = at + 32;
      for (int i = 0; i < records; i++) {
        int next = record + 4 + log.getInt(record);
        if (log.get(record + 4) == kind) {
          System.arraycopy(log.array(), next, log.array(), record, at + length - next);
          log.putInt(at + 12, records - 1);
          CRC32C crc = new CRC32C();
          crc.update(log.array(), at + 8, length - 8);
          log.putInt(at + 4, (int) crc.getValue());
          Files.write(segment, log.array());
          return true;
        }
        record = next;
      }
      at += (length + BLOCK - 1) & -BLOCK;
    }
    return false;
  }
}
