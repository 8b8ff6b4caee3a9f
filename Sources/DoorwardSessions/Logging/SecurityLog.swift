package import DoorwardHTTP
package import DoorwardStore
import Encodings

/// Writes one line for each sign-in, sign-out and change of an account, and for each refusal of one.
///
/// The lines tell an operator which user did which action. Names of events and members are stable, and `docs/logs.md`
/// lists them. A line contains no secret: of a request it contains only the address of the client, and it contains no
/// part of a proof.
package struct SecurityLog: Sendable {
  /// The events of the log.
  package enum Event: String, Sendable, CaseIterable {
    /// A user signed in at the API or on the hosted page.
    case signIn = "sign_in"
    /// A user signed up with a password. The user exists when the address is proven, which is a sign-in.
    case signUp = "sign_up"
    /// A one-time code was requested.
    case codeSend = "code_send"
    /// A user changed the password.
    case passwordChange = "password_change"
    /// A code for a new password was requested.
    case passwordResetRequest = "password_reset_request"
    /// A user set a new password with a code.
    case passwordReset = "password_reset"
    /// A user added or replaced an email address or phone number.
    case addressChange = "address_change"
    /// A user set, replaced or removed the user name.
    case userNameChange = "user_name_change"
    /// A user signed out.
    case signOut = "sign_out"
    /// A user ended one of their sessions from a list, or a backend ended a session of a user.
    case sessionEnd = "session_end"
    /// An identity was added to a user.
    case identityLink = "identity_link"
    /// An identity was removed from a user.
    case identityRemoval = "identity_removal"
    /// A user added a second factor.
    case secondFactorAddition = "second_factor_addition"
    /// A user removed a second factor.
    case secondFactorRemoval = "second_factor_removal"
    /// A user replaced the recovery codes.
    case recoveryCodesReplacement = "recovery_codes_replacement"
    /// A user secured the account by the link of a notice.
    case accountSecuring = "account_securing"
    /// A user deleted their account, or a backend deleted a user.
    case userDeletion = "user_deletion"
    /// A user allowed or denied a client's request on the hosted page.
    case authorization = "authorization"
    /// A user withdrew what an application was granted.
    case grantWithdrawal = "grant_withdrawal"
    /// A client exchanged a code for a session.
    case clientSignIn = "client_sign_in"
    /// A client refreshed its tokens.
    case tokenRefresh = "token_refresh"
    /// A user typed the code of a device.
    case deviceLookup = "device_lookup"
    /// A user allowed or denied a device.
    case deviceDecision = "device_decision"
    /// A backend created a user.
    case userCreation = "user_creation"
    /// A backend banned a user.
    case userBan = "user_ban"
    /// A backend removed the ban of a user.
    case userUnban = "user_unban"
    /// A backend removed all second factors of a user.
    case secondFactorsRemoval = "second_factors_removal"
    /// A backend ended all sessions of a user.
    case sessionsEnd = "sessions_end"
    /// A backend invited an address.
    case invitation
    /// A backend revoked an invitation.
    case invitationRemoval = "invitation_removal"
    /// A backend called without a valid API key.
    case apiKey = "api_key"

    /// Routine events are logged at debug level if they succeed.
    fileprivate var doneLevel: Logger.Level {
      switch self {
      case .tokenRefresh, .deviceLookup, .apiKey: .debug
      default: .notice
      }
    }
  }

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

  package init(logger: Logger) { self.logger = logger }

  /// Runs the action of `event` and logs its result.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - call: the request.
  ///   - details: the details that are known before the action.
  ///   - body: the action. It adds the details that it learns. If it throws a ``Problem``, the event was refused.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`.
  package func attempt<Answer>(
    _ event: Event, _ call: RequestContext, _ details: Details = Details(),
    _ body: (inout Details) async throws -> Answer
  ) async throws -> Answer {
    var details = details
    do {
      let answer = try await body(&details)
      write(event, event.doneLevel, "done", nil, call, details)
      return answer
    } catch let problem as Problem {
      refused(event, problem, call, details)
      throw problem
    }
  }

  /// Logs that an event was refused.
  package func refused(
    _ event: Event, _ problem: Problem, _ call: RequestContext, _ details: Details = Details()
  ) {
    refused(event, problem.code, call, details)
  }

  /// Logs that an event was refused with a code.
  package func refused(_ event: Event, _ code: String, _ call: RequestContext, _ details: Details) {
    // A device polls every few seconds until its user has decided (RFC 8628 §3.5).
    let isRoutine = code == "authorization_pending" || code == "slow_down"
    write(event, isRoutine ? .debug : .notice, "refused", code, call, details)
  }

  private func write(
    _ event: Event, _ level: Logger.Level, _ outcome: String, _ code: String?, _ call: RequestContext,
    _ details: Details
  ) {
    guard logger.writes(level) else { return }
    var members: JSONObject = ["event": .string(event.rawValue), "outcome": .string(outcome)]
    let known: [(String, String?)] = [
      ("code", code), ("user_id", details.user), ("application", details.application),
      ("method", details.method), ("session_id", details.session?.text),
      ("identity_id", details.identity?.text), ("choice", details.choice),
    ]
    for (name, value) in known { members[name] = value.map(JSONValue.string) }
    members["client"] = .string("\(call.clientAddress)")
    logger.log(level, "security event", traceID: call.traceID, members)
  }
}
