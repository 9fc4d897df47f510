package tutti.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;

/** Waits in the middle of a simulation for a person with a debugger. */
final class DebuggerStop {
  private DebuggerStop() {}

  /**
   * Explains how to attach a debugger, and waits for a line on the standard input; the end of the
   * input lets the run go on too.
   */
  static void await(long event, PrintWriter out) {
    out.println("stopped before event " + event + ", in process " + ProcessHandle.current().pid());
    out.println(
        "  with a debugger: start with TUTTI_JAVA_OPTIONS="
            + "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:5005,");
    out.println(
        "  attach to port 5005, break in tutti.simulator.trace.Breakpoint.here, and go on from"
            + " here");
    out.println("  without one: jcmd " + ProcessHandle.current().pid() + " Thread.print");
    out.println("press Enter to go on");
    out.flush();
    try {
      int next = System.in.read();
      while (next >= 0 && next != '\n') {
        next = System.in.read();
      }
    } catch (IOException closed) {
      // Without an input the run does not wait.
    }
  }
}
