/**
 * Text for people and programs. Begin with {@link tutti.model.text.NameText}, the rule for texts
 * that name something, and {@link tutti.model.text.ValueText}, which shows values and exceptions of
 * an application in messages, whatever their own descriptions do. {@link
 * tutti.model.text.NearestName} is the suggestion in a message about an unknown name, {@link
 * tutti.model.text.JsonText} the writer of JSON, {@link tutti.model.text.PathText} the reason why a
 * text is no path.
 */
@NullMarked
package tutti.model.text;

import org.jspecify.annotations.NullMarked;
