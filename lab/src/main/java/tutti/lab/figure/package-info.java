/**
 * The papers' figures, measured anew: what was found there, what would count as found again - set
 * before the run -, and the verdict, as JSON, a page and plots.
 */
@NullMarked
package tutti.lab.figure;

import org.jspecify.annotations.NullMarked;
