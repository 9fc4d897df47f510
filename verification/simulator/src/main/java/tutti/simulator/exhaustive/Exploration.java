package tutti.simulator.exhaustive;

import java.util.List;

/**
 * The result of an exploration.
 *
 * @param schedules that were made to their end
 * @param schedules cut off, since everything that could follow was in a schedule before
 * @param transitions choices that were made for the first time
 * @param states that were reached: orders of independent choices lead to the same one
 * @param outcomes that differ in the clients' answers or in the state at the end
 * @param complete whether all schedules were made
 * @param findings the faults of the last schedule; the search ends at the first that has one
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
