package tutti.engine.replication;

import tutti.protocol.replication.Ballot;

/**
 * The state of a replica at a moment, for people and metrics.
 *
 * @param phase the state of its machine, in a word
 * @param votes whether its promises and acceptances count
 * @param disk the number of its host's disk, higher for each one that has rejoined
 * @param leader the ballot whose leader was heard last, this host's own included
 * @param chosen the position up to which it knows that all is chosen
 * @param end the end of its log
 * @param elections the terms that it has heard of since the host's start
 */
public record ReplicaView(
    String phase, boolean votes, int disk, Ballot leader, long chosen, long end, long elections) {}
