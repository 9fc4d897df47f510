package tutti.cli.application;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tutti.access.policy.Policy;
import tutti.access.reach.ActionName;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.model.Application;

/**
 * Tells what each role of a roles file may do and can cause, and whether the file's claims hold.
 */
final class RolesCheck {
  private final Application application;
  private final PrintWriter out;
  private final PrintWriter err;

  RolesCheck(Application application, PrintWriter out, PrintWriter err) {
    this.application = application;
    this.out = out;
    this.err = err;
  }

  /** Returns whether all that the file claims holds. */
  boolean of(Path file) {
    Policy policy;
    try {
      policy = Policy.read(file, application);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(
          ExitStatus.FAILED, String.valueOf(wrong.getMessage()).replace("\n", "\ntutti: "));
    }
    for (String role : new TreeSet<>(policy.roles())) {
      tell(policy, role);
    }
    List<String> broken = policy.broken();
    out.println(
        broken.isEmpty()
            ? policy.claims() + " claims and guards, all proved"
            : broken.size() + " of what is claimed does not hold");
    out.flush();
    broken.forEach(each -> err.println("tutti: " + file + ": " + each));
    err.flush();
    return broken.isEmpty();
  }

  private void tell(Policy policy, String role) {
    line(role, "may call", names(policy.mayCall(role)));
    policy
        .canCause(role)
        .forEach(
            (caused, way) ->
                line(role, "can cause", caused + "   by " + way(way.subList(0, way.size() - 1))));
    line(role, "never reaches", names(policy.neverReaches(role)));
    for (ActionName call : policy.mayCall(role)) {
      String unknown = policy.reach().unknownCalls(call);
      if (unknown != null) {
        line(role, "is not known", call + " may call any actor: its code " + unknown);
      }
    }
    out.println();
  }

  private void line(String role, String what, String which) {
    out.printf("%s %s   %s%n", role, what, which);
  }

  private static String names(Collection<ActionName> names) {
    return names.isEmpty()
        ? "nothing"
        : names.stream().map(ActionName::toString).collect(Collectors.joining(", "));
  }

  private static String way(List<ActionName> way) {
    return way.stream().map(ActionName::toString).collect(Collectors.joining(" -> "));
  }
}
