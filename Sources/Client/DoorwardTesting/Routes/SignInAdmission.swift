import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The steps that every sign-in has.
extension DoorwardTestServer {
  /// Reads the values of the session that a sign-in opens, and the idempotency key of the request.
  func beginSignIn(
    _ request: HTTPRequest, _ body: JSONObjectReader
  ) throws(Problem) -> (opening: AccountBook.Opening, key: String?) {
    let caller = try bearer(request, [.account])
    try requireApplication(request)
    let key = try request.idempotencyKey()
    var opening = opening(request, caller)
    opening.keepsAccount =
      try body.optionalFlag(WireAccountDeletion.keepAccount) ?? false
    return (opening, key)
  }

  func opening(_ request: HTTPRequest, _ caller: Caller?) -> AccountBook.Opening {
    AccountBook.Opening(
      now: time.now, lifetime: Double(application.offer.sessionLifetime),
      device: request.fields["User-Agent"], network: "\(request.clientAddress)",
      deviceToken: request.fields[WireHeader.device] ?? newID(), caller: caller)
  }

  /// Signs in, unless the sign-in needs a second factor.
  ///
  /// - Parameters:
  ///   - proven: The proven identity.
  ///   - opening: The values of the session.
  ///   - binding: The client that answered the challenge; nil for a proof without a challenge.
  ///   - newPassword: The password that the user gets.
  ///   - noteWaiting: Is called if the sign-in waits for a second factor.
  /// - Returns: The session.
  /// - Throws: `Problem` `second_factor_required`, `second_factor_unavailable`, `user_banned`, the refusals of a new user;
  ///   ``AccountDeletionPending``.
  func admit(
    _ proven: AccountBook.Proven, _ opening: AccountBook.Opening, _ binding: WireBinding? = nil,
    newPassword: String? = nil, noteWaiting: () -> Void = {}
  ) throws -> AccountBook.Admitted {
    let known = accounts.identity(proven.key)
    let isRequired = application.offer.requiresSecondFactor
    let hasFactor = known.map { hasSecondFactor($0.user) } ?? false
    let hasFollowing = known.map { hasSecondFactor($0.user, after: proven) } ?? false
    // A reset needs the factor of a user who has one.
    let isNeeded = isRequired || hasFollowing || (hasFactor && newPassword != nil)
    // A passkey that has verified its user is two factors.
    let isComplete = proven.passkey?.provesTwoFactors == true
    if !isComplete, isNeeded {
      let methods = known.map { secondFactorMethods(of: $0.user, after: proven) } ?? []
      if known == nil { try requireSignUp(by: proven.key) }
      // A user with a factor proves that one.
      guard !methods.isEmpty || !hasFactor else { throw Problem.secondFactorUnavailable }
      let addable = methods.isEmpty ? enrollmentMethods(after: proven) : []
      noteWaiting()
      throw secondFactorRequired(
        WaitingSignIn(
          proven: proven, identity: known, binding: binding, newPassword: newPassword, methods: methods,
          enrollmentMethods: addable,
          number: codes.number(), expiresAt: time.now.addingTimeInterval(StandardLimits.secondFactorLifetime))
      )
    }
    if let known { try requireNotBanned(known.user) }
    if let newPassword, let known { secure(known.user, newPassword, keeping: nil) }
    return try admit(proven, nil, opening)
  }

  /// Signs in, and forgets the guesses that name the user's identifiers, and those that the user's sessions have made.
  ///
  /// - Throws: `Problem` `username_taken`, the refusals of a new user; ``AccountDeletionPending``.
  func admit(
    _ proven: AccountBook.Proven, _ secondFactor: Session.Proof?, _ opening: AccountBook.Opening
  ) throws -> AccountBook.Admitted {
    if accounts.identity(proven.key) == nil {
      try requireSignUp(by: proven.key)
      invitations.remove(proven.key)
    }
    if let name = proven.signUp?.username, accounts.identity(name) != nil { throw Problem.userNameTaken }
    let admitted = try accounts.signIn(proven, secondFactor, opening)
    if let user = accounts.session(admitted.session)?.user {
      codes.forgetGuesses(of: accounts.identities(of: user).map(\.key))
      codes.forgetGuesses(of: CodeBook.subject(ofSignedIn: user))
    }
    return admitted
  }
}

/// The users that the application accepts.
extension DoorwardTestServer {
  /// Refuses a new user whom no invitation can admit.
  func requirePossibleSignUp(by key: Identity.Key) throws(Problem) {
    guard application.offer.signUp != "closed" else { throw .signUpClosed }
    if let domains = application.offer.emailDomains {
      let domain = key.channel == "email" ? key.identifier.split(separator: "@").last : nil
      guard let domain, domains.contains(String(domain)) else { throw .emailDomainNotAllowed }
    }
    guard application.offer.signUp == "open" || key.isAddress else { throw .invitationRequired }
  }

  /// Refuses a new user who has proven an identity.
  func requireSignUp(by key: Identity.Key) throws(Problem) {
    try requirePossibleSignUp(by: key)
    guard application.offer.signUp == "open" || invitations.contains(key) else { throw .invitationRequired }
  }

  /// Whether a code may go to an address: its user exists, or may sign up.
  func acceptsSignUp(by key: Identity.Key) -> Bool { (try? requireSignUp(by: key)) != nil }

  /// Refuses a banned user.
  func requireNotBanned(_ user: String) throws(Problem) {
    guard let ban = accounts.user(user)?.ban, ban.endsAt.map({ time.now < $0 }) ?? true else { return }
    throw .userBanned(until: ban.endsAt)
  }
}

extension DoorwardTestServer {
  /// Runs the transaction of a sign-in. ``AccountDeletionPending`` undoes it, so the client can repeat the request with the
  /// same proof to keep the account.
  func admitting<Value>(_ body: () throws -> Value) throws -> Value {
    let before = (accounts, challenges, codes, secondFactors)
    do { return try body() } catch let pending as AccountDeletionPending {
      (accounts, challenges, codes, secondFactors) = before
      throw Problem.accountDeletionPending(WireAccountDeletion(deleteAt: pending.dueAt))
    }
  }
}
