package tutti.simulator.mutant;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;

/**
 * A class loader that loads all of Tutti's classes anew, some of them changed or added; all other
 * classes are its parent's. No class of Tutti passes from one loader to another: between them there
 * are only classes of the JDK.
 */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "tutti.";
  private static final String SERVICE = "META-INF/services/tutti.engine.deployment.ControlKind";

  private final Map<String, byte[]> changed;
  private final String control;

  /**
   * @param control the class of a further kind of concurrency control; empty if there is none
   */
  MutantLoader(ClassLoader parent, Map<String, byte[]> changed, String control) {
    super(parent);
    this.changed = changed;
    this.control = control;
  }

  /** Offers the further control as a jar would. */
  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    if (control.isEmpty() || !name.equals(SERVICE)) {
      return super.findResources(name);
    }
    URL line = URL.of(URI.create("mutant:///" + name), new OneLine());
    return Collections.enumeration(List.of(line));
  }

  private final class OneLine extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(control.getBytes(StandardCharsets.UTF_8));
        }
      };
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = changed.get(name);
    if (bytes == null) {
      bytes = unchanged(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] unchanged(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
