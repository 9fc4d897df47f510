package tutti.simulator.commit;

import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.state.CommitScope;

/** The scopes of explorations in tests. */
final class CommitScopes {
  private CommitScopes() {}

  /**
   * A scope of three participants, so many crashes and so many lost, doubled and late messages,
   * with one refusal, and two silences taken for crashes.
   */
  static CommitScope of(Assumption world, int crashes, int losses, int duplicates, int delays) {
    return new CommitScope(
        3, crashes, losses, duplicates, delays, 1, 2, CommitScope.ANY, world, Integer.MAX_VALUE);
  }

  static CommitScope withParticipants(CommitScope scope, int number) {
    return with(scope, number, scope.refusals(), scope.silences(), scope.repeats(), scope.limit());
  }

  static CommitScope withoutRefusals(CommitScope scope) {
    return with(scope, scope.participants(), 0, scope.silences(), scope.repeats(), scope.limit());
  }

  /**
   * The scope with so many silences that are taken for crashes, and so many timers that say or ask
   * again.
   */
  static CommitScope withTimers(CommitScope scope, int silent, int again) {
    return with(scope, scope.participants(), scope.refusals(), silent, again, scope.limit());
  }

  static CommitScope withLimit(CommitScope scope, int states) {
    return with(
        scope, scope.participants(), scope.refusals(), scope.silences(), scope.repeats(), states);
  }

  private static CommitScope with(
      CommitScope scope, int participants, int refusals, int silences, int repeats, int limit) {
    return new CommitScope(
        participants,
        scope.crashes(),
        scope.losses(),
        scope.duplicates(),
        scope.delays(),
        refusals,
        silences,
        repeats,
        scope.world(),
        limit);
  }
}
