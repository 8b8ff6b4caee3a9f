public import Doorward

extension DoorwardTestServer {
  /// The replacement of the server's own answer to a request.
  public enum NextAnswer: Sendable {
    /// The request never arrives.
    case offline
    /// The server handles the request, and the answer is lost. The SDK sends a request that stores something up to three
    /// times, so order it three times for an error.
    case lost
    /// The server refuses the request, in its own form of errors.
    case problem(
      status: Int, code: String, detail: String = "The test refuses this request.", retryAfter: Int? = nil)
    /// Another program answers: a proxy or a captive portal.
    case response(DoorwardResponse)
    /// The request waits until ``DoorwardTestServer/release()``; then the server answers.
    case held
    /// The request waits until the test has moved the clock this far; then the server answers. Less than five seconds
    /// are over at once.
    case delayed(Duration)
  }
}

/// The answers that a test has ordered.
struct OrderedAnswers {
  private var ordered: [(path: String?, answer: DoorwardTestServer.NextAnswer)] = []

  mutating func append(_ answer: DoorwardTestServer.NextAnswer, for path: String?) {
    ordered.append((path, answer))
  }

  /// Takes the first answer for a path.
  mutating func take(for path: String) -> DoorwardTestServer.NextAnswer? {
    guard let index = ordered.firstIndex(where: { $0.path == nil || $0.path == path }) else { return nil }
    return ordered.remove(at: index).answer
  }
}
