package tutti.protocol.integrated.janus;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.integrated.janus.membership.HandedOver;
import tutti.protocol.testing.Codecs;

class CodecTest {
  private static final TransactionId ID = new TransactionId(1L << 40, -300);
  private static final Ballot BALLOT = new Ballot(3, -5);
  private static final Transaction TRANSACTION = new Transaction(ID, List.of(2, 0));
  private static final ActorId ITEM = new ActorId("Account", "NL01");
  private static final Payload BYTES = new Payload(new byte[] {1, 2});
  private static final Request REQUEST =
      new Request(
          new TreeMap<>(
              Map.of(
                  0, new Piece(new TreeSet<>(), new TreeSet<>(List.of(ITEM)), BYTES),
                  2, new Piece(new TreeSet<>(List.of(ITEM)), new TreeSet<>(), BYTES))),
          true);
  private static final PieceInput WORD = new PieceInput(PieceInput.Standing.REFUSES, BYTES);
  private static final Dependencies BEFORE =
      Dependencies.of(List.of(TRANSACTION, new Transaction(new TransactionId(7, 8), List.of(1))));
  private static final Decision DECISION = Decision.commit(BEFORE);

  private static final ConfigurationCommand.Open OPEN =
      new ConfigurationCommand.Open(
          new Configuration(5, new TreeSet<>(List.of(0, 2)), new TreeSet<>(List.of(1))),
          new TreeMap<>(Map.of(0, 7L, 1, -8L, 2, 9L)),
          List.of(
              new HandedOver(
                  TRANSACTION,
                  REQUEST,
                  Optional.of(BEFORE),
                  BALLOT,
                  Optional.of(DECISION),
                  Optional.of(DECISION)),
              new HandedOver(
                  TRANSACTION,
                  Request.NONE,
                  Optional.empty(),
                  Ballot.FIRST,
                  Optional.empty(),
                  Optional.empty())));

  private static final List<Message> MESSAGES =
      List.of(
          new Message.PreAccept(TRANSACTION, BALLOT, REQUEST),
          new Message.PreAccepted(ID, BALLOT, BEFORE, BEFORE, Dependencies.NONE),
          new Message.Prepare(TRANSACTION, BALLOT),
          new Message.Promised(ID, BALLOT, REQUEST, BEFORE, Ballot.FIRST, Optional.empty()),
          new Message.Promised(
              ID, BALLOT, Request.NONE, Dependencies.NONE, BALLOT, Optional.of(DECISION)),
          new Message.Accept(TRANSACTION, BALLOT, Decision.ABANDONED, Request.NONE),
          new Message.Accepted(ID, BALLOT),
          new Message.Refused(ID, BALLOT),
          new Message.Overloaded(ID),
          new Message.Done(ID, DECISION, REQUEST),
          new Message.Commit(TRANSACTION, DECISION, REQUEST),
          new Message.Executed(ID, new PieceOutput(true, BYTES)),
          new Message.Applied(ID, new TreeSet<>(List.of(0, 5))),
          new Message.Collect(TRANSACTION, 17),
          new Message.Collected(TRANSACTION),
          new Message.Inquire(TRANSACTION, 3),
          new Message.Known(TRANSACTION, DECISION, Request.NONE),
          new Message.Commit(
              TRANSACTION,
              Decision.commit(BEFORE, new TreeMap<>(Map.of(0, 3L, 2, 9L))),
              Request.NONE),
          new Message.ReadConflicts(-5, REQUEST.piece(2)),
          new Message.ConflictsReply(-5, BEFORE),
          new Message.Read(-5, BEFORE, REQUEST.piece(2)),
          new Message.Value(-5, BYTES),
          new Message.SendInput(TRANSACTION, 2, 1, WORD),
          new Message.RequestInput(TRANSACTION, 0, 2),
          new Message.Diverged(TRANSACTION, -7),
          new Message.Hold(TRANSACTION, 3),
          new Message.Stands(TRANSACTION, 3, Message.Standing.UNSURE),
          new Message.Executed(ID, new PieceOutput(false, BYTES, Long.MIN_VALUE)),
          new Message.Within(OPEN.configuration(), new Message.Accepted(ID, BALLOT)),
          new Message.HandOver(4, -9, true, false, true, true, OPEN.graph()));

  private static final List<Record> FACTS =
      List.of(
          new Record.Witnessed(TRANSACTION, REQUEST, BALLOT, BEFORE),
          new Record.Promised(TRANSACTION, BALLOT),
          new Record.Accepted(TRANSACTION, BALLOT, DECISION),
          new Record.Decided(TRANSACTION, Decision.ABANDONED),
          new Record.Ordered(new TreeSet<>(BEFORE.transactions())),
          new Record.Executed(ID, PieceOutput.of(BYTES)),
          new Record.RoundInput(ID, WORD),
          new Record.Applied(ID),
          new Record.Forgotten(ID),
          new Record.CollectedUpTo(-4, 17),
          new Record.Past(ID),
          new Record.PastRun(7, 3, 4_000_000),
          new Record.PastBits(7, 1 << 20, new long[Record.PastBits.WORDS]),
          new Record.Disk(-9),
          new Record.Closed(4),
          new Record.Opened(OPEN),
          new Record.Copied(),
          new Record.Missed(OPEN),
          new Record.Held(TRANSACTION),
          new Record.Wary(TRANSACTION),
          new Record.Failed(ID, true),
          new Record.Begun(ID),
          new Record.Barred(ID),
          new Record.Differs(ID, -7),
          new Record.Lost(),
          new Record.Upheld(ID, 7));

  @Test
  void readsEveryMessageThatItWrites() {
    Codecs.readsWhatItWrites(MESSAGES, Message.class, Message::encode, Message::decode);
  }

  @Test
  void readsEveryChangeThatItWrites() {
    Codecs.readsWhatItWrites(
        List.of(new ConfigurationCommand.Close(4), OPEN),
        ConfigurationCommand.class,
        ConfigurationCommand::encode,
        ConfigurationCommand::decode);
  }

  @Test
  void readsEveryRecordThatItWrites() {
    Codecs.readsWhatItWrites(FACTS, Record.class, Record::encode, Record::decode);
  }
}
