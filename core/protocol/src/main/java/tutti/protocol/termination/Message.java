package tutti.protocol.termination;

import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Vote;

/**
 * The messages of EasyCommit and three-phase commit. {@code members} are the coordinator and the
 * participants that are concerned. Immutable.
 */
public sealed interface Message extends CommitMessage {

  /**
   * Coordinator to participant: everything has executed, vote.
   *
   * @param round the newest round in which the participant was asked to execute; at least 0
   */
  record Prepare(int round, Set<Integer> members) implements Message {
    public Prepare {
      CommitMessage.requireRound(round);
      members = Nodes.copy(members);
    }
  }

  /**
   * Participant to coordinator: whether the participant commits if all do.
   *
   * @param round the round of the question, at least 0
   */
  record Voted(int round, Vote vote) implements Message {
    public Voted {
      CommitMessage.requireRound(round);
    }
  }

  /** Coordinator or leader to participant (three-phase commit): all have voted Yes. */
  record PreCommit() implements Message {}

  /** Participant to the sender of PreCommit: I know, and have it in my log. */
  record PreCommitted() implements Message {}

  /**
   * Any member to any: the outcome.
   *
   * @param members the other nodes that must hear the outcome. An abort may name none: then nothing
   *     is remembered of it, since the coordinator never says anything else
   * @param settled whether the sender has ended so and wants to hear whether the receiver has, too;
   *     else the sender is still passing the outcome on to all of them
   */
  record Global(boolean commit, Set<Integer> members, boolean settled) implements Message {
    public Global {
      members = Nodes.copy(members);
    }
  }

  /** The answer to a settled Global: the outcome is in my log, you need not tell me again. */
  record Heard(boolean commit) implements Message {}

  /**
   * Any member to any: how did it end, or how far are you?
   *
   * @param leads whether the asker has been up all the time, and will decide
   */
  record Ask(boolean leads) implements Message {}

  /**
   * The answer to Ask of a member that has not ended; a member that has ended answers with Global.
   */
  record Answer(MemberStatus standing) implements Message {}

  @Override
  default Meaning meaning() {
    return switch (this) {
      case Prepare _ -> Meaning.PREPARE;
      case Voted(int _, Vote vote) -> vote.meaning();
      case PreCommit _, PreCommitted _, Answer _ -> Meaning.STEP;
      case Global global -> global.commit() ? Meaning.COMMIT : Meaning.ABORT;
      case Heard _ -> Meaning.ACK;
      case Ask _ -> Meaning.INQUIRE;
    };
  }

  /** First bytes of the messages. None is ever used for another message. */
  int PREPARE = 1;

  int VOTED = 2;
  int PRE_COMMIT = 3;
  int PRE_COMMITTED = 4;
  int GLOBAL = 5;
  int HEARD = 6;
  int ASK = 7;
  int ANSWER = 8;

  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Prepare(int round, var members) ->
          Nodes.encode(members, out.putByte(PREPARE).putVarLong(round));
      case Voted(int round, Vote vote) ->
          out.putByte(VOTED).putVarLong(round).putByte(vote.ordinal());
      case PreCommit _ -> out.putByte(PRE_COMMIT);
      case PreCommitted _ -> out.putByte(PRE_COMMITTED);
      case Global(boolean commit, var members, boolean settled) ->
          Nodes.encode(members, out.putByte(GLOBAL).putBoolean(commit)).putBoolean(settled);
      case Heard(boolean commit) -> out.putByte(HEARD).putBoolean(commit);
      case Ask(boolean leads) -> out.putByte(ASK).putBoolean(leads);
      case Answer(MemberStatus standing) -> out.putByte(ANSWER).putByte(standing.ordinal());
    }
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int tag = in.getByte();
    return switch (tag) {
      case PREPARE -> new Prepare(in.getCount(Integer.MAX_VALUE), Nodes.decode(in));
      case VOTED -> new Voted(in.getCount(Integer.MAX_VALUE), Vote.decode(in));
      case PRE_COMMIT -> new PreCommit();
      case PRE_COMMITTED -> new PreCommitted();
      case GLOBAL -> new Global(in.getBoolean(), Nodes.decode(in), in.getBoolean());
      case HEARD -> new Heard(in.getBoolean());
      case ASK -> new Ask(in.getBoolean());
      case ANSWER -> new Answer(standing(in.getByte()));
      default -> throw new MalformedData("no message of this protocol begins with " + tag);
    };
  }

  private static MemberStatus standing(int code) {
    MemberStatus[] all = MemberStatus.values();
    if (code >= all.length) {
      throw new MalformedData("a standing is less than " + all.length + ", not " + code);
    }
    return all[code];
  }
}
