import DoorwardSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Connections to servers that are all used at once. Each sends its next request when it has its answer.
final class LoadGenerator {
  /// A response and its response time.
  struct Answer {
    var bytes: [UInt8] = []
    var microseconds = 0.0
  }

  private let connections: [LoopbackConnection]

  /// - Parameters:
  ///   - ports: The ports of the servers, which get equal numbers of connections.
  ///   - count: The number of connections.
  /// - Throws: ``BenchFailure`` if a server does not accept them.
  init(ports: [UInt16], connections count: Int) throws {
    connections = try (0..<count).map { try LoopbackConnection(port: ports[$0 % ports.count]) }
  }

  /// Sends the requests and waits for all answers.
  ///
  /// The answers are parsed afterwards. If the client took longer than the server, the server would be idle.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - statuses: The expected statuses.
  /// - Returns: The answers, in the order of the requests.
  /// - Throws: ``BenchFailure`` if an answer has another status.
  func send(_ requests: [[UInt8]], accepting statuses: [Int] = [200]) throws -> [Answer] {
    var next = 0
    var sent = connections.map { _ in (number: 0, at: MonotonicTime.now) }
    var answers = requests.map { _ in Answer() }
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
        guard let bytes = try connections[place].proceed() else { continue }
        missing -= 1
        let (number, start) = sent[place]
        let nanoseconds = MonotonicTime.now.nanoseconds - start.nanoseconds
        answers[number] = Answer(bytes: Array(bytes), microseconds: Double(nanoseconds) / 1000)
        try send(place)
      }
    }
    let heads = statuses.map { "HTTP/1.1 \($0) ".utf8 }
    for answer in answers where !heads.contains(where: { answer.bytes.starts(with: $0) }) {
      throw BenchFailure(reason: "refused: \(String(decoding: answer.bytes, as: UTF8.self))")
    }
    return answers
  }
}
