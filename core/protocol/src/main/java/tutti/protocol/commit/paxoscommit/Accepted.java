package tutti.protocol.commit.paxoscommit;

/**
 * The newest acceptance of a witness about one member.
 *
 * @param ballot at least 0
 */
public record Accepted(int ballot, ProposedValue value) {}
