package tutti.simulator.commit;

/** EasyCommit. */
final class EasyCommitClaims extends NonBlockingClaims {}
