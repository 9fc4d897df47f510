package tutti.simulator.history.file;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The names of claims and outcomes in files and flags: {@code strict-serializable}. */
final class ClaimNames {
  private ClaimNames() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E>> Optional<E> read(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants()).filter(one -> of(one).equals(name)).findFirst();
  }

  static <E extends Enum<E>> List<String> all(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(ClaimNames::of).toList();
  }
}
