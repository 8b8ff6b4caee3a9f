import Doorward
import Foundation

/// The way to the server as a test wants it: counted, delayed, cut.
actor Wire {
  enum Fault {
    /// The request never arrives.
    case drop
    /// The request arrives, and its answer does not.
    case loseAnswer
    /// Something else answers.
    case answer(DoorwardResponse)
    /// The request waits until ``release()``.
    case hold
  }

  private(set) var requests: [DoorwardRequest] = []
  private var faults: [(path: String, fault: Fault)] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private let real: DoorwardTransport

  init(_ real: DoorwardTransport = .urlSession) { self.real = real }

  /// What becomes of the next request to a path; in the order they are given.
  func next(_ path: String, _ fault: Fault) { faults.append((path, fault)) }

  func count(_ path: String) -> Int { requests.count { $0.url.hasSuffix(path) } }

  var holds: Bool { !held.isEmpty }

  func release() {
    for one in held { one.resume() }
    held = []
  }

  nonisolated var transport: DoorwardTransport { DoorwardTransport { try await self.send($0) } }

  private func send(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    requests.append(request)
    guard let place = faults.firstIndex(where: { request.url.hasSuffix($0.path) }) else {
      return try await real.send(request)
    }
    switch faults.remove(at: place).fault {
    case .drop: throw URLError(.networkConnectionLost)
    case .loseAnswer:
      _ = try await real.send(request)
      throw URLError(.networkConnectionLost)
    case .answer(let response): return response
    case .hold:
      await withCheckedContinuation { held.append($0) }
      return try await real.send(request)
    }
  }
}

/// A clock that a test sets; it waits for nothing.
final class TestClock: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var offset: TimeInterval = 0

  func advance(by seconds: TimeInterval) { lock.withLock { offset += seconds } }

  var clock: DoorwardClock {
    DoorwardClock(
      now: { Date().addingTimeInterval(self.lock.withLock { self.offset }) },
      sleep: { _ in try await Task.sleep(for: .milliseconds(5)) })
  }
}
