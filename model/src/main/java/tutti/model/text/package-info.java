/**
 * Text for people and programs: {@link tutti.model.text.NearestName} is the suggestion in a message
 * about an unknown name, {@link tutti.model.text.JsonText} the writer of JSON.
 */
@NullMarked
package tutti.model.text;

import org.jspecify.annotations.NullMarked;
