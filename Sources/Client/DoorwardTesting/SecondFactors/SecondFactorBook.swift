import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The second factors of the users, and the enrollments and sign-ins that wait for a code. The server seals the waiting
/// ones into `challenge_id`; an app sees no difference.
struct SecondFactorBook: Sendable {
  /// An authenticator of a user.
  struct Factor: Sendable {
    let user: String
    let wire: WireSecondFactor
    let secret: [UInt8]
    /// The time step of the last accepted code.
    var lastStep: Int64
  }

  /// An authenticator that the user has not confirmed yet.
  struct Enrollment: Sendable {
    let caller: Caller
    let secret: [UInt8]
    let expiresAt: Date
    var isSpent = false
    /// The idempotency key of the confirmation, and the factor that it has added.
    var confirmed: (key: String?, factor: WireSecondFactor)?
  }

  /// The factors in the order in which they were added.
  private(set) var factors: [Factor] = []
  private var recoveryCodes: [String: Set<String>] = [:]
  var enrollments: [String: Enrollment] = [:]
  /// The waiting sign-ins by their challenges. A code that is sent and an enrollment add a challenge.
  var waiting: [String: WaitingSignIn] = [:]
  /// The numbers of the waiting sign-ins that have succeeded, and the sessions for requests that may be repeated.
  var finished: Set<Int> = []
  var answers: [Int: AnsweredSignIn] = [:]

  func factors(of user: String) -> [Factor] { factors.filter { $0.user == user } }
  func recoveryCodesLeft(of user: String) -> Int { recoveryCodes[user]?.count ?? 0 }

  /// The methods that the user has set up, as `second_factor.methods` names them.
  func methods(of user: String) -> [String] {
    (factors(of: user).isEmpty ? [] : [FactorName.totp])
      + (recoveryCodesLeft(of: user) == 0 ? [] : [FactorName.recoveryCode])
  }

  /// Adds an authenticator.
  @discardableResult mutating func insert(
    _ secret: [UInt8], id: String = newID(), of user: String, lastStep: Int64, at now: Date
  ) -> WireSecondFactor {
    let factor = WireSecondFactor(id: id, type: FactorName.totp, createdAt: now)
    factors.append(Factor(user: user, wire: factor, secret: secret, lastStep: lastStep))
    return factor
  }

  mutating func remove(_ id: String) { factors.removeAll { $0.wire.id == id } }

  /// Whether a user has these recovery codes, or those of them that are not used yet.
  func has(_ codes: [String], _ user: String) -> Bool {
    guard let known = recoveryCodes[user], !known.isEmpty else { return false }
    return known.isSubset(of: codes)
  }

  mutating func removeRecoveryCodes(of user: String) { recoveryCodes[user] = nil }

  /// Replaces the recovery codes of a user.
  mutating func makeRecoveryCodes(of user: String) -> [String] {
    let codes = Set(RecoveryCode.newSet { randomBytes($0) }.map(\.shown))
    recoveryCodes[user] = codes
    return codes.sorted()
  }

  /// A code that was verified and not used yet.
  enum Match {
    case authenticator(factor: String, step: Int64)
    case recovery(String)
  }

  /// Verifies a code of a user; nil if it is wrong or was used.
  func match(_ code: String, by method: String, of user: String, at now: Date) throws -> Match? {
    guard method == FactorName.totp else {
      let shown = RecoveryCode(typed: code)?.shown
      return recoveryCodes[user]?.first { $0 == shown }.map(Match.recovery)
    }
    guard let typed = OneTimeCode(typed: code) else { return nil }
    for factor in factors(of: user) {
      let step = try AuthenticatorCode.step(of: typed, factor.secret, at: now, after: factor.lastStep)
      if let step { return .authenticator(factor: factor.wire.id, step: step) }
    }
    return nil
  }

  /// Makes a code void and returns the proof of it.
  mutating func use(_ match: Match, of user: String, at now: Date) -> Session.Proof {
    switch match {
    case .authenticator(let id, let step):
      for index in factors.indices where factors[index].wire.id == id { factors[index].lastStep = step }
      return .ofAuthenticator(id, at: now)
    case .recovery(let code):
      recoveryCodes[user]?.remove(code)
      return Session.Proof(identity: nil, method: FactorName.recoveryCode, provenAt: now)
    }
  }
}

/// A sign-in that waits for a second factor.
struct WaitingSignIn: Sendable {
  /// A secret that the server has made for the second step.
  enum Secret: Sendable {
    /// The code that was sent, and its channel.
    case code(OneTimeCode, method: String, expiresAt: Date)
    /// The secret of an authenticator that the user adds.
    case authenticator([UInt8])
    /// The user of a passkey that the user adds, who may not exist yet.
    case passkey(user: String)
  }

  let proven: AccountBook.Proven
  /// The identity that the first factor has proven, with its user; nil for a new user.
  let identity: Identity?
  /// The client that answered the challenge of the first factor; nil for a factor without a challenge.
  let binding: WireBinding?
  /// The password that the user gets with the second factor.
  let newPassword: String?
  /// The factors that the user can prove.
  let methods: [String]
  /// The factors of which the user must add one, because the application requires a second factor and the user has none.
  let enrollmentMethods: [String]
  /// The time of the first factor, in the order of codes and changes. It identifies the sign-in.
  let number: Int
  let expiresAt: Date
  var secret: Secret?
  /// The bytes that a passkey signs as the second factor.
  let passkeyChallenge = randomBytes(32)

  var needsEnrollment: Bool { !enrollmentMethods.isEmpty }

  /// The member `second_factor` of the refusal of the first factor.
  func json(_ challenge: String, passkeys options: JSONObject?) -> JSONObject {
    var member: JSONObject = [
      ChallengeMembers.challengeID: .string(challenge), SecondFactorMembers.methods: .strings(methods),
      ChallengeMembers.expiresAt: .time(expiresAt),
    ]
    if needsEnrollment { member[SecondFactorMembers.enrollmentMethods] = .strings(enrollmentMethods) }
    member[PasskeyMembers.passkey] = options.map(JSONValue.object)
    return member
  }
}

extension SecondFactorBook {
  /// Stores a waiting sign-in and returns its challenge.
  mutating func insert(_ waiting: WaitingSignIn) -> String {
    let id = "\(newID())\(newID())"
    self.waiting[id] = waiting
    return id
  }
}
