package import DoorwardSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts a ``PhotoDecoder`` process for each upload, and checks its answer.
package struct PhotoDecoderProgram: Sendable {
  private let program: ChildProgram
  private let timeout: Duration

  /// - Parameters:
  ///   - program: the program and its arguments. A server runs itself with the argument of ``PhotoDecoder``.
  ///   - timeout: the time after which a process is killed.
  package init(_ program: ChildProgram, timeout: Duration = .seconds(20)) {
    self.program = program
    self.timeout = timeout
  }

  /// The program that is at a path.
  ///
  /// The process gets no environment, because that can contain the master key. Only the folders of libraries are passed on.
  package init(path: String) {
    var folders: [String: String] = [:]
    for name in ["LD_LIBRARY_PATH", "HOMEBREW_PREFIX"] {
      if let value = getenv(name) { folders[name] = String(cString: value) }
    }
    self.init(ChildProgram(path, [PhotoDecoder.argument], environment: folders))
  }

  /// The running program. On Linux, it stays available when its file is replaced.
  package static var own: PhotoDecoderProgram {
    #if os(Linux)
      PhotoDecoderProgram(path: "/proc/self/exe")
    #else
      PhotoDecoderProgram(path: CommandLine.arguments.first ?? "doorward")
    #endif
  }

  /// Decodes an upload in a process. Blocks the thread, which must live until the call returns: the system kills the process
  /// when the thread ends.
  func photo(of upload: PhotoUpload, limits: PhotoLimits) throws(PhotoError) -> Photo {
    let exchange = try program.exchange(upload.bytes, outputLimit: PhotoAnswer.limit, timeout: timeout)
    switch (exchange.stop, exchange.end) {
    case (.outputEnded, .exited(status: 0)?):
      guard let result = PhotoAnswer(limits: limits).result(exchange.output) else { throw .undecodable }
      return try result.get()
    // The kernel kills the process when the memory of the machine or the container is exhausted.
    case (.outputEnded, .killed(signal: SIGKILL)?): throw .outOfMemory
    default: throw .undecodable
    }
  }
}
