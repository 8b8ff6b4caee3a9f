#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Connections to one server that are all used at once. Each sends its next request when it has its answer.
final class LoadGenerator {
  private let connections: [LoopbackConnection]

  init(port: UInt16, connections count: Int) throws {
    connections = try (0..<count).map { _ in try LoopbackConnection(port: port) }
  }

  /// Sends the requests and waits for all answers.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - answered: Receives each answer with the number of its request, in the order of arrival.
  /// - Returns: The response time of each request, in microseconds.
  /// - Throws: ``BenchFailure`` if an answer is not 200, and the errors of `answered`.
  @discardableResult
  func send(_ requests: [[UInt8]], answered: (Int, ArraySlice<UInt8>) throws -> Void) throws -> [Double] {
    var next = 0
    var sent = connections.map { _ in (number: 0, at: ContinuousClock.now) }
    var times = requests.map { _ in 0.0 }
    var watched = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    func send(_ place: Int) throws {
      guard next < requests.count else {
        // A negative descriptor is ignored.
        watched[place].fd = -1
        return
      }
      sent[place] = (next, .now)
      try connections[place].start(requests[next])
      next += 1
    }
    for place in connections.indices { try send(place) }
    var missing = requests.count
    while missing > 0 {
      guard poll(&watched, nfds_t(watched.count), 10_000) > 0 else {
        throw BenchFailure(reason: "the server did not answer for 10 seconds")
      }
      for place in watched.indices where watched[place].fd >= 0 && watched[place].revents != 0 {
        guard let answer = try connections[place].proceed() else { continue }
        guard answer.starts(with: "HTTP/1.1 200".utf8) else {
          throw BenchFailure(reason: "refused: \(String(decoding: answer, as: UTF8.self))")
        }
        missing -= 1
        let (number, start) = sent[place]
        times[number] = (ContinuousClock.now - start) / .microseconds(1)
        try answered(number, answer)
        try send(place)
      }
    }
    return times
  }
}
