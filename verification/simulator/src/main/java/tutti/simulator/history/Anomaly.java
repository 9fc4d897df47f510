package tutti.simulator.history;

import java.util.List;

/**
 * A fault that a history must not show.
 *
 * @param name Adya's name, as {@code G-single}, with {@code -realtime} behind it if only the
 *     real-time order closes the cycle; or {@code lost-write}, {@code fractured-read}, {@code
 *     key-twice}, …
 * @param operations the ids of the operations that show it, in the order of the story
 * @param story the events, a sentence a line, for a person
 */
public record Anomaly(String name, List<String> operations, List<String> story) {}
