package tutti.protocol.commit.paxoscommit;

/**
 * What a witness has accepted last about one member.
 *
 * @param ballot at least 0
 */
public record Accepted(int ballot, Value value) {}
