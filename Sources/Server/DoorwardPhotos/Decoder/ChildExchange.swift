import DoorwardSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The result of ``ChildProgram/exchange(_:outputLimit:timeout:)``.
struct ChildExchange: Sendable, Equatable {
  /// The reason why the exchange is over.
  enum Stop: Sendable, Equatable {
    /// The process has closed its standard output, normally because it has ended.
    case outputEnded
    case outputTooLong
    case timeout
  }

  /// What the process has written, at most the limit.
  let output: [UInt8]
  let stop: Stop
  /// The result of the process. It is killed at the end of the exchange if it still runs.
  let end: ChildProcess.End?
}

extension ChildProgram {
  /// Starts the program, writes `input` to its standard input, and reads its standard output. Both streams are one socket.
  ///
  /// The call blocks the thread until the exchange is over. The process has then ended, whatever it does.
  ///
  /// - Parameters:
  ///   - input: the bytes of standard input. The process need not read them.
  ///   - outputLimit: the most bytes that are read.
  ///   - timeout: the time in which the process must answer.
  /// - Returns: the output and the result of the process.
  /// - Throws: ``PhotoError`` `photo_processing_unavailable` if the program cannot be started.
  func exchange(
    _ input: [UInt8], outputLimit: Int, timeout: Duration
  ) throws(PhotoError) -> ChildExchange {
    let deadline = ContinuousClock.now + timeout
    guard let stream = ChildStream() else {
      throw .notStarted("\(path) gets no socket: \(String(cString: strerror(errno)))")
    }
    var program = self
    program.input = .descriptor(stream.other)
    program.output = .descriptor(stream.other)
    let process: ChildProcess
    do {
      process = try program.start()
    } catch {
      stream.closeOther()
      throw .notStarted("\(error)")
    }
    stream.closeOther()
    let (output, stop) = stream.exchange(input, outputLimit: outputLimit, deadline: deadline)
    process.send(SIGKILL)
    return ChildExchange(output: output, stop: stop, end: process.wait())
  }
}

/// A socket between this process and a child process.
private struct ChildStream: ~Copyable {
  private let own: Int32
  /// The end of the child process.
  let other: Int32

  /// Returns nil and sets errno if the limit of open files is reached.
  init?() {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = Int32(SOCK_STREAM) | Int32(SOCK_CLOEXEC)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #if canImport(Darwin)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var yes: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    (own, other) = (ends[0], ends[1])
  }

  deinit { close(own) }

  /// Must be called once, after the start: the output ends when no process can write to it.
  func closeOther() { close(other) }

  func exchange(
    _ input: [UInt8], outputLimit: Int, deadline: ContinuousClock.Instant
  ) -> ([UInt8], ChildExchange.Stop) {
    var rest = input[...]
    var output: [UInt8] = []
    if rest.isEmpty { endInput() }
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return (output, .timeout) }
      let events = POLLIN | (rest.isEmpty ? 0 : POLLOUT)
      var entry = pollfd(fd: own, events: Int16(events), revents: 0)
      // At least a millisecond, so that the loop does not spin before the deadline.
      let milliseconds = min(left / .milliseconds(1), 60_000).rounded(.up)
      guard poll(&entry, 1, Int32(milliseconds)) > 0 else { continue }
      if Int32(entry.revents) & Int32(POLLIN | POLLHUP | POLLERR) != 0 {
        guard receive(into: &output) else { return (output, .outputEnded) }
        guard output.count <= outputLimit else {
          return (Array(output.prefix(outputLimit)), .outputTooLong)
        }
      }
      if Int32(entry.revents) & Int32(POLLOUT) != 0, !rest.isEmpty {
        rest = send(rest)
        if rest.isEmpty { endInput() }
      }
    }
  }

  private func endInput() { shutdown(own, Int32(SHUT_WR)) }

  /// Appends what can be read now. Returns false at the end of the output.
  private func receive(into output: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(own, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    output += buffer[..<count]
    return true
  }

  /// Sends what can be sent now, and returns the rest. The rest is empty if the process reads no more.
  private func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.send(own, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      #elseif canImport(Musl)
        Musl.send(own, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      #else
        Glibc.send(own, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      #endif
    }
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? bytes : [] }
    return bytes.dropFirst(count)
  }
}
