package tutti.simulator.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A class loader that loads all of Tutti's classes anew, some of them changed; all other classes
 * are its parent's. No class of Tutti passes from one loader to another: between them there are
 * only classes of the JDK.
 */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "tutti.";

  private final Map<String, byte[]> changed;

  MutantLoader(ClassLoader parent, Map<String, byte[]> changed) {
    super(parent);
    this.changed = changed;
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
