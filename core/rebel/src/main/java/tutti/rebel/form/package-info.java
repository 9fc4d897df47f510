/**
 * The forms in which values of Rebel come and go. Begin with {@link tutti.rebel.form.JsonForm},
 * which reads and writes requests and answers; {@link tutti.rebel.form.PlainForm} takes the
 * arguments of embedded callers as plain Java, and {@link tutti.rebel.form.RebelCodec} is their
 * form in messages and on disk.
 */
@NullMarked
package tutti.rebel.form;

import org.jspecify.annotations.NullMarked;
