/**
 * Values of components in a form that people and other programs read and write: trees of what JSON
 * has, whichever library makes text of them.
 */
@NullMarked
package tutti.model.form;

import org.jspecify.annotations.NullMarked;
