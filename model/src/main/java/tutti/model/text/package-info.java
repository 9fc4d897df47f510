/** Text for people: what a message suggests when a name is not known. */
@NullMarked
package tutti.model.text;

import org.jspecify.annotations.NullMarked;
