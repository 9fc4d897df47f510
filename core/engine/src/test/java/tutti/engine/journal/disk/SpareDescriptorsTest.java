package tutti.engine.journal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are opened while the process has no descriptors left. */
class SpareDescriptorsTest {
  @TempDir Path folder;
  private SpareDescriptors spares;

  @BeforeEach
  void open() {
    spares = new SpareDescriptors(folder);
  }

  @AfterEach
  void close() throws IOException {
    spares.close();
    assertThat(spares.held()).isZero();
  }

  /** Opens a file, as long as that many descriptors are held elsewhere at most. */
  private String opened(int most) throws IOException {
    return spares.with(
        () -> {
          if (spares.held() > most) {
            throw new FileSystemException("spare-19", null, "Too many open files");
          }
          return "opened";
        });
  }

  @Test
  void areGivenUpForAFileAndTakenAgain() throws IOException {
    assertThat(spares.held()).isEqualTo(SpareDescriptors.COUNT);
    assertThat(opened(1)).isEqualTo("opened");
    assertThat(spares.held()).isEqualTo(1);
    assertThat(opened(SpareDescriptors.COUNT)).isEqualTo("opened");
    assertThat(spares.held()).isEqualTo(SpareDescriptors.COUNT);
  }

  @Test
  void theTrueReasonIsToldWhenNoneIsLeft() {
    assertThatThrownBy(() -> opened(-1))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("Too many open files");
  }

  @Test
  void noneIsGivenUpForAnotherFault() {
    assertThatThrownBy(
            () ->
                spares.with(
                    () -> {
                      throw new IOException("No space left on device");
                    }))
        .hasMessageContaining("No space left");
    assertThat(spares.held()).isEqualTo(SpareDescriptors.COUNT);
  }
}
