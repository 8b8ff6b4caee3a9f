internal import DoorwardWire
public import Encodings
public import Foundation

/// An error of the SDK, with sentences for the user of the app.
public struct DoorwardError: CodedError, LocalizedError {
  /// The kind of error: a code of the server, or one of the client's below.
  public var code: Code { content.code }
  /// A description of the failure, as an English sentence.
  public var reason: String { content.reason }
  /// The name of the request in the server's log.
  public var traceID: String? { content.traceID }
  /// The HTTP status of the server's answer; nil if there was no answer.
  public var status: Int? { content.status }
  /// The time for which the server asks the client to wait before a retry.
  public var retryAfter: Duration? { content.retryAfter }
  /// The cause, for developers: the error of the transport, of the app's own closure or wallet, or of the part of a
  /// sign-out that failed.
  public var underlyingError: (any Error)? { content.underlyingError }
  /// With ``Code/identityInUse``: the account that has the wallet now; nil if the wallet cannot be moved.
  public var identityInUse: IdentityInUse? { content.identityInUse }
  /// With ``Code/secondFactorRequired``: the sign-in that waits for the second factor.
  public var secondFactor: SecondFactorChallenge? { content.secondFactor }
  /// With ``Code/accountDeletionPending``: the day of the deletion, and the sign-in that can keep the account.
  public var accountDeletion: AccountDeletion? { content.accountDeletion }
  /// With ``Code/recentSignInRequired``: what the sign-in lacks.
  public var stepUp: StepUp? { content.stepUp }
  /// With ``Code/passwordTooGuessable``: the reasons why the password is easy to guess.
  public var passwordAdvice: [PasswordAdvice] { content.passwordAdvice }

  // One reference, because many events, replies and states contain an error.
  private let content: Content

  private final class Content: Sendable {
    let code: Code
    let reason: String
    let advice: String?
    let traceID: String?
    let status: Int?
    let retryAfter: Duration?
    let underlyingError: (any Error)?
    let identityInUse: IdentityInUse?
    let secondFactor: SecondFactorChallenge?
    let accountDeletion: AccountDeletion?
    let stepUp: StepUp?
    let passwordAdvice: [PasswordAdvice]

    init(
      code: Code, reason: String, advice: String?, traceID: String?, status: Int?, retryAfter: Duration?,
      underlyingError: (any Error)?, identityInUse: IdentityInUse?, secondFactor: SecondFactorChallenge?,
      accountDeletion: AccountDeletion?, stepUp: StepUp?, passwordAdvice: [PasswordAdvice]
    ) {
      self.code = code
      self.reason = reason
      self.advice = advice
      self.traceID = traceID
      self.status = status
      self.retryAfter = retryAfter
      self.underlyingError = underlyingError
      self.identityInUse = identityInUse
      self.secondFactor = secondFactor
      self.accountDeletion = accountDeletion
      self.stepUp = stepUp
      self.passwordAdvice = passwordAdvice
    }
  }

  /// Makes an error.
  public init(
    code: Code, reason: String, recoverySuggestion: String? = nil, traceID: String? = nil, status: Int? = nil,
    retryAfter: Duration? = nil, underlyingError: (any Error)? = nil, identityInUse: IdentityInUse? = nil,
    secondFactor: SecondFactorChallenge? = nil, accountDeletion: AccountDeletion? = nil,
    stepUp: StepUp? = nil, passwordAdvice: [PasswordAdvice] = []
  ) {
    content = Content(
      code: code, reason: reason, advice: recoverySuggestion, traceID: traceID, status: status,
      retryAfter: retryAfter, underlyingError: underlyingError, identityInUse: identityInUse,
      secondFactor: secondFactor, accountDeletion: accountDeletion, stepUp: stepUp,
      passwordAdvice: passwordAdvice)
  }

  /// Makes an error without details. Most errors of the SDK have none, and a call with three arguments is shorter code than one
  /// with twelve.
  init(code: Code, reason: String, recoverySuggestion: String? = nil) {
    self.init(code: code, reason: reason, recoverySuggestion: recoverySuggestion, traceID: nil)
  }

