/// The requests to the server to end sessions.
struct EndRequests: Sendable, Hashable {
  private enum Progress { case asking, failed }

  private var requests: [String: Progress] = [:]

  /// Whether the server is being asked to end a session.
  var isAsking: Bool { requests.values.contains(.asking) }
  /// Whether a request is repeated after the next alarm.
  var hasFailed: Bool { requests.values.contains(.failed) }

  /// Whether the request to end a session is under way, or is repeated after the next alarm.
  func has(_ id: String) -> Bool { requests[id] != nil }
  /// Whether the request to end a session is under way.
  func isAsking(_ id: String) -> Bool { requests[id] == .asking }

  mutating func begin(_ id: String) { requests[id] = .asking }

  mutating func answered(_ id: String, isEnded: Bool) { requests[id] = isEnded ? nil : .failed }

  /// Another process has ended these sessions. It asks the server first.
  mutating func wait(for sessions: [EndedSession]) {
    for session in sessions where !has(session.sessionID) { requests[session.sessionID] = .failed }
  }

  /// The alarm rings: the requests that have failed can begin again.
  mutating func retry() { requests = requests.filter { $0.value == .asking } }

  /// Removes the requests that have failed for sessions that no longer have to end.
  mutating func keep(_ unfinished: [EndedSession]) {
    requests = requests.filter { request in
      request.value == .asking || unfinished.contains { $0.sessionID == request.key }
    }
  }
}
