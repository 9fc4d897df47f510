package tutti.engine.node;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.runtime.Scheduler;

/**
 * All that a node has of the world (DESIGN §3).
 *
 * @param scheduler threads and time
 * @param disk the data folder, or null for {@code durability = off}
 * @param entropy randomness
 * @param history who is told what happens
 */
public record Ports(
    Scheduler scheduler, @Nullable Disk disk, RandomGenerator entropy, History history) {}
