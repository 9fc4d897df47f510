/** Text for people: the suggestion in a message about an unknown name. */
@NullMarked
package tutti.model.text;

import org.jspecify.annotations.NullMarked;
