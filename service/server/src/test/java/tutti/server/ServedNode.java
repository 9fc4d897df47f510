package tutti.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;

/** A node with its data in a folder, and its service at a free port. */
record ServedNode(RealScheduler scheduler, FolderDisk disk, HostNode node, HttpService service) {

  static ServedNode open(String title, RelationalApplication application, Path data)
      throws IOException {
    return open(title, application, data, Protection.NONE);
  }

  /**
   * @param protection from those who reach it
   */
  static ServedNode open(
      String title, RelationalApplication application, Path data, Protection protection)
      throws IOException {
    RealScheduler scheduler = new RealScheduler();
    FolderDisk disk = FolderDisk.open(data);
    HostNode node =
        LocalShards.open(
            application,
            Deployment.DEFAULT,
            new Ports(scheduler, disk, new SplittableRandom(1), History.NONE));
    HttpService service =
        HttpService.start(
            node, title, application, ServiceSettings.DEFAULT.withPort(0), protection);
    return new ServedNode(scheduler, disk, node, service);
  }

  String url() {
    return service.url();
  }

  void close() throws IOException {
    service.close();
    node.close();
    scheduler.close();
    disk.close();
  }
}
