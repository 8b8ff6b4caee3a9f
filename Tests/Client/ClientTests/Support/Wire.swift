import Doorward
import Foundation

/// A transport that counts, delays and loses requests.
actor Wire {
  enum Fault {
    /// The request never arrives.
    case drop
    /// The request arrives, and its answer does not.
    case loseAnswer
    /// A proxy answers in place of the server.
    case answer(DoorwardResponse)
    /// The request waits until ``release()``.
    case hold
    /// A proxy answers in place of the server, after ``release()``.
    case answerLate(DoorwardResponse)
    /// The request arrives, and its answer waits until ``release()``.
    case holdAnswer
  }

  private(set) var requests: [DoorwardRequest] = []
  private var isCut: Set<String> = []
  private var answered: [String] = []
  private var faults: [(path: String, fault: Fault)] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [AsyncStream<Never>.Continuation] = []
  private let real: DoorwardTransport

  init(_ real: DoorwardTransport = .standard) { self.real = real }

  /// Orders the fate of the next request to a path. Orders apply in the order of the calls.
  func next(_ path: String, _ fault: Fault) { faults.append((path, fault)) }

  /// Loses the answers to the next request to a path, so often that the SDK does not send it again.
  func loseAnswers(_ path: String) { for _ in 0..<3 { next(path, .loseAnswer) } }

  /// From now on no request to a path arrives.
  func cut(_ path: String) { isCut.insert(path) }

  func count(_ path: String) -> Int { requests.count { $0.url.hasSuffix(path) } }

  /// The number of answered requests to a path.
  func answers(_ path: String) -> Int { answered.count { $0.hasSuffix(path) } }

  /// Waits until a request or an answer is held.
  func untilItHolds() async { await until { !held.isEmpty } }

  /// Waits until this number of requests to a path has arrived.
  func until(requests times: Int, of path: String) async { await until { count(path) >= times } }

  /// Waits until so many requests to a path have been answered.
  func until(answers times: Int, of path: String) async { await until { answers(path) >= times } }

  /// Checks a condition after each change, until it is true or the task is cancelled.
  private func until(_ isSo: () -> Bool) async {
    while !isSo(), !Task.isCancelled {
      let (change, watcher) = AsyncStream<Never>.makeStream()
      watchers.append(watcher)
      for await _ in change {}
    }
  }

  private func hasChanged() {
    for watcher in watchers { watcher.finish() }
    watchers = []
  }

  func release() {
    for one in held { one.resume() }
    held = []
  }

  private func hold() async {
    await withCheckedContinuation {
      held.append($0)
      hasChanged()
    }
  }

  nonisolated var transport: DoorwardTransport { DoorwardTransport { try await self.send($0) } }

  private func send(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    requests.append(request)
    hasChanged()
    let response = try await answer(request)
    answered.append(request.url)
    hasChanged()
    return response
  }

  private func answer(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    if isCut.contains(where: { request.url.hasSuffix($0) }) { throw URLError(.cannotConnectToHost) }
    guard let place = faults.firstIndex(where: { request.url.hasSuffix($0.path) }) else {
      return try await real.send(request)
    }
    switch faults.remove(at: place).fault {
    case .drop: throw URLError(.cannotConnectToHost)
    case .loseAnswer:
      _ = try await real.send(request)
      throw URLError(.networkConnectionLost)
    case .answer(let response): return response
    case .hold:
      await hold()
      return try await real.send(request)
    case .answerLate(let response):
      await hold()
      return response
    case .holdAnswer:
      let answer = try await real.send(request)
      await hold()
      return answer
    }
  }
}

/// A clock that a test sets. Every wait ends after 5 milliseconds.
final class TestClock: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = NSLock()
  private var offset: TimeInterval = 0
  private var passed: TimeInterval = 0
  private let start = ContinuousClock.now
  /// The beginning, and the rate compared with the device's clock.
  let base = Date()
  let rate: Double

  init(rate: Double = 1) { self.rate = rate }

  /// Lets time pass.
  func advance(by seconds: TimeInterval) {
    lock.withLock {
      offset += seconds
      passed += seconds
    }
  }

  /// Sets the device's clock to another time.
  func set(by seconds: TimeInterval) { lock.withLock { offset += seconds } }

  var clock: DoorwardClock {
    DoorwardClock(
      now: {
        self.base.addingTimeInterval(
          Date().timeIntervalSince(self.base) * self.rate + self.lock.withLock { self.offset })
      },
      elapsed: { self.start.duration(to: .now) * self.rate + .seconds(self.lock.withLock { self.passed }) },
      sleep: { _ in try await Task.sleep(for: .milliseconds(5)) })
  }
}
