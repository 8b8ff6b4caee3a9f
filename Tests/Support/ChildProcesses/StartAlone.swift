package import DoorwardSystem
internal import Foundation

// One lock for the process, because all threads share its file descriptors.
private let starting = NSLock()

extension ChildProgram {
  /// Starts the program while no other test starts one.
  ///
  /// A child inherits a pipe that another thread creates between the listing of the descriptors to close and the start.
  /// The output of the other thread's child would then end only after both children have ended. If one child waits for
  /// the other, it would wait forever.
  ///
  /// - Returns: The process.
  /// - Throws: ``ChildStartFailure``
  package func startAlone() throws -> ChildProcess { try starting.withLock { try start() } }

  /// Changes the working folder.
  ///
  /// - Parameter path: The folder.
  /// - Returns: A shell that starts the program in the folder and is replaced by it.
  package func working(in path: String) -> ChildProgram {
    var program = self
    program.path = "/bin/sh"
    program.arguments = ["-c", #"cd "$0" && exec "$@""#, path, self.path] + arguments
    return program
  }
}
