import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The requests to stop: `SIGTERM` and `SIGINT`, in the order of their arrival.
struct StopSignals: Sendable {
  private let firstSignal: AsyncStream<Void>
  private let secondSignal: AsyncStream<Void>

  /// Starts to handle the two signals. If the process has no file descriptor left, a signal ends it at once.
  init() {
    let (first, firstSource) = AsyncStream.makeStream(of: Void.self)
    let (second, secondSource) = AsyncStream.makeStream(of: Void.self)
    firstSignal = first
    secondSignal = second
    // Without this, a client that disconnects during a response would end the process.
    signal(SIGPIPE, SIG_IGN)
    guard let reader = SignalPipe.open() else { return }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: reader, queue: DispatchQueue(label: "doorward.signals"))
    let received = ReceivedSignals(source)
    source.setEventHandler {
      var signals = [UInt8](repeating: 0, count: 16)
      received.count += max(0, read(reader, &signals, signals.count))
      if received.count > 0 { firstSource.finish() }
      if received.count > 1 { secondSource.finish() }
    }
    source.resume()
    for number in [SIGTERM, SIGINT] { signal(number) { _ in SignalPipe.report() } }
  }

  func first() async { for await _ in firstSignal {} }
  func second() async { for await _ in secondSignal {} }
}

/// A pipe into which the signal handler writes a byte for each signal.
///
/// A dispatch source of signals is not enough: libdispatch has lost a signal that arrived soon after the start. A
/// handler is called in any case.
private enum SignalPipe {
  // `nonisolated(unsafe)` is sound: the descriptor is set before the handler is installed, and never again.
  nonisolated(unsafe) private static var writer: Int32 = -1

  /// Returns the end to read from, or nil if the process has no file descriptor left.
  static func open() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must not wait, so the signal is dropped if the pipe is full. A full pipe has thousands of signals.
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    writer = ends[1]
    return ends[0]
  }

  /// Writes a byte. It is called in a signal handler, so it does nothing else and keeps `errno`.
  static func report() {
    let code = errno
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
    errno = code
  }
}

/// The number of signals so far. It retains the source.
private final class ReceivedSignals: @unchecked Sendable {
  // Sound: after the initializer, only the handler of the source uses `count`, on one serial queue.
  var count = 0
  private let source: any DispatchSourceRead

  init(_ source: any DispatchSourceRead) { self.source = source }
}
