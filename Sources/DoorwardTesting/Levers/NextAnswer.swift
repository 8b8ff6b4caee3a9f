public import Doorward

extension DoorwardTestServer {
  /// What becomes of a request in place of the server's own answer.
  public enum NextAnswer: Sendable {
    /// It never arrives.
    case offline
    /// It arrives and does what it does; its answer is lost.
    case lost
    /// The server refuses it, in its own form of errors.
    case problem(status: Int, code: String, detail: String = "A test wants it so.", retryAfter: Int? = nil)
    /// Something else answers: a proxy, a captive portal.
    case response(DoorwardResponse)
    /// It waits until ``DoorwardTestServer/release()``, and is answered then.
    case held
    /// It waits until the time has been moved this far, and is answered then; less than five seconds are over
    /// at once.
    case delayed(Duration)
  }
}

/// The answers that tests have ordered, in the order they are given.
struct OrderedAnswers {
  private var ordered: [(path: String?, answer: DoorwardTestServer.NextAnswer)] = []

  mutating func append(_ answer: DoorwardTestServer.NextAnswer, for path: String?) {
    ordered.append((path, answer))
  }

  /// The answer for a path, once.
  mutating func take(for path: String) -> DoorwardTestServer.NextAnswer? {
    guard let place = ordered.firstIndex(where: { $0.path == nil || $0.path == path }) else { return nil }
    return ordered.remove(at: place).answer
  }
}
