package tutti.lsp;

import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.services.WorkspaceService;

/** The changes of files that are not made in the editor. */
record WorkspaceRequests(EditorSession session) implements WorkspaceService {

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams parameters) {
    // The server has no settings.
  }

  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams parameters) {
    session.change(() -> {}, false);
  }
}
