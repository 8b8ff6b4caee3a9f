package import DoorwardHTTP
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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
    /// The party that acts, for the event of a refusal; nil if it is not known.
    package var actor: EventActor?

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
  private let clock: WallClock
  private let refusals: RefusedActs

  /// - Parameters:
  ///   - logger: writes the lines.
  ///   - metrics: counts the lines.
  ///   - clock: the clock of the events of refusals.
  ///   - refusals: gets the refusals of requests.
  package init(logger: Logger, metrics: Metrics, clock: WallClock, refusals: RefusedActs) {
    self.logger = logger
    self.metrics = metrics
    self.clock = clock
    self.refusals = refusals
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
    guard !isRoutine, let kind = Self.refusal(of: event, code, details) else { return }
    refusals.add(
      DoorwardStore.Event(
        kind, about: details.subjects,
        by: EventOrigin(details.actor ?? .unknown, request.clientDescription), at: clock.now))
  }

  /// The event of a refused act; nil if it is none: a right first step of a sign-in, or the refresh of a token.
  package static func refusal(of event: Event, _ code: String, _ details: Details) -> EventKind? {
    let refusal = EventRefusal(of: event.rawValue, code: code, details.members)
    switch event {
    case .tokenRefresh: return nil
    case .signIn, .clientSignIn:
      return code == WireCode.secondFactorRequired ? nil : .signInRefused(refusal)
    case .apiKey: return .apiKeyRefused(refusal)
    default: return .actRefused(refusal)
    }
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

  private static func members(
    _ event: Event, _ outcome: String, _ code: String?, _ details: Details
  ) -> JSONObject {
    var members: JSONObject = ["event": .string(event.rawValue), "outcome": .string(outcome)]
    members["code"] = code.map(JSONValue.string)
    members["user_id"] = details.user.map(JSONValue.string)
    members["application"] = details.application.map(JSONValue.string)
    members["session_id"] = details.session.map { .string($0.text) }
    members.set(details.members)
    return members
  }
}

extension SecurityLog.Details {
  /// The subjects of the event of a refusal.
  package var subjects: EventSubjects {
    EventSubjects(user: user.flatMap { User.ID($0) }, application: application, session: session)
  }

  /// The other details, for the log and for the event of a refusal.
  fileprivate var members: JSONObject {
    var members = JSONObject()
    let known: [(String, String?)] = [
      ("method", method), ("identity_id", identity?.text), ("choice", choice), ("key_id", key),
      ("administrator_id", administrator?.text),
    ]
    for (name, value) in known { members[name] = value.map(JSONValue.string) }
    members["count"] = count.map { .integer(Int64($0)) }
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
  /// The members of an event that a line has.
  private static let shownData = ["code", "method", "identity_id", "choice", "key_id", "count"]

  /// Whether an event follows from another one of the same command, which has the line.
  private static func isConsequence(_ type: EventType, _ data: JSONObject) -> Bool {
    switch type {
    case .sessionsEnded:
      let reason = data["reason"]?.string.map(SessionEnding.Reason.init(rawValue:))
      return reason != .endedByBackend && reason != .endedByOperator
    case .identityRemoved: return true
    case .invitationSent: return data["invitation_id"]?.string == nil
    default: return false
    }
  }

  /// Writes the line of an act on the command line. Other acts have the lines of their requests.
  package func write(_ event: RecordedEvent) {
    guard event.actor.name == EventActor.commandLine("").name, let data = event.content?.object,
      let type = EventType(rawValue: event.type)
    else { return }
    let refused = data["act"]?.string.flatMap(Event.init(rawValue:))
    guard !Self.isConsequence(type, data) else { return }
    guard let name = refused ?? type.logged else { return }
    let outcome = refused == nil ? "done" : "refused"
    metrics.count(.securityEvents, [name.rawValue, outcome])
    var members: JSONObject = ["event": .string(name.rawValue), "outcome": .string(outcome)]
    members["user_id"] = event.subjects.user.map { .string($0.text) }
    members["application"] = event.subjects.application.map(JSONValue.string)
    members["session_id"] = event.subjects.session.map { .string($0.text) }
    for name in Self.shownData { members[name] = data[name] }
    // The end of all sessions of the server names no user.
    if name == .sessionsEnd, event.subjects.user == nil, refused == nil { members["choice"] = "all" }
    members["operator"] = event.actor.id.map(JSONValue.string)
    members["happened_at"] = .string(Timestamp(event.at).rfc3339)
    logger.log(.notice, Self.message, members)
  }
}
