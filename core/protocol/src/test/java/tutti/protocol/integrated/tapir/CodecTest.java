package tutti.protocol.integrated.tapir;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Place;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;
import tutti.protocol.integrated.tapir.Vote.Verdict;
import tutti.protocol.replication.LogMark;
import tutti.protocol.testing.Codecs;

class CodecTest {
  private static final Timestamp TIME = new Timestamp(1L << 40, 300);
  private static final Ballot BALLOT = new Ballot(3, -5);
  private static final Transaction TRANSACTION = new Transaction(TIME, List.of(2, 0));
  private static final ActorId ITEM = new ActorId("Account", "NL01");
  private static final Part PART =
      new Part(
          new TreeMap<>(Map.of(ITEM, TIME)),
          new TreeMap<>(Map.of(ITEM, new Part.Value(new byte[] {1, 2}))));
  private static final Vote VOTE = new Vote(Verdict.RETRY, TIME);
  private static final Entry ENTRY =
      Entry.of(TRANSACTION, PART)
          .finalizing(PART, VOTE, BALLOT)
          .decided(PART, Outcome.ABORTED, Stage.EXECUTED);
  private static final ViewEntry.Open OPEN =
      new ViewEntry.Open(4, List.of(ENTRY), TIME, new TreeMap<>(Map.of(2, -9L)));
  private static final Image IMAGE =
      new Image(
          new Place(new LogMark(90, new tutti.protocol.replication.Ballot(2, 1)), 3),
          new Image.Own(-7, true),
          new Image.View(4, true),
          new TreeMap<>(Map.of(1, -7L)),
          TIME,
          new TreeMap<>(Map.of(TIME, Outcome.COMMITTED)),
          List.of(ENTRY),
          List.of(ENTRY));

  private static final List<Message> MESSAGES =
      List.of(
          new Message.Read(ITEM),
          new Message.Version(ITEM, TIME, new Part.Value(new byte[0])),
          new Message.Prepare(TRANSACTION, PART),
          new Message.CoordinatorChange(TRANSACTION, BALLOT),
          new Message.Told(7, ENTRY),
          new Message.Finalize(TRANSACTION, Part.NONE, VOTE, BALLOT, 9),
          new Message.Confirmed(TIME, BALLOT, 9),
          new Message.Decide(TRANSACTION, PART, Outcome.COMMITTED, true),
          new Message.Noted(TIME, 9, false),
          new Message.Hand(3, -1, true, false, List.of(ENTRY)),
          new Message.End(8));

  private static final List<Fact> FACTS =
      List.of(
          new Fact.Disk(-2),
          new Fact.Closed(4),
          new Fact.Opened(OPEN),
          new Fact.Noted(ENTRY),
          new Fact.Imaged(IMAGE),
          new Fact.Item(ITEM, new TreeMap<>(Map.of(TIME, new Part.Value(new byte[] {3}))), TIME),
          new Fact.Complete(),
          new Fact.Gone(ITEM, TIME));

  private static final List<ViewEntry> COMMANDS = List.of(new ViewEntry.Close(3), OPEN);

  @Test
  void readsEveryMessageThatItWrites() {
    Codecs.readsWhatItWrites(MESSAGES, Message.class, Message::encode, Message::decode);
  }

  @Test
  void readsEveryRecordThatItWrites() {
    Codecs.readsWhatItWrites(FACTS, Fact.class, Fact::encode, Fact::decode);
  }

  @Test
  void readsEveryCommandThatItWrites() {
    Codecs.readsWhatItWrites(COMMANDS, ViewEntry.class, ViewEntry::encode, ViewEntry::decode);
  }
}
