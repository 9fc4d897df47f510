package tutti.engine.recovery;

import java.util.List;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Application;

/** Whether data that another application wrote can go on, before any of it is read. */
public final class OtherApplication {
  private OtherApplication() {}

  /**
   * The application that had this source.
   *
   * @throws DataFolderRefused if its data cannot go on under the one given
   */
  public static Application writer(Application given, byte[] source, String folder)
      throws DataFolderRefused {
    if (!(given instanceof RelationalApplication)) {
      List<String> types = RelationalApplication.typesOf(source);
      if (!types.isEmpty()) {
        throw refused(
            folder,
            List.of(
                "the actors in Java ("
                    + String.join(", ", types)
                    + ") are gone, but some may exist: keep them beside the specifications"));
      }
    }
    Application writer = given.reload(source);
    List<String> obstacles = given.evolveFrom(writer).obstacles();
    if (!obstacles.isEmpty()) {
      throw refused(folder, obstacles);
    }
    return writer;
  }

  /**
   * @param folder where the data is
   * @param obstacles at least one, each with what to do
   */
  public static DataFolderRefused refused(String folder, List<String> obstacles) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_APPLICATION,
        "the data in "
            + folder
            + " was written under another version of the application, and cannot go on under this"
            + " one:\n  - "
            + String.join("\n  - ", obstacles)
            + "\nNothing was changed.");
  }
}
