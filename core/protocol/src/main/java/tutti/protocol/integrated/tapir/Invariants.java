package tutti.protocol.integrated.tapir;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import tutti.protocol.integrated.NewestEntries;
import tutti.protocol.integrated.Unforced;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;

/**
 * The invariants of the package's card that a replica alone can break, watched beside its machine:
 * I5 and I8, and that its view never falls.
 */
public final class Invariants extends MemberInvariants<Output, Optional<Timestamp>> {
  /** The number of transactions whose newest entries are remembered. */
  private static final int REMEMBERED = 1024;

  /**
   * The parts of an entry that are new with it: answers of its view that contain these parts wait
   * until the entry is durable. In the next view the same parts may be new once more.
   */
  private record News(long view, Entry entry, boolean result, boolean outcome, boolean settled) {}

  private final DurableState kept;
  private final Unforced<Timestamp, News> unforced = new Unforced<>();

  /** The newest entries that were written, with what each was compared. */
  private final Map<Timestamp, Entry> newest = new NewestEntries<>(REMEMBERED);

  /** Whether the replica acted before the step. */
  private boolean acts;

  /** The view in which entries are written, and the highest one that was said. */
  private long view;

  private long said;

  /**
   * @param kept the memory that the machine goes on with
   */
  public Invariants(DurableState kept) {
    this.kept = kept;
    this.view = kept.view();
    stepped();
  }

  /**
   * I5: a replica between two views answers no question.
   *
   * @param acts whether it acted before the message came that it answers
   * @throws InvariantBroken {@code silent}
   */
  public static void silent(boolean acts, Message answer) {
    if (!acts) {
      throw new InvariantBroken("silent", "it answers while it does not act: " + answer);
    }
  }

  /**
   * Checks invariant I8: a replica sends only what is durable on its own disk.
   *
   * @throws InvariantBroken with the name {@code forced}
   */
  public static void forced(boolean durable, Message answer) {
    if (!durable) {
      throw new InvariantBroken("forced", "it says what is not durable: " + answer);
    }
  }

  @Override
  protected Optional<Timestamp> writes(ProtocolRecord record) {
    if (!(record instanceof Record.EntryLogged(Entry entry))) {
      switch ((Record) record) {
        case Record.Opened(var open) -> begins(open.view());
        case Record.Imaged(Image image) -> begins(image.number());
        default -> {}
      }
      return Optional.empty();
    }
    Timestamp id = entry.id();
    // Of one that is not remembered nothing is known to be news.
    Entry before = Objects.requireNonNullElse(newest.put(id, entry), entry);
    unforced.add(
        id,
        new News(
            view,
            entry,
            !entry.accepted().equals(before.accepted()),
            entry.isDecided() && !before.isDecided(),
            entry.stage() == Entry.Stage.SETTLED && before.stage() != entry.stage()));
    return Optional.of(id);
  }

  /** The entries are those of another view. */
  private void begins(long next) {
    view = next;
    newest.clear();
  }

  @Override
  protected void durable(Optional<Timestamp> of) {
    of.ifPresent(unforced::remove);
  }

  @Override
  protected void sends(Event<?> cause, Address to, ProtocolMessage sent) {
    if (to instanceof Address.Replica) {
      return;
    }
    Message message = (Message) sent;
    if (cause instanceof Event.Received<?>) {
      silent(acts, message);
    }
    switch (message) {
      case Message.PrepareReply(long in, Entry entry) ->
          told(in, entry.id(), news -> news.entry().brief().equals(entry.brief()), message);
      case Message.Confirmed(Timestamp id, var ballot, long in) ->
          told(in, id, news -> news.result() && news.entry().accepted().equals(ballot), message);
      case Message.OutcomeLogged(Timestamp id, long in, boolean settled) ->
          told(in, id, settled ? News::settled : News::outcome, message);
      default -> {}
    }
  }

  private void told(long in, Timestamp id, Predicate<News> what, Message message) {
    forced(!unforced.has(id, news -> news.view() == in && what.test(news)), message);
    if (in < said) {
      throw new InvariantBroken("promises-kept", "it says " + message + " after view " + said);
    }
    said = in;
  }

  @Override
  protected void stepped() {
    acts = kept.acts();
  }
}
