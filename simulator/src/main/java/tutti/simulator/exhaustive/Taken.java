package tutti.simulator.exhaustive;

import java.util.List;

/**
 * What is known of a choice once it has happened.
 *
 * @param footprint what it touched
 * @param variants other ways in which the same could have gone, which only its happening shows
 */
public record Taken(Footprint footprint, List<Choice> variants) {}
