package tutti.engine.bank;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.MalformedData;
import tutti.model.Refusal;
import tutti.model.ValueCodec;

/** An application in plain Java for tests: its types, and no text to make them from. */
public abstract class PlainApplication implements Application {
  private final String name;
  private final ValueCodec codec;
  private final List<ActorType> types = new ArrayList<>();

  /**
   * @param name stands for the source: an application is only made again from its own
   */
  protected PlainApplication(String name, ValueCodec codec) {
    this.name = name;
    this.codec = codec;
  }

  /** Adds a type that has no actions yet. */
  protected final PlainType declare(String type, List<String> stages, Field field) {
    PlainType declared = new PlainType(type, stages, field);
    types.add(declared);
    return declared;
  }

  protected static Evaluation no(String code) {
    return new Evaluation.Refused(Refusal.of(code, "refused: " + code));
  }

  protected static long num(List<Object> arguments, int index) {
    return (Long) arguments.get(index);
  }

  protected static String key(List<Object> arguments, int index) {
    return (String) arguments.get(index);
  }

  @Override
  public final List<ActorType> types() {
    return List.copyOf(types);
  }

  @Override
  public final @Nullable ActorType type(String wanted) {
    return types.stream().filter(type -> type.name().equals(wanted)).findFirst().orElse(null);
  }

  @Override
  public final ValueCodec codec() {
    return codec;
  }

  @Override
  public final byte[] source() {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Application reload(byte[] source) {
    if (!Arrays.equals(source, source())) {
      throw new MalformedData("not the " + name);
    }
    return this;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    return new Evolution(List.of(), (actor, old) -> old);
  }
}
