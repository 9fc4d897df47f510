/**
 * The real driver of the {@link tutti.engine.journal.Disk} port: a folder of the file system. It is
 * the only code of the journal that touches files.
 *
 * <p>Begin with {@link tutti.engine.journal.disk.FolderDisk}. A folder has one opener at a time: a
 * table of this process ({@code OpenFolders}) and a lock see to it, and where locks do not hold, a
 * {@code Fence} ends the former opener.
 */
@NullMarked
package tutti.engine.journal.disk;

import org.jspecify.annotations.NullMarked;
