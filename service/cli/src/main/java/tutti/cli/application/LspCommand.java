package tutti.cli.application;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.lsp.LspServer;

/** The command {@code tutti lsp}, which editors start. */
@Command(
    name = "lsp",
    description = "Serve an editor: the language server of Rebel.",
    footer =
        """

        An editor starts this and talks to it over standard input and output, by the Language Server
        Protocol: mistakes with quick fixes, life cycles and signatures, definitions, uses, outlines,
        completion. docs/editors.md says how VS Code, Neovim, Helix and Emacs are set up.

        Exit status: 0 the editor said shutdown and exit, 1 it left otherwise, 2 wrong usage.\
        """)
public final class LspCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--stdio",
      description = "Talk over standard input and output, as always; some editors say it.")
  @SuppressWarnings("UnusedVariable") // There is no other way.
  private boolean stdio;

  @Override
  public Integer call() {
    PrintStream messages = System.out;
    // Standard output is the protocol's alone: nothing that is printed by chance may come between.
    System.setOut(System.err);
    PrintWriter err = spec.commandLine().getErr();
    String version = LspCommand.class.getPackage().getImplementationVersion();
    return LspServer.serve(
        System.in,
        messages,
        version == null ? "(not packaged)" : version,
        new ActorSchemas(err)::of);
  }
}
