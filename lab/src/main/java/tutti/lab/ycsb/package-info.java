/**
 * {@code tutti bench ycsb}: transactions of a few reads and writes on one large relation (B. F.
 * Cooper et al., <i>Benchmarking Cloud Serving Systems with YCSB</i>, SoCC 2010, in the
 * transactional form of Reactors appendix C and DBx1000), beside a bare prototype of the same
 * algorithm.
 */
@NullMarked
package tutti.lab.ycsb;

import org.jspecify.annotations.NullMarked;
