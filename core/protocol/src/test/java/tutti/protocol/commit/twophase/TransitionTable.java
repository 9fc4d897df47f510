package tutti.protocol.commit.twophase;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonDifferenceCalculator;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The effects of every event on a machine, as text: a line {@code event: effects -> state} for each
 * that has effects, then the names of those that it only notes, ignores, or refuses as its caller's
 * bug.
 *
 * @param events all that are tried, by name
 * @param state where a machine is
 */
record TransitionTable(Map<String, Event<Input>> events, Function<CommitMachine, Enum<?>> state) {

  /** The table for a machine in one situation. */
  String of(Supplier<? extends CommitMachine> situation) {
    List<String> lines = new ArrayList<>();
    List<String> noted = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    events.forEach(
        (name, event) -> {
          CommitMachine machine = situation.get();
          try {
            List<Effect<Output>> effects = machine.on(event);
            if (!effects.isEmpty()) {
              lines.add(name + ": " + text(effects) + " -> " + state.apply(machine));
            } else if (isAsBefore(machine, situation.get())) {
              ignored.add(name);
            } else {
              noted.add(name);
            }
          } catch (IllegalArgumentException | IllegalStateException e) {
            refused.add(name);
          }
        });
    lines.add("noted: " + (noted.isEmpty() ? "-" : String.join("; ", noted)));
    lines.add("ignored: " + (ignored.isEmpty() ? "-" : String.join("; ", ignored)));
    lines.add("refused: " + (refused.isEmpty() ? "-" : String.join("; ", refused)));
    return String.join("\n", lines);
  }

  /** Whether no field of a machine has changed, but for the effects of the last event. */
  private static boolean isAsBefore(CommitMachine machine, CommitMachine before) {
    RecursiveComparisonConfiguration fields = new RecursiveComparisonConfiguration();
    fields.ignoreFields("outbox.effects");
    return new RecursiveComparisonDifferenceCalculator()
        .determineDifferences(machine, before, fields)
        .isEmpty();
  }

  /** The oldest record behind those events that its machine waits for; null if there is none. */
  static RecordKind oldest(CommitMachine machine, List<Event<Input>> path) {
    Deque<RecordKind> told = new ArrayDeque<>();
    for (Event<Input> event : path) {
      if (event instanceof Event.Persisted(int records)) {
        for (int left = records; left > 0; left--) {
          told.remove();
        }
      }
      for (Effect<Output> effect : machine.on(event)) {
        if (effect instanceof Effect.Persist<Output> persist && persist.isTold()) {
          told.add(((CommitRecord) persist.record()).entry());
        }
      }
    }
    return told.peek();
  }

  /**
   * The arrows from one state to another that begin in one situation.
   *
   * @param oldest the record that is durable next, if there is one
   */
  Stream<Arrow> arrows(Supplier<? extends CommitMachine> situation, RecordKind oldest) {
    return events.entrySet().stream()
        .flatMap(
            event -> {
              CommitMachine machine = situation.get();
              Enum<?> before = state.apply(machine);
              try {
                machine.on(event.getValue());
                Enum<?> after = state.apply(machine);
                return before == after
                    ? Stream.of()
                    : Stream.of(
                        new Arrow(before.name(), kind(event.getValue(), oldest), after.name()));
              } catch (IllegalArgumentException | IllegalStateException e) {
                return Stream.of();
              }
            });
  }

  private static String kind(Event<Input> event, RecordKind oldest) {
    return switch (event) {
      case Event.Received(Address _, Message message) ->
          switch (message) {
            case Message.Voted vote -> "Vote " + vote.vote();
            case Message.Decide decide -> "Decide " + outcome(decide.commit());
            default -> message.name();
          };
      case Event.Persisted(int _) -> "Persisted " + oldest;
      case Event.Input(Input.Acted acted) -> "Acted " + acted.happened();
      case Event.Input(Input input) -> input.getClass().getSimpleName();
      default -> event.getClass().getSimpleName();
    };
  }

  /** Tables of a file, by the name that stands above each. */
  static Map<String, String> read(String file) {
    try (InputStream in = TransitionTable.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Pattern.compile("(?m)^## ")
          .splitAsStream(text)
          .skip(1)
          .collect(
              Collectors.toMap(
                  part -> part.substring(0, part.indexOf('\n')),
                  part -> part.substring(part.indexOf('\n') + 1).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(List<Effect<Output>> effects) {
    return effects.stream().map(TransitionTable::text).collect(Collectors.joining("; "));
  }

  private static String text(Effect<Output> effect) {
    return switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) ->
          "send " + to.host() + " " + text((Message) message);
      case Effect.Persist<Output> persist ->
          "persist "
              + ((CommitRecord) persist.record()).entry()
              + (persist.isTold() ? " and tell" : "");
      case Effect.SetTimer(var timer, long nanos) -> "set " + timer + " " + nanos;
      case Effect.CancelTimer(var timer) -> "cancel " + timer;
      case Effect.Output(Output output) -> text(output);
    };
  }

  private static String text(Output output) {
    return switch (output) {
      case Output.AwaitObserved _ -> "await the observations";
      case Output.AwaitSent(var to) -> "await sent " + to;
      case Output.Act(boolean mayHaveRun) -> mayHaveRun ? "ask the check" : "act";
      case Output.Decide(boolean commit) -> outcome(commit);
      case Output.Tell(boolean commit) -> "tell " + outcome(commit);
      case Output.End _ -> "end";
    };
  }

  private static String text(Message message) {
    return switch (message) {
      case Message.Prepare(int round) -> "Prepare " + round;
      case Message.Voted(int round, var kind) -> "Vote " + kind + " " + round;
      case Message.Decide(boolean commit) -> "Decide " + outcome(commit);
      case Message.Ack _ -> "Ack";
      case Message.Inquire _ -> "Inquire";
    };
  }

  private static String outcome(boolean commit) {
    return commit ? "commit" : "abort";
  }
}
