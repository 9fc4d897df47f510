package tutti.simulator.history;

import java.util.List;

/**
 * Something that a history must not show.
 *
 * @param name Adya's, as {@code G-single}, with {@code -realtime} behind it if only the real-time
 *     order closes the cycle; or {@code lost-write}, {@code fractured-read}, {@code key-twice}, …
 * @param operations the ids of those that show it, in the order of the story
 * @param story what happened, a sentence a line, for a person
 */
public record Anomaly(String name, List<String> operations, List<String> story) {}