  /// The sentence for the user, from the app's bundle; see ``sentence(in:)``.
  public var errorDescription: String? { sentence(in: .main) }
  /// The advice for the user, from the app's bundle; see ``advice(in:)``.
  public var recoverySuggestion: String? { advice(in: .main) }

  /// A description of the failure, in the language of a bundle: the entry of the code in its strings table `Doorward`,
  /// or ``reason`` if there is none.
  public func sentence(in bundle: Bundle) -> String { Self.translation(codeName, of: reason, in: bundle) }

  /// The action that helps the user, in the language of a bundle: the entry of the code and `.advice` in its strings
  /// table `Doorward`, or the English advice if there is none; nil if there is no advice.
  public func advice(in bundle: Bundle) -> String? {
    let key = "\(codeName).advice"
    let found = Self.translation(key, of: content.advice ?? key, in: bundle)
    return found == key ? nil : found
  }

  private static func translation(_ key: String, of text: String, in bundle: Bundle) -> String {
    bundle.localizedString(forKey: key, value: text, table: "Doorward")
  }

  public var description: String {
    traceID.map { "\(code.rawValue): \(reason) (\($0))" } ?? "\(code.rawValue): \(reason)"
  }

  /// Whether the app or the user cancelled. The app need not show such an error.
  public var isCancellation: Bool { [.cancelled, .rejected].contains(code) }
  /// Whether the server could not be reached.
  public var isOffline: Bool { code == .offline }
  /// Whether a retry may succeed.
  public var isRetryable: Bool {
    leavesProofUnused || [.storageLocked, .storageBusy, .storageUnavailable].contains(code)
  }

  /// Whether the server cannot have looked at the proof, so that the client may send it again.
  var leavesProofUnused: Bool {
    isOffline || status == 429 || (status ?? 0) >= 500
      || [.insecureConnection, .malformedAnswer].contains(code)
  }

