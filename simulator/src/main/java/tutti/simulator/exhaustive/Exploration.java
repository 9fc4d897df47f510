package tutti.simulator.exhaustive;

import java.util.List;

/**
 * What came of it.
 *
 * @param schedules that were made to their end
 * @param cut off, since all that could follow was in a schedule before
 * @param choices made for the first time: the nodes of the tree of schedules
 * @param complete whether there are no more
 * @param findings what is wrong with the last schedule; the search ends at the first that is wrong
 * @param schedule that one, choice by choice
 */
public record Exploration(
    long schedules,
    long cut,
    long choices,
    boolean complete,
    List<String> findings,
    List<String> schedule) {}
