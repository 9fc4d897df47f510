package tutti.engine.journal;

import java.io.IOException;
import java.util.List;

/**
 * The files of a disk whose names begin with a prefix, as a disk of their own: so several owners
 * share one folder. The owner of the folder closes it.
 *
 * @param disk the folder
 * @param prefix of the names; none of another owner of the folder begins with it
 */
public record PrefixedDisk(Disk disk, String prefix) implements ForwardingDisk {

  @Override
  public List<String> list() throws IOException {
    return disk.list().stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .toList();
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    return disk.open(prefix + name, create);
  }

  @Override
  public boolean exists(String name) throws IOException {
    return disk.exists(prefix + name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(prefix + from, prefix + to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(prefix + name);
  }

  @Override
  public String describe() {
    return disk.describe() + " (" + prefix + "...)";
  }

  @Override
  public void close() {}
}
