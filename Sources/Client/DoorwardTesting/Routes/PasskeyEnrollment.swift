import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import WebAuthn

/// Passkeys that users add during a sign-in, because the application requires a second factor.
extension DoorwardTestServer {
  /// The factors that a user without one can add after a first factor.
  func enrollmentMethods(after first: AccountBook.Proven) -> [String] {
    let addsPasskeys = application.passkeyParty != nil && first.method != WireMethod.passkey
    return addsPasskeys ? [FactorName.totp, WireMethod.passkey] : [FactorName.totp]
  }

  /// Begins to add a passkey. The id of a new user is made now, because it is the user handle of the passkey.
  func enrollPasskey(_ waiting: WaitingSignIn, _ caller: Caller?) throws(Problem) -> HTTPResponse {
    guard let party = application.passkeyParty else { throw .methodNotOffered }
    var waiting = waiting
    let user = waiting.identity?.user ?? visitor(caller) ?? waiting.proven.signUp?.id ?? newID()
    let known = accounts.identities(of: user)
    guard known.count < StandardLimits.identities else { throw .tooManyIdentities }
    waiting.secret = .passkey(user: user)
    let shown =
      waiting.identity == nil
      ? RegistrationOptions.User(
        id: idBytes(user), name: waiting.proven.key.identifier,
        displayName: waiting.proven.signUp?.name ?? waiting.proven.key.identifier)
      : shownUser(user)
    var members = options(party, challenge: waiting.passkeyChallenge, shown, known: known)
    members[ChallengeMembers.challengeID] = .string(secondFactors.insert(waiting))
    members[ChallengeMembers.expiresAt] = .time(waiting.expiresAt)
    return .privateJSON(.object(members))
  }

  /// The anonymous user of a caller.
  private func visitor(_ caller: Caller?) -> String? {
    caller.flatMap { accounts.user($0.user)?.isAnonymous == true ? $0.user : nil }
  }

  /// Opens the session of a user who has added a passkey. A new user is made with it.
  func admit(
    _ waiting: WaitingSignIn, _ user: String, _ credential: PasskeyCredential,
    _ opening: AccountBook.Opening
  ) throws -> AccountBook.Admitted {
    // Another sign-in may have added a passkey. The user begins again, and proves that one.
    if accounts.identities(of: user).contains(where: { $0.passkey != nil }) { throw Problem.challengeUsed }
    guard accounts.identity(credential.key) == nil else { throw Problem.passkeyRegistered }
    var proven = waiting.proven
    if waiting.identity == nil {
      // The user handle of the passkey names the user who asked for its options.
      let isSame = visitor(opening.caller).map { $0 == user } ?? (accounts.user(user) == nil)
      guard isSame else { throw Problem.invalidChallenge }
      var new = proven.signUp ?? SignUpValues()
      new.id = user
      proven.signUp = new
    }
    let admitted = try admit(proven, nil, opening)
    guard accounts.session(admitted.session)?.user == user else { throw Problem.invalidChallenge }
    try accounts.link(
      AccountBook.Proven(key: credential.key, method: WireMethod.passkey, passkey: credential), to: user,
      moving: false, from: admitted.session, at: time.now)
    if let identity = accounts.identity(credential.key)?.id {
      accounts.usePasskey(identity, credential, at: time.now)
      accounts.changeSession(admitted.session) {
        $0.record(
          Session.Proof(identity: nil, method: WireMethod.passkey, provenAt: time.now, factor: identity))
      }
    }
    return admitted
  }
}
