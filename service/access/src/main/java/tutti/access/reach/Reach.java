package tutti.access.reach;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.CodeFindings;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;

/**
 * The actions that each action of an application can cause at most. An event causes those that it
 * syncs with and calls; one that it only requires to be impossible never happens by it. A procedure
 * causes those that its bytecode calls. What the bytecode does not tell is any action of the types
 * that the procedure declares, or, without a declaration, any action at all.
 *
 * <p>It is an upper bound: every call within a transaction that happens is in it. Immutable.
 *
 * <pre>{@code
 * Reach reach = Reach.of(application);
 * reach.from(new ActionName("Transfer", "book")); // Account.withdraw, Account.deposit
 * }</pre>
 */
public final class Reach {
  private final NavigableMap<ActionName, Set<ActionName>> causes;
  private final Map<ActionName, String> unknown;

  private Reach(NavigableMap<ActionName, Set<ActionName>> causes, Map<ActionName, String> unknown) {
    this.causes = causes;
    this.unknown = unknown;
  }

  /** Returns the reach of the actions of an application. */
  public static Reach of(Application application) {
    return new Builder(application).build();
  }

  /** All actions of the application, those that no client may call among them. */
  public Set<ActionName> actions() {
    return Collections.unmodifiableSet(causes.keySet());
  }

  /** Returns the actions that an action causes by itself, without those that these cause. */
  public Set<ActionName> causedBy(ActionName action) {
    return causes.getOrDefault(action, Set.of());
  }

  /**
   * Returns the reason why an action may cause any other, as it goes on after "its code"; null if
   * its calls are known.
   */
  public @Nullable String unknownCalls(ActionName action) {
    return unknown.get(action);
  }

  /**
   * Returns the actions that an action can cause, directly and through others; itself if it can
   * cause itself.
   */
  public NavigableSet<ActionName> from(ActionName action) {
    return ways(List.of(action)).navigableKeySet();
  }

  /**
   * Returns what some actions can cause, directly and through others, each with a shortest way to
   * it: one of those, the caused action, and those between, in order.
   */
  public NavigableMap<ActionName, List<ActionName>> ways(Collection<ActionName> from) {
    Set<ActionName> begun = new HashSet<>(from);
    NavigableMap<ActionName, List<ActionName>> ways = new TreeMap<>();
    Deque<List<ActionName>> open = new ArrayDeque<>();
    from.forEach(action -> open.add(List.of(action)));
    while (!open.isEmpty()) {
      List<ActionName> way = open.pop();
      for (ActionName next : causedBy(way.getLast())) {
        if (!ways.containsKey(next)) {
          List<ActionName> longer = new ArrayList<>(way);
          longer.add(next);
          ways.put(next, longer);
          if (begun.add(next)) {
            open.add(longer);
          }
        }
      }
    }
    return ways;
  }

  /**
   * Returns a shortest way by which an action causes another: both, and those between, in order;
   * null if it cannot.
   */
  public @Nullable List<ActionName> way(ActionName from, ActionName to) {
    return ways(List.of(from)).get(to);
  }

  /** A builder of the reach of one application. */
  private static final class Builder {
    private final Application application;
    private final NavigableMap<ActionName, Set<ActionName>> causes = new TreeMap<>();
    private final Map<ActionName, String> unknown = new TreeMap<>();

    Builder(Application application) {
      this.application = application;
    }

    Reach build() {
      switch (application) {
        case RebelApplication rebel -> events(rebel);
        case RelationalApplication both -> {
          own(both.java()).keySet().forEach(name -> causes.put(name, new TreeSet<>()));
          if (both.declarative() instanceof RebelApplication rebel) {
            events(rebel);
          }
          own(both.java()).forEach((name, procedure) -> procedure(both.java(), name, procedure));
          leaveOutIndirect(both.java());
        }
        default -> throw new IllegalArgumentException("an application of unknown kind");
      }
      return new Reach(causes, unknown);
    }

    private void events(RebelApplication rebel) {
      List<CheckedSpecification> all = rebel.checked().specifications();
      for (CheckedSpecification specification : all) {
        for (CheckedEvent event : specification.events()) {
          Set<ActionName> partners = causes(new ActionName(specification.name(), event.name()));
          for (CheckedSync sync : event.sync()) {
            if (!sync.negated()) {
              CheckedSpecification target = all.get(sync.specification());
              String partner = target.events().get(sync.event()).name();
              partners.add(new ActionName(target.name(), partner));
            }
          }
          for (CheckedCall call : event.calls()) {
            partners.add(new ActionName(call.actor(), call.procedure().name()));
          }
        }
      }
    }

    private Set<ActionName> causes(ActionName action) {
      return causes.computeIfAbsent(action, _ -> new TreeSet<>());
    }

    /** The procedures of an application that its author has written, by their names. */
    private static NavigableMap<ActionName, ProcedureType> own(JavaApplication java) {
      NavigableMap<ActionName, ProcedureType> own = new TreeMap<>();
      for (RelationalType type : java.types()) {
        for (ProcedureType procedure : type.procedures()) {
          if (!procedure.name().startsWith("#")) {
            own.put(new ActionName(type.name(), procedure.name()), procedure);
          }
        }
      }
      return own;
    }

    private void procedure(JavaApplication java, ActionName name, ProcedureType procedure) {
      CodeFindings findings = java.findings(procedure);
      Set<ActionName> called = causes(name);
      String everything = findings.unboundedness();
      if (everything != null) {
        unknown.put(name, everything);
        called.addAll(causes.keySet());
        return;
      }
      if (findings.unreadCalls() != null) {
        Set<String> declared = findings.declared();
        add(called, other -> declared.contains(other.type()));
      }
      own(java).entrySet().stream()
          .filter(other -> findings.calls(other.getValue().record()))
          .forEach(other -> called.add(other.getKey()));
      add(called, other -> findings.callsEvent(other.type(), other.action()));
    }

    /**
     * Leaves out of a procedure's calls those that follow from others of them: findings are of all
     * that it causes, and a way through the procedures between says more.
     */
    private void leaveOutIndirect(JavaApplication java) {
      NavigableMap<ActionName, Set<ActionName>> all = new TreeMap<>();
      causes.forEach((action, called) -> all.put(action, Set.copyOf(called)));
      for (ActionName name : own(java).keySet()) {
        if (!unknown.containsKey(name)) {
          causes(name).removeIf(called -> isIndirect(all, name, called));
        }
      }
    }

    private static boolean isIndirect(
        Map<ActionName, Set<ActionName>> all, ActionName from, ActionName to) {
      return all.getOrDefault(from, Set.of()).stream()
          .anyMatch(
              between ->
                  !between.equals(from)
                      && !between.equals(to)
                      && all.getOrDefault(between, Set.of()).contains(to)
                      && !all.getOrDefault(to, Set.of()).contains(between));
    }

    private void add(Set<ActionName> called, Predicate<ActionName> which) {
      causes.keySet().stream().filter(which).forEach(called::add);
    }
  }
}
