package tutti.lab.torture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.lab.log.LogSummary;
import tutti.lab.log.LogSummary.Logged;
import tutti.lab.simulation.Audit;
import tutti.lab.torture.RequestRecord.End;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;
import tutti.simulator.history.RecordedHistory;

/**
 * The judge of a round: it compares the clients' knowledge with the logs, and makes a history and a
 * list of anomalies that the comparison already shows. Used once.
 */
final class TortureChecker {
  private final Application application;
  private final LogSummary logs;
  private final List<Anomaly> anomalies = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, String> byKey = new HashMap<>();
  private final Set<String> unclaimed;
  private int foundOutLater;

  /**
   * @param logs of nodes that have all ended in order
   */
  TortureChecker(Application application, LogSummary logs) {
    this.application = application;
    this.logs = logs;
    this.unclaimed = new HashSet<>(logs.transactions().keySet());
    anomalies.addAll(logs.anomalies());
    for (Logged logged : logs.transactions().values()) {
      if (logged.key() != null) {
        byKey.putIfAbsent(logged.key(), logged.id());
      }
    }
  }

  /**
   * Returns the history of a round.
   *
   * @param last the version of each actor that was found at the end
   */
  RecordedHistory history(HistoryClaim claim, List<RequestRecord> deeds, Map<String, Long> last) {
    List<RequestRecord> nameless = new ArrayList<>();
    for (RequestRecord deed : deeds) {
      if (deed.ask().reads()) {
        read(deed);
      } else if (deed.end() == End.COMMITTED) {
        committed(deed);
      } else if (deed.end() == End.ABORTED) {
        aborted(deed);
      } else if (deed.key() != null) {
        foundOut(deed, byKey.get(deed.key()));
      } else {
        nameless.add(deed);
      }
    }
    nameless(nameless);
    lastVersions(last);
    return new RecordedHistory(claim, operations, last);
  }

  /** Returns the anomalies beside those that the history shows. */
  List<Anomaly> anomalies() {
    return anomalies;
  }

  /**
   * Returns the number of requests that were never answered in a way that tells, and are known by
   * the logs alone.
   */
  int foundOutLater() {
    return foundOutLater;
  }

  private void found(String name, String operation, String... story) {
    anomalies.add(new Anomaly(name, List.of(operation), List.of(story)));
  }

  private void read(RequestRecord deed) {
    if (deed.end() == End.COMMITTED) {
      add(deed, deed.id(), Outcome.COMMITTED, List.of(new Read(signature(deed), deed.version())));
    }
  }

  private static String signature(RequestRecord deed) {
    return deed.ask().signature();
  }

  private void add(RequestRecord deed, String id, Outcome outcome, List<Read> reads) {
    operations.add(
        new Operation(
            id,
            deed.client(),
            deed.key(),
            deed.invoked(),
            deed.completed(),
            outcome,
            reads,
            List.of()));
  }

  private void committed(RequestRecord deed) {
    String id = String.valueOf(deed.transaction());
    if (!logs.transactions().containsKey(id)) {
      add(deed, id, Outcome.COMMITTED, List.of());
      found(
          "lost-write",
          id,
          deed.client() + " asked: " + deed.ask(),
          "it was told that transaction " + deed.transaction() + " has committed",
          "no log has that transaction");
      return;
    }
    Logged logged = logged(id);
    if (deed.key() != null && !deed.key().equals(logged.key())) {
      found(
          "key-lost",
          id,
          deed.client() + " asked with the key " + deed.key() + ": " + deed.ask(),
          "the log has it with the key " + logged.key());
    }
    happened(deed, logged, deed.completed());
  }

  private Logged logged(String id) {
    Logged logged = logs.transactions().get(id);
    if (logged == null) {
      throw new IllegalStateException("no log has " + id);
    }
    return logged;
  }

  private void happened(RequestRecord deed, Logged logged, long completed) {
    if (!unclaimed.remove(logged.id())) {
      found(
          "told-twice",
          logged.id(),
          "two requests were told that they are transaction " + logged.id(),
          "one of them is " + deed.ask());
      return;
    }
    String signature = signature(logged);
    if (signature != null && !signature.equals(signature(deed))) {
      found(
          "another-request",
          logged.id(),
          deed.client() + " asked: " + deed.ask(),
          "the logs have it as " + logged.writes());
    }
    operations.add(
        new Operation(
            logged.id(),
            deed.client(),
            deed.key(),
            deed.invoked(),
            completed,
            Outcome.COMMITTED,
            logged.reads(),
            logged.writes()));
  }

