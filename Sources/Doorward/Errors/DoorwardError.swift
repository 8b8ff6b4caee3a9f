public import Encodings
public import Foundation

/// Why something could not be done, as an app tells its person.
///
/// Two errors are equal when their codes are equal.
public struct DoorwardError: CodedError, LocalizedError, Equatable, CustomStringConvertible {
  /// What was wrong: one of the server's codes, or one of the client's own below.
  public let code: Code
  /// What was wrong, as a sentence, in English.
  public let reason: String
  /// What the operator finds the request by in the server's log.
  public let traceID: String?
  /// The HTTP status of the server's answer; nil when there was none.
  public let status: Int?
  /// How long the server asks to wait before another try.
  public let retryAfter: Duration?
  /// For who looks for the reason, and not for the person: what the transport threw, of a server that could not be
  /// reached or trusted; of a sign-out that was not done in full, the ``DoorwardError`` that kept it from that.
  public let underlyingError: (any Error)?
  /// With ``Code/identityInUse``: what moving the wallet would take, and from whom; nil if it cannot be moved.
  public let identityInUse: IdentityInUse?
  private let advice: String?

  /// Makes an error.
  public init(
    code: Code, reason: String, recoverySuggestion: String? = nil, traceID: String? = nil, status: Int? = nil,
    retryAfter: Duration? = nil, underlyingError: (any Error)? = nil, identityInUse: IdentityInUse? = nil
  ) {
    self.code = code
    self.reason = reason
    advice = recoverySuggestion
    self.traceID = traceID
    self.status = status
    self.retryAfter = retryAfter
    self.underlyingError = underlyingError
    self.identityInUse = identityInUse
  }

  public var codeName: String { code.rawValue }

  /// The sentence that a person reads, see ``sentence(in:)``, of the app.
  public var errorDescription: String? { sentence(in: .main) }
  /// What the person can do about it, see ``advice(in:)``, of the app.
  public var recoverySuggestion: String? { advice(in: .main) }

  /// What was wrong, in the language of a bundle: the entry of the code in its strings table `Doorward`, or else
  /// ``reason``.
  public func sentence(in bundle: Bundle) -> String { Self.translation(codeName, of: reason, in: bundle) }

  /// What the person can do about it, in the language of a bundle: the entry of the code and `.advice` in its strings
  /// table `Doorward`, or else in English; nil where nothing is known.
  public func advice(in bundle: Bundle) -> String? {
    let key = "\(codeName).advice"
    let found = Self.translation(key, of: advice ?? key, in: bundle)
    return found == key ? nil : found
  }

  private static func translation(_ key: String, of text: String, in bundle: Bundle) -> String {
    bundle.localizedString(forKey: key, value: text, table: "Doorward")
  }

  public var description: String {
    traceID.map { "\(code.rawValue): \(reason) (\($0))" } ?? "\(code.rawValue): \(reason)"
  }

  /// Whether somebody gave it up: the app, or the person, who need not be told of it then.
  public var isCancellation: Bool { [.cancelled, .rejected].contains(code) }
  /// Whether the server could not be reached.
  public var isOffline: Bool { code == .offline }
  /// Whether the same may work in a moment.
  public var isRetryable: Bool {
    leavesProofUnused || [.storageLocked, .storageBusy, .storageUnavailable].contains(code)
  }

