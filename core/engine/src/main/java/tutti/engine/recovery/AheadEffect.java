package tutti.engine.recovery;

import tutti.engine.transaction.record.Observations;
import tutti.model.Call;

/**
 * An effect that is decided, and that the actor of a replica that follows does not have yet: the
 * log does not say what became of an action that came before it. If that aborted, the log may never
 * say so; {@link DataFolder#lead} then applies the effect.
 */
public record AheadEffect(Call call, Observations seen) {}
