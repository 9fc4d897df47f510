/**
 * Values of components in a form that people and other programs read and write: trees of the kinds
 * of values that JSON has, for any library that makes text of them.
 *
 * <p>Begin with {@link tutti.model.form.ValueForm}, which makes the form of every type.
 */
@NullMarked
package tutti.model.form;

import org.jspecify.annotations.NullMarked;
