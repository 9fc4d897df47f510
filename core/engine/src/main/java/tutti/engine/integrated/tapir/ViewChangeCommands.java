package tutti.engine.integrated.tapir;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tutti.engine.replication.Fragments;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.tapir.ViewCommand;

/**
 * The commands of a shard's configuration log as they stand there: a view that begins may be longer
 * than a command of a log can be, and then comes in fragments; this puts it together again.
 * Confined to one thread.
 */
public final class ViewChangeCommands {
  /** The first byte of a fragment, where that of a whole command is its kind. */
  private static final int FRAGMENT = 255;

  private final Fragments fragments = new Fragments();

  /**
   * Gives the bytes of a command, in order.
   *
   * @param names gives numbers that no other start of anything has
   */
  static void each(ViewCommand entry, LongSupplier names, Consumer<Encoder> command) {
    Encoder whole = new Encoder();
    entry.encode(whole);
    if (whole.size() <= Fragments.BYTES) {
      command.accept(whole);
      return;
    }
    Fragments.cut(
        whole,
        names.getAsLong(),
        part -> {
          Encoder out = new Encoder(part.size() + 1).putByte(FRAGMENT);
          command.accept(out.putRaw(part.array(), 0, part.size()));
        });
  }

  /**
   * Takes the next bytes that are chosen.
   *
   * @return the command that ends with them; empty if more of it is to come
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public Optional<ViewCommand> chosen(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    if (bytes.length == 0 || Byte.toUnsignedInt(bytes[0]) != FRAGMENT) {
      return Optional.of(ViewCommand.decode(in));
    }
    in.getByte();
    return Optional.ofNullable(fragments.add(in)).map(ViewCommand::decode);
  }
}
