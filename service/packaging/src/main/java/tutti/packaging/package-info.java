/**
 * The maker of the archive that {@code ./tutti dist} writes (docs/install.md). Readers begin with
 * {@link tutti.packaging.Distribution}, which lists the files of the archive.
 */
@NullMarked
package tutti.packaging;

import org.jspecify.annotations.NullMarked;
