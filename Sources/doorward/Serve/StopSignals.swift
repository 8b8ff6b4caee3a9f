import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The requests to stop: `SIGTERM` and `SIGINT`, in the order they come.
struct StopSignals: Sendable {
  private let firstSignal: AsyncStream<Void>
  private let secondSignal: AsyncStream<Void>

  /// Starts to handle the two signals.
  init() {
    let (first, firstSource) = AsyncStream.makeStream(of: Void.self)
    let (second, secondSource) = AsyncStream.makeStream(of: Void.self)
    firstSignal = first
    secondSignal = second
    let queue = DispatchQueue(label: "doorward.signals")
    let count = SignalCount()
    for number in [SIGTERM, SIGINT] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // One serial queue runs every handler, so the count needs no lock.
        count.value += 1
        count.value == 1 ? firstSource.finish() : secondSource.finish()
      }
      source.resume()
      count.sources.append(source)
    }
    // Without this, a client that disconnects during a response would end the process.
    signal(SIGPIPE, SIG_IGN)
  }

  func first() async { for await _ in firstSignal {} }
  func second() async { for await _ in secondSignal {} }
}

/// Only the signal queue accesses this object after its sources are resumed. The object also retains the sources.
private final class SignalCount: @unchecked Sendable {
  // Sound: `sources` is filled before the first source is resumed past the initializer's thread, and
  // `value` is read and written on the one serial queue of ``StopSignals``.
  var value = 0
  var sources: [any DispatchSourceSignal] = []
}