  /// Whether the server cannot have looked at what it was sent, so that the same may be sent again.
  var leavesProofUnused: Bool {
    isOffline || status == 429 || (status ?? 0) >= 500
      || [.insecureConnection, .malformedAnswer].contains(code)
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// What was wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app gave it up, or the person did: on the server's page, on the other device, by closing a window.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The person said no in the wallet.
    public static let rejected = Code(rawValue: "rejected")
    /// The server could not be reached.
    public static let offline = Code(rawValue: "offline")
    /// What answered did not prove that it is the server: its certificate is not good, or it speaks no TLS.
    public static let insecureConnection = Code(rawValue: "insecure_connection")
    /// What answered is not a Doorward server: a captive portal, or a proxy; or it is something else to sign than was
    /// asked for.
    public static let malformedAnswer = Code(rawValue: "malformed_answer")
    /// Nobody is signed in.
    public static let notSignedIn = Code(rawValue: "not_signed_in")
    /// The session has ended: elsewhere, or because the server said so.
    public static let sessionEnded = Code(rawValue: "session_ended")
    /// This device is signed out, and the others could not be; ``DoorwardError/underlyingError`` says why.
    public static let notSignedOutElsewhere = Code(rawValue: "not_signed_out_elsewhere")
    /// The server does not know the token, which is one of another session or has been ended.
    public static let invalidToken = Code(rawValue: "invalid_token")
    /// This needs a sign-in of the last minutes: sign in again with the same account, and repeat it.
    public static let recentSignInRequired = Code(rawValue: "insufficient_user_authentication")
    /// The wallet belongs to another account; see ``DoorwardError/identityInUse``.
    public static let identityInUse = Code(rawValue: "identity_in_use")
    /// The wallet was added too recently to remove an older one or to delete the account: sign in again with an older
    /// wallet, and repeat it.
    public static let identityOnHold = Code(rawValue: "identity_on_hold")
    /// The configuration cannot be used.
    public static let invalidConfiguration = Code(rawValue: "invalid_configuration")
    /// The address would show a token to whoever is on the way.
    public static let insecureAddress = Code(rawValue: "insecure_address")
    /// The chain's id is no number.
    public static let invalidChainID = Code(rawValue: "invalid_chain_id")
    /// There is no such thing, or it is not this person's.
    public static let notFound = Code(rawValue: "not_found")
    /// The browser came back with the answer of another server.
    public static let wrongIssuer = Code(rawValue: "wrong_issuer")
    /// The person did not come back from the browser within the time limit.
    public static let timedOut = Code(rawValue: "timed_out")
    /// There is no browser to sign in with, or it cannot be shown now.
    public static let noBrowser = Code(rawValue: "no_browser")
    /// The browser cannot come back to this machine.
    public static let noListener = Code(rawValue: "no_listener")
    /// Nobody typed the code of a device in time.
    public static let expiredToken = Code(rawValue: "expired_token")
    /// A message has to be generated before it can be signed in with.
    public static let noMessage = Code(rawValue: "no_message")
    /// The session cannot be read yet: the device has not been unlocked since it started, or the keyring is locked.
    public static let storageLocked = Code(StorageError.Code.locked)
    /// What is kept is not what was kept, or of a later version; it is left as it is. A sign-in takes its place.
    public static let storageUnreadable = Code(StorageError.Code.unreadable)
    /// The disk, the keychain or the keyring does not answer.
    public static let storageUnavailable = Code(StorageError.Code.unavailable)
    /// Another process has had the session for itself all the time that was waited.
    public static let storageBusy = Code(StorageError.Code.busy)

    init(_ code: StorageError.Code) { self.init(rawValue: code.rawValue) }
  }
}

extension DoorwardError {
  static let cancelled = DoorwardError(code: .cancelled, reason: "It was cancelled.")
  static let offline = DoorwardError(
    code: .offline, reason: "The sign-in server could not be reached.",
    recoverySuggestion: "Check the connection and try again.")
  static let notSignedIn = DoorwardError(
    code: .notSignedIn, reason: "Nobody is signed in.", recoverySuggestion: "Sign in and try again.")
  static let sessionEnded = DoorwardError(
    code: .sessionEnded, reason: "You have been signed out.", recoverySuggestion: "Sign in again.")
  static func malformedAnswer(_ what: String, status: Int?) -> DoorwardError {
    DoorwardError(
      code: .malformedAnswer, reason: "The answer is not one of the sign-in server: \(what).",
      recoverySuggestion: "If this network asks you to sign in first, do that in a browser.", status: status)
  }
  static func invalidConfiguration(_ what: String) -> DoorwardError {
    DoorwardError(code: .invalidConfiguration, reason: "The configuration cannot be used: \(what).")
  }
  static func insecure(_ url: URL) -> DoorwardError {
    DoorwardError(
      code: .insecureAddress, reason: "\(url.host ?? "The address") is not on this machine and has no TLS.",
      recoverySuggestion: "Use an address that begins with https://.")
  }
  static func storage(_ error: StorageError) -> DoorwardError {
    DoorwardError(code: .init(error.code), reason: error.reason)
  }
}