  /// The kind of error. The set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app or the user cancelled: on the server's page, on the other device, or by closing a window.
    public static var cancelled: Code { Code(rawValue: "cancelled") }
    /// The user declined in the wallet.
    public static var rejected: Code { Code(rawValue: "rejected") }
    /// The server could not be reached.
    public static var offline: Code { Code(rawValue: "offline") }
    /// The server could not prove its identity: its certificate is not valid, or it does not support TLS.
    public static var insecureConnection: Code { Code(rawValue: "insecure_connection") }
    /// The answer is not from a Doorward server, for example from a captive portal or a proxy. Or the message to sign
    /// has other parameters than requested.
    public static var malformedAnswer: Code { Code(rawValue: "malformed_answer") }
    /// The user is signed out.
    public static var notSignedIn: Code { Code(rawValue: "not_signed_in") }
    /// The session has ended: on another device, or because the server refused it.
    public static var sessionEnded: Code { Code(rawValue: "session_ended") }
    /// This device is signed out, but the other devices are not. ``DoorwardError/underlyingError`` has the reason.
    public static var notSignedOutElsewhere: Code { Code(rawValue: "not_signed_out_elsewhere") }
    /// The server does not accept the token: its session has ended.
    public static var invalidToken: Code { Code(rawValue: WireCode.invalidToken) }
    /// The call needs a recent sign-in, or one with a second factor: sign in again with the same account and repeat the
    /// call. ``DoorwardError/stepUp`` says which.
    public static var recentSignInRequired: Code { Code(rawValue: WireCode.recentSignInRequired) }
    /// The wallet or the address belongs to another account; see ``DoorwardError/identityInUse``.
    public static var identityInUse: Code { Code(rawValue: WireCode.identityInUse) }
    /// The user signed in with a wallet that was added recently, so the call cannot remove an older one or delete the
    /// account. Sign in again with an older wallet and repeat the call.
    public static var identityOnHold: Code { Code(rawValue: WireCode.identityOnHold) }
    /// The user cannot sign in without this identity, so it cannot be removed.
    public static var lastIdentity: Code { Code(rawValue: WireCode.lastIdentity) }
    /// The user is the last owner of the server, whose account cannot be deleted.
    public static var lastOwner: Code { Code(rawValue: WireCode.lastOwner) }
    /// The account will be deleted, unless the user keeps it; see ``DoorwardError/accountDeletion``.
    public static var accountDeletionPending: Code { Code(rawValue: WireCode.accountDeletionPending) }
    /// The sign-in needs a second factor; see ``DoorwardError/secondFactor``.
    public static var secondFactorRequired: Code { Code(rawValue: WireCode.secondFactorRequired) }
    /// The sign-in needs a second factor, and none of the user's second factors can be used in this application after this
    /// sign-in method. The user may sign in with another method.
    public static var secondFactorUnavailable: Code { Code(rawValue: WireCode.secondFactorUnavailable) }
    /// The user has the maximum number of second factors: remove one.
    public static var tooManySecondFactors: Code { Code(rawValue: WireCode.tooManySecondFactors) }
    /// The user has no second factor, so there are no recovery codes to replace.
    public static var noSecondFactor: Code { Code(rawValue: WireCode.noSecondFactor) }
    /// The backend of the app made the account, and its address is not proven. The user signs in with a code or confirms the
    /// address with ``CodeClient``. Then the user can add a second factor.
    public static var unprovenAddress: Code { Code(rawValue: WireCode.unprovenAddress) }
    /// Codes cannot be a second factor: the user has no address of the channel, or no way to sign in without a code to it.
    public static var unsuitableAddress: Code { Code(rawValue: WireCode.unsuitableAddress) }
    /// The identifier or the password is wrong. The server does not say which.
    public static var invalidCredentials: Code { Code(rawValue: WireCode.invalidCredentials) }
    /// The code is wrong, or was used. The user may try again.
    public static var invalidCode: Code { Code(rawValue: WireCode.invalidCode) }
    /// Too many wrong codes were entered: send another code. For a second factor, start the sign-in again.
    public static var codeExhausted: Code { Code(rawValue: WireCode.codeExhausted) }
    /// The one-time code, the message to sign, or the challenge of a second factor has expired: start again.
    public static var challengeExpired: Code { Code(rawValue: WireCode.challengeExpired) }
    /// This device has no passkey for this app.
    public static var noPasskey: Code { Code(rawValue: "no_passkey") }
    /// The system or the server does not let this app use passkeys of the server's domain.
    public static var passkeyNotAllowed: Code { Code(rawValue: "passkey_not_allowed") }
    /// The authenticator has a passkey of the user, or the passkey belongs to an account.
    public static var passkeyRegistered: Code { Code(rawValue: WireCode.passkeyRegistered) }
    /// The server does not know the passkey. It may have been removed.
    public static var unknownPasskey: Code { Code(rawValue: WireCode.unknownPasskey) }
    /// The app has no authenticator of passkeys, or the authenticator cannot do what the server asks for.
    public static var passkeysUnsupported: Code { Code(rawValue: "passkeys_unsupported") }
    /// Too many wrong passwords or codes; ``DoorwardError/retryAfter`` is the time to wait.
    public static var tooManyGuesses: Code { Code(rawValue: WireCode.tooManyGuesses) }
    /// Too many requests, or another code was asked for too early; ``DoorwardError/retryAfter`` says how long to wait.
    public static var rateLimited: Code { Code(rawValue: WireCode.rateLimited) }
    /// The application accepts no new users. See ``SignInOffer/signUp``.
    public static var signUpClosed: Code { Code(rawValue: WireCode.signUpClosed) }
    /// The application accepts new users only if their address was invited.
    public static var invitationRequired: Code { Code(rawValue: WireCode.invitationRequired) }
    /// The application accepts new users only with an email address of certain domains.
    public static var emailDomainNotAllowed: Code { Code(rawValue: WireCode.emailDomainNotAllowed) }
    /// The operator has suspended the account. ``DoorwardError/reason`` says until when.
    public static var userBanned: Code { Code(rawValue: WireCode.userBanned) }
    /// Another user has this user name, or one that looks like it.
    public static var usernameTaken: Code { Code(rawValue: WireCode.userNameTaken) }
    /// The user has another address of this kind: send a code with the purpose ``CodeClient/Purpose/change``.
    public static var addressExists: Code { Code(rawValue: WireCode.addressExists) }
    /// The photo is in a format that the server does not accept.
    public static var photoUnsupportedFormat: Code { Code(rawValue: WireCode.photoUnsupportedFormat) }
    /// The photo is damaged.
    public static var photoDamaged: Code { Code(rawValue: WireCode.photoDamaged) }
    /// The photo has too many pixels.
    public static var photoTooManyPixels: Code { Code(rawValue: WireCode.photoTooManyPixels) }
    /// The photo has too many bytes.
    public static var bodyTooLarge: Code { Code(rawValue: WireCode.bodyTooLarge) }
    /// The configuration is not valid.
    public static var invalidConfiguration: Code { Code(rawValue: "invalid_configuration") }
    /// The address has no TLS, so devices on the way could read a token.
    public static var insecureAddress: Code { Code(rawValue: "insecure_address") }
    /// The chain id is not a number.
    public static var invalidChainID: Code { Code(rawValue: WireCode.invalidChainID) }
    /// The object does not exist, or belongs to another user.
    public static var notFound: Code { Code(rawValue: WireCode.notFound) }
    /// The browser returned with the answer of another server.
    public static var wrongIssuer: Code { Code(rawValue: "wrong_issuer") }
    /// The user did not answer within the time limit: in the browser, or to the authenticator.
    public static var timedOut: Code { Code(rawValue: "timed_out") }
    /// There is no browser to sign in with, or it cannot be shown now.
    public static var noBrowser: Code { Code(rawValue: "no_browser") }
    /// The browser cannot return to this machine.
    public static var noListener: Code { Code(rawValue: "no_listener") }
    /// The code of a device expired before the user entered it.
    public static var expiredToken: Code { Code(rawValue: WireCode.expiredToken) }
    /// There is no message for this call: generate one first, with the purpose of the call.
    public static var noMessage: Code { Code(rawValue: "no_message") }
    /// A wallet or a closure of the app threw an error, which is ``DoorwardError/underlyingError``.
    public static var callbackFailed: Code { Code(rawValue: "callback_failed") }
    /// Metadata cannot be encoded or decoded as the app's type; ``DoorwardError/underlyingError`` has the reason.
    public static var malformedMetadata: Code { Code(rawValue: "malformed_metadata") }
    /// The session cannot be read yet: the device has not been unlocked since it started, or the keyring is locked.
    public static var storageLocked: Code { Code(StorageError.Code.locked) }
    /// The record was changed, or is from a later version. The SDK does not change it, and a sign-in replaces it.
    public static var storageUnreadable: Code { Code(StorageError.Code.unreadable) }
    /// The disk, the keychain or the keyring does not answer.
    public static var storageUnavailable: Code { Code(StorageError.Code.unavailable) }
    /// Another process held the lock of the session for too long.
    public static var storageBusy: Code { Code(StorageError.Code.busy) }
    /// Other users can read or write the storage.
    public static var storageExposed: Code { Code(StorageError.Code.exposed) }
    /// The session is larger than the storage accepts.
    public static var storageRecordTooLarge: Code { Code(StorageError.Code.tooLarge) }
    /// The application offers no method that this app can show.
    public static var nothingOffered: Code { Code(rawValue: "nothing_offered") }

    init(_ code: StorageError.Code) { self.init(rawValue: code.rawValue) }
  }
}

extension DoorwardError {
  static let cancelled = DoorwardError(code: .cancelled, reason: "The call was cancelled.")
  static let offline = DoorwardError(
    code: .offline, reason: "The sign-in server could not be reached.",
    recoverySuggestion: "Check the connection and try again.")
  static let notSignedIn = DoorwardError(
    code: .notSignedIn, reason: "You are not signed in.", recoverySuggestion: "Sign in and try again.")
  static let sessionEnded = DoorwardError(
    code: .sessionEnded, reason: "You have been signed out.", recoverySuggestion: "Sign in again.")
  static func malformedAnswer(_ what: String, status: Int?) -> DoorwardError {
    DoorwardError(
      code: .malformedAnswer, reason: "The answer is not from the sign-in server: \(what).",
      recoverySuggestion: "If this network asks you to sign in first, do that in a browser.", status: status)
  }
  static func invalidConfiguration(_ what: String) -> DoorwardError {
    DoorwardError(code: .invalidConfiguration, reason: "The configuration is not valid: \(what).")
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
