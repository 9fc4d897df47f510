package tutti.simulator.exhaustive;

import java.util.List;

/**
 * The facts about a choice that are known once it has happened.
 *
 * @param footprint the parts that it touched
 * @param variants other forms of the same choice, which only its happening shows
 */
record Taken(ChoiceFootprint footprint, List<String> variants) {}
