package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.command.Failure;
import tutti.cli.rules.Repository;

/** The class path against which the sources of a folder are compiled. */
class JavaCompilationTest {
  private static final Pattern FILE =
      Pattern.compile("(?ms)^`src/main/java/([\\w/]+\\.java)`\n\n```java\n(.*?)^```$");

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  private JavaCompilation.Compiled compile(List<Path> sources) {
    return JavaCompilation.compile(folder, sources, new PrintWriter(err));
  }

  private Path write(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The actors, and the program that calls their service: docs/remote-client.md. */
  @Test
  void aClientOfAServiceMayStandBesideTheActors() throws Exception {
    Matcher shown =
        FILE.matcher(Files.readString(Repository.root().resolve("docs/remote-client.md")));
    List<Path> sources = new ArrayList<>();
    while (shown.find()) {
      sources.add(write(shown.group(1), shown.group(2)));
    }
    assertThat(sources).hasSize(2);
    assertThat(compile(sources).names()).contains("counter.Counter", "counter.Main");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anotherLibraryNeedsAJar() throws Exception {
    Path source =
        write("a/A.java", "package a;\nimport com.google.common.collect.Lists;\nclass A {}\n");
    assertThatThrownBy(() -> compile(List.of(source)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("does not compile: 1 error");
    assertThat(err.toString())
        .contains("A.java:2:33: error: package com.google.common.collect does not exist")
        .contains("mvn package, then tutti run target/NAME.jar");
  }

  /** Where no package is missing, no library is. */
  @Test
  void anotherMistakeSaysNothingOfJars() throws Exception {
    Path source = write("a/A.java", "package a;\nclass A { int x = true; }\n");
    assertThatThrownBy(() -> compile(List.of(source))).isInstanceOf(Failure.class);
    assertThat(err.toString()).contains("incompatible types").doesNotContain("mvn");
  }
}
