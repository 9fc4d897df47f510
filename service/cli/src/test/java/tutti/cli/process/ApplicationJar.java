package tutti.cli.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** An application in Java as Maven would pack it. */
final class ApplicationJar {
  private ApplicationJar() {}

  /**
   * Compiles the sources in a folder, and packs their classes.
   *
   * @param classes where they are compiled to
   * @param jar is written
   */
  static Path of(Path sources, Path classes, Path jar, Manifest manifest) throws IOException {
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    List<String> arguments =
        new ArrayList<>(
            List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new AssertionError(sources + " does not compile");
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        entries.write(Files.readAllBytes(file));
      }
    }
    return jar;
  }
}
