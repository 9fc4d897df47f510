/**
 * The real driver of the {@link tutti.engine.journal.Disk} port: a folder of the file system. It is
 * the only code of the journal that touches files.
 */
@NullMarked
package tutti.engine.journal.disk;

import org.jspecify.annotations.NullMarked;
