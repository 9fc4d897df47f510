package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The reason of a refusal: advice for the client, which is told whether a shard is full. */
class ParticipantRepliesTest {
  private static final Transaction TRANSACTION = new Transaction(new Timestamp(5, 1), List.of(0));

  private static final Vote MET = new Vote(Vote.Verdict.ABSTAIN, new Timestamp(4, 1));

  private static Vote refusal(Vote... votes) {
    ParticipantReplies inquiry = new ParticipantReplies(List.of(0, 1, 2), Part.NONE);
    for (int host = 0; host < votes.length; host++) {
      Entry entry = Entry.of(TRANSACTION, Part.NONE);
      inquiry.told(host, 1, votes[host].refuses() ? entry.voting(votes[host]) : entry);
    }
    inquiry.takingOver();
    return inquiry.vote();
  }

  @Test
  void aRefusalWithoutAReasonIsNotThatOfAFullRecord() {
    Vote none = refusal(Vote.NONE, Vote.NONE, Vote.NONE);
    assertThat(none.refuses()).isTrue();
    assertThat(none).isNotEqualTo(Vote.FULL);
  }

  @Test
  void aShardIsFullWhereNoReplicaHasMetMore() {
    assertThat(refusal(Vote.FULL, Vote.FULL, Vote.FULL)).isEqualTo(Vote.FULL);
    assertThat(refusal(Vote.FULL, Vote.NONE, Vote.NONE)).isEqualTo(Vote.FULL);
    assertThat(refusal(Vote.FULL, MET, Vote.NONE)).isEqualTo(MET);
  }
}
