package import DoorwardHTTP
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes one line for each sign-in, sign-out and change of an account, for each act of the operator on the command line,
/// and for each refusal of one.
///
/// The lines tell an operator which user did which action. Names of events and members are stable, and `docs/logs.md`
/// lists them. A line contains no secret: of a request it contains only the address of the client, and it contains no
/// part of a proof.
package struct SecurityLog: Sendable {
  /// The details of an event. Unknown details are omitted from the line.
  package struct Details: Sendable {
    /// The user's id, or the guest's id for a guest.
    package var user: String?
    /// The application of the event.
    package var application: String?
    /// The sign-in method, or the OAuth grant.
    package var method: String?
    package var session: Session.ID?
    package var identity: Identity.ID?
    /// The sessions that a sign-out ends, or the decision of the user.
    package var choice: String?
    /// The API key or the signing key.
    package var key: String?
    /// The administrator who acts.
    package var administrator: User.ID?
    /// The number of sessions or users that an act on many has changed.
    package var count: Int?

    package init(application: String? = nil, method: String? = nil) {
      self.application = application
      self.method = method
    }

    package init(_ session: Session) {
      user = session.userID.text
      application = session.applicationID
      self.session = session.id
    }

    /// Adds the user and session of a completed sign-in.
    package mutating func add(_ user: User, _ session: Session) {
      self.user = user.id.text
      self.session = session.id
    }
  }

  private let logger: Logger
  private let metrics: Metrics

  package init(logger: Logger, metrics: Metrics) {
    self.logger = logger
    self.metrics = metrics
  }

  /// Runs the action of `event` and logs its result.
  ///
  /// `details` are the details that are known before the action. `body` is the action. It adds the details that it learns. If it
  /// throws a ``Problem``, the event was refused.
  ///
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`.
  package func attempt<Answer>(
    _ event: Event, _ request: HTTPRequest, _ details: Details = Details(),
    _ body: (inout Details) async throws -> Answer
  ) async throws -> Answer {
    var details = details
    do {
      let answer = try await body(&details)
      write(event, event.doneLevel, "done", nil, request, details)
      return answer
    } catch let problem as Problem {
      refused(event, problem, request, details)
      throw problem
    } catch let error as StoreError where error.code == .lastOwner {
      refused(event, Problem.lastOwner, request, details)
      throw Problem.lastOwner
    }
  }

  /// Logs that an event was refused.
  package func refused(
    _ event: Event, _ problem: Problem, _ request: HTTPRequest, _ details: Details = Details()
  ) {
    refused(event, problem.code, request, details)
  }

  /// Logs that an event was refused with a code.
  package func refused(_ event: Event, _ code: String, _ request: HTTPRequest, _ details: Details) {
    // A device polls every few seconds until its user has decided (RFC 8628 §3.5).
    let isRoutine = code == WireCode.authorizationPending || code == WireCode.slowDown
    write(event, isRoutine ? .debug : .notice, "refused", code, request, details)
  }

  private func write(
    _ event: Event, _ level: Logger.Level, _ outcome: String, _ code: String?, _ request: HTTPRequest,
    _ details: Details
  ) {
    count(event, outcome, code, details.method)
    guard logger.writes(level) else { return }
    var members = Self.members(event, outcome, code, details)
    members["client"] = .string("\(request.clientAddress)")
    members["traceparent"] = request.traceParent.map { .string($0.text) }
    logger.log(level, Self.message, traceID: request.traceID, members)
  }

  private func count(_ event: Event, _ outcome: String, _ code: String?, _ method: String?) {
    metrics.count(.securityEvents, [event.rawValue, outcome])
    // A right first step is no result yet. The second one has it.
    guard event == .signIn, code != WireCode.secondFactorRequired else { return }
    metrics.count(.signIns, [method ?? "unknown", code ?? outcome])
  }

  private static let message: StaticString = "security event"

  fileprivate static func members(
    _ event: Event, _ outcome: String, _ code: String?, _ details: Details
  ) -> JSONObject {
    var members: JSONObject = ["event": .string(event.rawValue), "outcome": .string(outcome)]
    let known: [(String, String?)] = [
      ("code", code), ("user_id", details.user), ("application", details.application),
      ("method", details.method), ("session_id", details.session?.text),
      ("identity_id", details.identity?.text), ("choice", details.choice), ("key_id", details.key),
      ("administrator_id", details.administrator?.text),
    ]
    for (name, value) in known { members[name] = value.map(JSONValue.string) }
    members["count"] = details.count.map { .integer(Int64($0)) }
    return members
  }
}

extension Problem {
  /// 409: the act would leave the server without an owner.
  package static var lastOwner: Problem {
    Problem(
      status: 409, code: WireCode.lastOwner,
      detail: "The user is the last owner of this server. Make another user an owner first.")
  }
}

// MARK: The command line

extension SecurityLog {
  /// Logs an act of the operator on the command line.
  package func write(_ event: OperatorEvent) {
    if let name = event.members["event"]?.string, let outcome = event.members["outcome"]?.string {
      metrics.count(.securityEvents, [name, outcome])
    }
    logger.log(.notice, Self.message, event.members)
  }
}

extension OperatorEvent {
  /// - Parameters:
  ///   - event: the event.
  ///   - refusal: the code of the refusal; nil for an act that is done.
  ///   - details: the details.
  ///   - name: the name of the operator's account on this machine.
  ///   - instant: the time of the act. The line is written later.
  /// - Throws: the errors of the random source.
  package init(
    _ event: SecurityLog.Event, refusal: String?, _ details: SecurityLog.Details, by name: String,
    at instant: Date
  ) throws {
    var members = SecurityLog.members(event, refusal == nil ? "done" : "refused", refusal, details)
    members["operator"] = .string(name)
    members["happened_at"] = .string(Timestamp(instant).rfc3339)
    self.init(id: try ID(at: instant, random: .system), at: instant, members: members)
  }
}
