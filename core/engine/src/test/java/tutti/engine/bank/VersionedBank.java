package tutti.engine.bank;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;

/**
 * A later version of the bank. A step from any other version makes ten times as much of every
 * balance, and from a later one it is not possible: to go on twice, or past a version, would show.
 *
 * @param number of the version; the bank itself is version 1
 * @param obstacles to each step to this version
 */
public record VersionedBank(TestBank bank, int number, List<String> obstacles)
    implements Application {

  /** Returns the bank under that version. */
  public static Application of(TestBank bank, int number) {
    return number == 1 ? bank : new VersionedBank(bank, number, List.of());
  }

  @Override
  public List<ActorType> types() {
    return bank.types();
  }

  @Override
  public @Nullable ActorType type(String name) {
    return bank.type(name);
  }

  @Override
  public ValueCodec codec() {
    return bank.codec();
  }

  @Override
  public byte[] source() {
    return number == 1 ? bank.source() : source(number);
  }

  private static byte[] source(int number) {
    return ("bank, version " + number).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Application reload(byte[] source) {
    if (Arrays.equals(source, bank.source())) {
      return bank;
    }
    for (int each = 2; each < 10; each++) {
      if (Arrays.equals(source, source(each))) {
        return of(bank, each);
      }
    }
    throw new MalformedData("no version of the bank");
  }

  @Override
  public Evolution evolveFrom(Application older) {
    int before = older instanceof VersionedBank versioned ? versioned.number : 1;
    if (before > number) {
      return new Evolution(List.of("Account: field limit is gone"), (actor, old) -> old);
    }
    return new Evolution(
        obstacles, (actor, old) -> TestBank.state(old.stage(), TestBank.balance(old) * 10));
  }
}
