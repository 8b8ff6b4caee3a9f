internal import ChildProcesses
internal import DoorwardSystem
internal import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A temporary folder with servers, which end with this process, also if it is killed.
///
/// A shell keeps the folder: it waits for the end of a pipe that only this process has open. Then it kills the servers and
/// removes the folder.
final class ServerFolder: Sendable {
  let path: String
  /// The writing end of the pipe. The system closes it when this process ends.
  private let pipe: Int32
  private let keeper: ChildProcess

  /// Servers write the number of their process to `*.pid` or, PostgreSQL, to `data*/postmaster.pid`.
  private static let script = #"""
    cat > /dev/null
    for file in "$0"/*.pid "$0"/data*/postmaster.pid; do
      [ -f "$file" ] && kill -9 "$(head -n 1 "$file")" 2> /dev/null
    done
    # The children of a killed server end by themselves, and write until then.
    for attempt in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$0" 2> /dev/null && exit; sleep 0.2; done
    """#

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    if let user = PostgreSQLPrograms.user {
      try FileManager.default.setAttributes([.ownerAccountName: user], ofItemAtPath: path)
    }
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw DatabaseServerFailure("there is no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = ends[1]
    var shell = ChildProgram("/bin/sh", ["-c", Self.script, path])
    shell.input = .descriptor(ends[0])
    // Ctrl-C must not end the shell before it has stopped the servers.
    shell.hasOwnGroup = true
    keeper = try shell.startAlone()
    close(ends[0])
  }

  deinit {
    close(pipe)
    _ = keeper.wait()
  }
}
