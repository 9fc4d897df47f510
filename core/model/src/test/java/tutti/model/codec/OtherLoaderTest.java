package tutti.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** Records of another class loader, such as those of a folder of sources. */
class OtherLoaderTest {
  @TempDir private Path folder;

  /** A record is met as a row, and again in a result. */
  @Test
  void canBeMetMoreThanOnce() throws Exception {
    Path source = folder.resolve("Order.java");
    Files.writeString(
        source,
        """
        package other;
        public record Order(long id, String note, boolean settled) {
          public record Of(long id, java.util.List<Order> orders) {}
        }
        """);
    String[] arguments = {"-d", folder.toString(), source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Class<? extends Record> order = loader.loadClass("other.Order").asSubclass(Record.class);
      Record row =
          order
              .getConstructor(long.class, String.class, boolean.class)
              .newInstance(7, "late", true);
      goesThereAndBack(row);
      goesThereAndBack(
          loader
              .loadClass("other.Order$Of")
              .asSubclass(Record.class)
              .getConstructor(long.class, List.class)
              .newInstance(8, List.of(row)));
      goesThereAndBack(row);
    }
  }

  @SuppressWarnings("unchecked") // the class of the row
  private static <R extends Record> void goesThereAndBack(R row) {
    RecordCodec<R> codec = RecordCodec.of((Class<R>) row.getClass());
    Encoder out = new Encoder();
    codec.encode(row, out);
    assertThat(codec.decode(new Decoder(out.toByteArray()))).isEqualTo(row);
  }
}
