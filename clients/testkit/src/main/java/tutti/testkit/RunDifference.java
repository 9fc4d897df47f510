package tutti.testkit;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.model.Sha256;

/**
 * The difference between two runs of one seed, in words. There is one only if a client or a
 * procedure does what is not simulated.
 */
final class RunDifference {
  /** The name that the virtual machine gives an object, which is another one in each run. */
  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{1,8}\\b");

  /** The number of a thread, and the name that is made of another one. */
  private static final Pattern THREAD = Pattern.compile("Thread\\[#\\d+(,Thread-\\d+)?");

  private static final int LONGEST = 300;
  private static final int DIGEST_BYTES = 8;

  private RunDifference() {}

  /** Returns the first call that differs, or null if none does. */
  static @Nullable String of(CallLog first, CallLog again) {
    List<CallLog.Entry> before = first.entries();
    List<CallLog.Entry> now = again.entries();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < Math.min(before.size(), now.size()); i++) {
      CallLog.Entry entry = before.get(i);
      int number = counts.merge(entry.client(), 1, Integer::sum);
      String was = text(entry);
      String is = text(now.get(i));
      if (!was.equals(is)) {
        return "call " + number + " of " + was + ", and now " + is;
      }
    }
    return before.size() == now.size()
        ? null
        : "clients made " + before.size() + " calls, and now " + now.size();
  }

  private static String text(CallLog.Entry entry) {
    return shorten(nameless(entry.toString()));
  }

  private static String shorten(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private static String nameless(String text) {
    return THREAD.matcher(IDENTITY.matcher(text).replaceAll("@…")).replaceAll("Thread[…");
  }

  /** Returns the end of a run in words. */
  static String text(@Nullable Throwable failure) {
    return failure == null ? "no failure" : shorten(nameless(failure.toString()));
  }

  /** Returns a hash over the events of a run, its calls and its disks. */
  static String digest(String events, CallLog log, String disks) {
    StringBuilder all = new StringBuilder(events).append('\n').append(disks);
    log.entries().forEach(entry -> all.append('\n').append(nameless(entry.toString())));
    byte[] hash = Sha256.of(all.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
  }
}
