/**
 * Rebel, the language: {@link tutti.rebel.Rebel} loads specifications. It uses {@code syntax}
 * (texts to trees), {@code check} (trees to checked models), {@code compile} (to the form that the
 * engine runs), {@code analyze} (to summaries for people), and {@code value}.
 */
@NullMarked
package tutti.rebel;

import org.jspecify.annotations.NullMarked;
