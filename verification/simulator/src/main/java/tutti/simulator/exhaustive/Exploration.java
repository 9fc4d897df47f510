package tutti.simulator.exhaustive;

import java.util.List;

/**
 * The result of an exploration.
 *
 * @param schedules the number of schedules that were run to their end
 * @param cut the number of schedules that were cut off, since all that could follow was in an
 *     earlier schedule
 * @param transitions the number of choices that were made for the first time
 * @param states the number of states that were reached: orders of independent choices lead to the
 *     same state
 * @param outcomes the number of outcomes that differ in the clients' answers or in the final state
 * @param complete whether all schedules were run
 * @param findings the faults of the last schedule; the search ends at the first schedule that has
 *     one
 * @param schedule the last schedule, choice by choice
 */
public record Exploration(
    long schedules,
    long cut,
    long transitions,
    long states,
    long outcomes,
    boolean complete,
    List<String> findings,
    List<String> schedule) {}
