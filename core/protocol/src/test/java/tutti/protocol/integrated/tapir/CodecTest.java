package tutti.protocol.integrated.tapir;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.LogPosition;
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
  private static final ViewCommand.Open OPEN =
      new ViewCommand.Open(4, List.of(ENTRY), TIME, new TreeMap<>(Map.of(2, -9L)));
  private static final Image IMAGE =
      new Image(
          new LogPosition(new LogMark(90, new tutti.protocol.replication.Ballot(2, 1)), 3),
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
          new Message.PrepareReply(7, ENTRY),
          new Message.Finalize(TRANSACTION, Part.NONE, VOTE, BALLOT, 9),
          new Message.Confirmed(TIME, BALLOT, 9),
          new Message.Decide(TRANSACTION, PART, Outcome.COMMITTED, true),
          new Message.OutcomeLogged(TIME, 9, false),
          new Message.DoViewChange(3, -1, true, false, List.of(ENTRY)),
          new Message.RequestViewChange(8));

  private static final List<Record> FACTS =
      List.of(
          new Record.Disk(-2),
          new Record.Closed(4),
          new Record.Opened(OPEN),
          new Record.EntryLogged(ENTRY),
          new Record.Imaged(IMAGE),
          new Record.Item(ITEM, new TreeMap<>(Map.of(TIME, new Part.Value(new byte[] {3}))), TIME),
          new Record.Complete(),
          new Record.Removed(ITEM, TIME));

  private static final List<ViewCommand> COMMANDS = List.of(new ViewCommand.Close(3), OPEN);

  @Test
  void readsEveryMessageThatItWrites() {
    Codecs.readsWhatItWrites(MESSAGES, Message.class, Message::encode, Message::decode);
  }

  @Test
  void readsEveryRecordThatItWrites() {
    Codecs.readsWhatItWrites(FACTS, Record.class, Record::encode, Record::decode);
  }

  @Test
  void readsEveryCommandThatItWrites() {
    Codecs.readsWhatItWrites(COMMANDS, ViewCommand.class, ViewCommand::encode, ViewCommand::decode);
  }
}