  private void aborted(RequestRecord deed) {
    String id = deed.key() == null ? null : byKey.get(deed.key());
    if (id != null) {
      found(
          "aborted-and-done",
          id,
          deed.client() + " asked with the key " + deed.key() + ": " + deed.ask(),
          "every try was answered that nothing happened",
          "the logs have it as transaction " + id);
    }
    add(deed, deed.id(), Outcome.ABORTED, List.of());
  }

  private void foundOut(RequestRecord deed, @Nullable String id) {
    foundOutLater++;
    if (id == null) {
      add(deed, deed.id(), Outcome.ABORTED, List.of());
    } else {
      happened(deed, logged(id), Operation.NEVER);
    }
  }

  /**
   * Finds transactions for the requests without a key that were not answered: each may be any of
   * the transactions left over that have the same signature. These transactions happened after the
   * first of the requests was sent, and are all taken to be of that request's client: another
   * client may have been busy then.
   */
  private void nameless(List<RequestRecord> deeds) {
    Map<String, Deque<RequestRecord>> asked = new TreeMap<>();
    deeds.stream()
        .sorted(Comparator.comparingLong(RequestRecord::invoked))
        .forEach(
            deed -> asked.computeIfAbsent(signature(deed), any -> new ArrayDeque<>()).add(deed));
    Map<String, RequestRecord> earliest = new HashMap<>();
    asked.forEach((signature, same) -> earliest.put(signature, same.getFirst()));
    for (Logged logged : logs.transactions().values()) {
      if (!unclaimed.contains(logged.id())) {
        continue;
      }
      String signature = String.valueOf(signature(logged));
      Deque<RequestRecord> same = asked.getOrDefault(signature, new ArrayDeque<>());
      RequestRecord deed = same.poll();
      RequestRecord first = earliest.get(signature);
      operations.add(
          new Operation(
              logged.id(),
              first == null ? "nobody" : first.client(),
              logged.key(),
              first == null ? 0 : first.invoked(),
              Operation.NEVER,
              Outcome.COMMITTED,
              logged.reads(),
              logged.writes()));
      if (deed == null) {
        found(
            "unasked",
            logged.id(),
            "the logs have "
                + signature
                + (logged.key() == null ? "" : " with key " + logged.key()),
            "every request for that is accounted for by another transaction, or was refused");
      }
    }
    foundOutLater += deeds.size();
    asked.values().forEach(left -> left.forEach(d -> add(d, d.id(), Outcome.ABORTED, List.of())));
  }

  /**
   * Returns the transfers that a transaction was asked for, or its actions on accounts; each with
   * its arguments, so that another amount is another request. Null if the logs have no actions.
   */
  private static @Nullable String signature(Logged logged) {
    Set<String> transfers = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    for (Write write : logged.writes()) {
      if (write.what() == null) {
        return null;
      }
      String what = write.actor() + "." + write.what();
      (write.actor().startsWith("Transfer[") ? transfers : others).add(what);
    }
    return String.join(" ", transfers.isEmpty() ? others : transfers);
  }

  // --- the end ---

  private void lastVersions(Map<String, Long> last) {
    Map<ActorId, ActorState> states = new LinkedHashMap<>();
    logs.actors()
        .forEach(
            (actor, newest) -> {
              states.put(actor, newest.state());
              long found = last.getOrDefault(actor.toString(), 0L);
              if (found != newest.version()) {
                found(
                    "lost-write",
                    newest.by(),
                    "the logs have " + newest.version() + " versions of " + actor,
                    "at the end it was found with version " + found);
              }
            });
    Audit audit = new Audit(type("Account"), type("Transfer"));
    for (String violation : audit.violations(new TreeMap<>(states))) {
      found("invariant", "", violation);
    }
    Set<String> logged = new HashSet<>();
    logs.actors().keySet().forEach(actor -> logged.add(actor.toString()));
    last.forEach(
        (actor, version) -> {
          if (version > 0 && !logged.contains(actor)) {
            found("unlogged-write", "", actor + " has version " + version + ", and no log has it");
          }
        });
  }

  private ActorType type(String name) {
    ActorType type = application.type(name);
    if (type == null) {
      throw new IllegalStateException("the bank has no " + name);
    }
    return type;
  }
}
