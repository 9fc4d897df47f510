package tutti.packaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.zip.GZIPOutputStream;

/**
 * Writer of compressed tar archives in the form ustar. The same files give the same bytes: they
 * belong to root, have one time, and stand in the order of their paths.
 */
final class TarGz {
  private static final int BLOCK = 512;

  /** The longest path that a header has room for; longer ones would need a prefix. */
  private static final int LONGEST_PATH = 100;

  private TarGz() {}

  /** A file of an archive. */
  record Entry(byte[] bytes, boolean executable) {}

  /**
   * Writes an archive.
   *
   * @param files the files by their paths
   * @param seconds the time of all files, in seconds since 1970
   */
  static void write(OutputStream to, SortedMap<String, Entry> files, long seconds)
      throws IOException {
    try (OutputStream out = new GZIPOutputStream(to)) {
      for (var file : files.entrySet()) {
        byte[] bytes = file.getValue().bytes();
        out.write(header(file.getKey(), file.getValue(), seconds));
        out.write(bytes);
        out.write(new byte[Math.floorMod(-bytes.length, BLOCK)]);
      }
      out.write(new byte[2 * BLOCK]);
    }
  }

  private static byte[] header(String path, Entry entry, long seconds) throws IOException {
    if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw new IOException("the path is too long for the archive: " + path);
    }
    ByteArrayOutputStream header = new ByteArrayOutputStream(BLOCK);
    text(header, path, LONGEST_PATH);
    octal(header, entry.executable() ? 0755 : 0644, 8);
    octal(header, 0, 8);
    octal(header, 0, 8);
    octal(header, entry.bytes().length, 12);
    octal(header, seconds, 12);
    // The checksum counts itself as blanks.
    text(header, " ".repeat(8), 8);
    text(header, "0", 1);
    text(header, "", 100);
    text(header, "ustar\0" + "00", 8);
    text(header, "root", 32);
    text(header, "root", 32);
    text(header, "", BLOCK - header.size());
    byte[] bytes = header.toByteArray();
    int sum = 0;
    for (byte each : bytes) {
      sum += each & 0xff;
    }
    byte[] checksum =
        String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(checksum, 0, bytes, 148, checksum.length);
    return bytes;
  }

  private static void octal(ByteArrayOutputStream header, long number, int width) {
    text(header, String.format(Locale.ROOT, "%0" + (width - 1) + "o", number), width);
  }

  private static void text(ByteArrayOutputStream header, String text, int width) {
    header.writeBytes(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), width));
  }
}
