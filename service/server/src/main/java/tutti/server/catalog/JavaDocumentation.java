package tutti.server.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Doc;

/** The texts that authors wrote at their classes: in {@link Doc}, or else as Javadoc. */
public final class JavaDocumentation {
  /**
   * The resource with the Javadoc of the classes of one loader: properties, by the names of the
   * classes. Whoever compiles sources and loads their classes may offer it.
   */
  public static final String RESOURCE = "META-INF/tutti/javadoc.properties";

  private JavaDocumentation() {}

  /** The text at that class, whose first line is its summary; or empty. */
  public static String of(Class<?> type) {
    Doc doc = type.getAnnotation(Doc.class);
    return doc != null ? doc.value().strip() : javadoc(type);
  }

  private static String javadoc(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    try (@Nullable InputStream in = loader == null ? null : loader.getResourceAsStream(RESOURCE)) {
      Properties texts = new Properties();
      if (in != null) {
        texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      }
      return texts.getProperty(type.getName(), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
