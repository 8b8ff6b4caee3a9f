internal import CDoorwardProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process that decodes one upload: this program, started again with one argument.
///
/// It restricts itself before it reads the upload from standard input, and writes a ``PhotoAnswer`` to standard output. An image
/// that takes over the process can neither read a file nor reach the network, and a crash ends this process alone.
package enum PhotoDecoder {
  /// The only argument of the process.
  package static let argument = "decode-photo"

  /// The private memory of the process. The libraries need 60 MB of it, a progressive JPEG with 50 megapixels 300 MB more, and the
  /// buffers between the threads of the libraries up to 50 MB, if these wait for each other.
  private static let memory = 448 << 20
  /// The processor time. Images within ``PhotoLimits`` need less than a second on a fast processor.
  private static let seconds: UInt32 = 10

  /// Decodes the upload and ends the process if the arguments select this. Must be called first, while the process has one
  /// thread.
  package static func runIfSelected(by arguments: [String]) {
    guard arguments.dropFirst() == [argument] else { return }
    send(PhotoAnswer(limits: PhotoLimits()).bytes(of: result()))
    // The libraries clean up at a normal exit, which needs more system calls.
    _exit(0)
  }

  private static func result() -> Result<Photo, PhotoError> {
    Result { () throws(PhotoError) in
      guard doorward_limit_process(memory, seconds) == 0 else { throw .notRestricted }
      try VipsLibrary.load()
      guard doorward_forbid_system_calls() == 0 else { throw .notRestricted }
      let processor = PhotoProcessor()
      return try processor.photo(of: input(atMost: processor.limits.bytes))
    }
  }

  /// Reads standard input. One byte above the limit is read, so that a longer upload is refused.
  private static func input(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes to standard output. If the server does not read any more, the process ends.
  private static func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
