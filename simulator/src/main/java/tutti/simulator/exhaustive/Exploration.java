package tutti.simulator.exhaustive;

import java.util.List;

/**
 * What came of it.
 *
 * @param schedules that were made to their end
 * @param cut off, since all that could follow was in a schedule before
 * @param transitions choices that were made for the first time
 * @param states that were come by: orders of independent choices lead to the same one
 * @param outcomes that differ in what clients were told or in what is there in the end
 * @param complete whether there are no more
 * @param findings what is wrong with the last schedule; the search ends at the first that is wrong
 * @param schedule that one, choice by choice
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
