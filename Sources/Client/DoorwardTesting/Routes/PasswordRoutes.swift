import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  // MARK: Strength

  func passwordStrength(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let password = try body.text(ProofMembers.password)
    let identifiers = try body.optionalTexts(PasswordStrengthMembers.identifiers)
    try requireApplication(request)
    try requireOffer(WireMethod.password)
    guard !password.isEmpty else { throw Problem(PasswordRefusal.empty) }
    guard password.utf8.count <= PasswordRules.maximumBytes else { throw Problem(PasswordRefusal.overlong) }
    let context = PasswordContext(identifiers: identifiers ?? [], application: [application.offer.name])
    let strength = PasswordStrength(rough: password, context)
    let refusal = refusal(of: password, context)
    return .privateJSON((refusal.map { strength.refused($0.code) } ?? strength).json)
  }

  // MARK: Sign-up and sign-in

  func signUp(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let address = try body.address()
    let password = try body.text(ProofMembers.password)
    let username = try body.username()
    let name = try body.optionalText(WireUser.Members.name)
    try name.map { name throws(Problem) in try ProfileText.name.check(name) }
    guard let identity = address ?? username else { throw Problem.missingIdentifier }
    let (opening, repetitionKey) = try beginSignIn(request, body)
    try requireOffer(WireMethod.password)
    let given = [address, username].compactMap { $0?.offerName }
    guard given.allSatisfy(application.offer.passwordIdentifiers.contains) else {
      throw Problem.identifierNotOffered
    }
    try requirePossibleSignUp(by: identity)
    let binding = try body.optionalBinding()
    if address == nil, let known = repeatedSignIn(by: identity, repetitionKey),
      let user = accounts.identity(identity)?.user, accounts.user(user)?.password == password
    {
      return try session(known)
    }
    if let username, accounts.identity(username) != nil { throw Problem.userNameTaken }
    try requireRules(
      password,
      PasswordContext(
        identifiers: [address, username].compactMap { $0?.identifier }, names: name.map { [$0] } ?? []))
    var user = SignUpValues(name: name.flatMap { $0.isEmpty ? nil : $0 }, password: password)
    guard let address else {
      let proven = AccountBook.Proven(key: identity, method: ProofName.password, signUp: user)
      let admitted = try admit(proven, opening)
      setAnswer(admitted, by: identity, repetitionKey, opening)
      return try session(admitted)
    }
    user.username = username
    // The owner of an address with an account gets a notice instead of the code.
    let getsCode = accounts.identity(address) == nil && acceptsSignUp(by: address)
    return try sent(
      SentCode(
        purpose: .signUp, identifier: address, recipient: getsCode ? address : nil, binding: binding,
        user: nil, signUp: user),
      to: address)
  }

  func signInByPassword(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let (opening, repetitionKey) = try beginSignIn(request, body)
    try requireOffer(WireMethod.password)
    let text = try body.text(ProofMembers.identifier)
    let password = try body.text(ProofMembers.password)
    let key = Identity.Key(named: text)
    try codes.count(CodeBook.subject("password", key), at: time.now)
    guard let user = accounts.identity(key).flatMap({ accounts.user($0.user) }), user.password == password
    else { throw Problem.invalidCredentials }
    if let known = repeatedSignIn(by: key, repetitionKey) { return try session(known) }
    let admitted = try admitting {
      try admit(AccountBook.Proven(key: key, method: ProofName.password), opening)
    }
    setAnswer(admitted, by: key, repetitionKey, opening)
    return try session(admitted)
  }

  /// The session that a sign-in by the same identity and key has opened without a challenge.
  private func repeatedSignIn(by identity: Identity.Key, _ key: String?) -> AccountBook.Admitted? {
    key.flatMap { repeated(repetitions.signIns["\(identity) \($0)"], $0, nil) }
  }

  private func setAnswer(
    _ admitted: AccountBook.Admitted, by identity: Identity.Key, _ key: String?,
    _ opening: AccountBook.Opening
  ) {
    guard let key, admitted.session != opening.caller?.session else { return }
    repetitions.signIns["\(identity) \(key)"] = AnsweredSignIn(key: key, admitted: admitted)
  }

  // MARK: Change and reset

  func changePassword(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRegistered(caller)
    let body = try request.jsonObject()
    let new = try body.text(ProofMembers.newPassword)
    let current = try body.optionalText(ProofMembers.currentPassword)
    try requireOffer(WireMethod.password)
    let stored = accounts.user(caller.user)?.password
    try requireRecentSignIn(caller)
    let subject = CodeBook.subject(ofSignedIn: caller.user)
    let change = try request.idempotencyKey().map { "\(caller.user) \($0)" }
    if let change, repetitions.passwordChanges.contains(change) {
      try codes.count(subject, at: time.now)
      guard stored == new else { throw Problem.idempotencyKeyReused }
      try requireSecondFactor(caller)
      codes.forgetGuesses(of: subject)
      return .noContent
    }
    guard accounts.identities(of: caller.user).contains(where: \.key.isSingle) else {
      throw Problem.identifierRequired
    }
    if stored != nil, current == nil { throw Problem.missingPassword }
    try requireRules(new, of: caller.user)
    if let stored {
      try codes.count(subject, at: time.now)
      guard stored == current else { throw Problem.invalidCredentials }
    }
    try requireSecondFactor(caller)
    codes.forgetGuesses(of: subject)
    secure(caller.user, new, keeping: caller.session)
    if let change { repetitions.passwordChanges.insert(change) }
    return .noContent
  }

  func resetPassword(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let text = try body.text(ProofMembers.identifier)
    try requireApplication(request)
    try requireOffer(WireMethod.password)
    let binding = try body.optionalBinding()
    let key = Identity.Key(named: text)
    let known = accounts.identity(key)
    let address = known.flatMap { $0.key.isUsername ? noticeAddress(of: $0.user) : $0.key }
    return try sent(
      SentCode(
        purpose: .reset, identifier: key, recipient: address, binding: binding,
        user: address == nil ? nil : known?.user),
      to: address)
  }

  func confirmReset(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    _ = try body.text(ProofMembers.code)
    let new = try body.text(ProofMembers.newPassword)
    let (opening, key) = try beginSignIn(request, body)
    let binding = try body.optionalBindingOfSecret()
    let (_, address) = try proven(body, for: [.reset], binding, mayRepeat: key != nil)
    do {
      try requireRules(new, of: codes.sent[id]?.user)
    } catch {
      // A refused password is not a guess of the code.
      if let sent = codes.sent[id] { codes.takeBack(sent.guessSubject, answering: id) }
      throw error
    }
    return try finish(id, address, key, opening, newPassword: new)
  }

  /// Sets a password, ends the user's other sessions, and makes codes that were sent before void.
  func secure(_ user: String, _ password: String, keeping session: String?) {
    accounts.changeUser(user) { $0.password = password }
    secure(user)
    accounts.endSessions(of: user, except: session, at: time.now)
  }

  /// Makes codes and waiting sign-ins of a user from before void.
  func secure(_ user: String) {
    accounts.changeUser(user) {
      $0.securedAt = codes.number()
      $0.securedTime = time.now
    }
  }

  /// The address that gets messages about the account.
  private func noticeAddress(of user: String) -> Identity.Key? {
    let keys = accounts.identities(of: user).map(\.key)
    return keys.first { $0.type == WireIdentity.Kind.email }
      ?? keys.first { $0.type == WireIdentity.Kind.phone }
  }

  // MARK: Rules

  /// Refuses a new password of a user.
  private func requireRules(_ password: String, of user: String?) throws(Problem) {
    let texts = user.flatMap { accounts.user($0)?.texts } ?? [:]
    let keys = user.map { accounts.identities(of: $0).map(\.key) } ?? []
    let names = [texts[.name], texts[.firstName], texts[.lastName]].compactMap(\.self)
    try requireRules(
      password, PasswordContext(identifiers: keys.filter(\.isSingle).map(\.identifier), names: names))
  }

  /// Refuses a new password by the rules of the server, except for its list of known passwords and for what the estimate of the
  /// double does not know.
  private func requireRules(_ password: String, _ context: PasswordContext) throws(Problem) {
    var context = context
    context.application = [application.offer.name]
    if let refusal = refusal(of: password, context) { throw Problem(refusal) }
    let strength = PasswordStrength(rough: password, context)
    if strength.refusal != nil { throw Problem(PasswordRefusal(strength)) }
  }

  /// The refusal of a password whose length or characters are wrong, or that contains an identifier.
  private func refusal(of password: String, _ context: PasswordContext) -> PasswordRefusal? {
    let rules = application.passwordRules
    let hasControls = password.unicodeScalars.contains { $0.properties.generalCategory == .control }
    do throws(PasswordRefusal) {
      guard password.utf8.count <= PasswordRules.maximumBytes else { throw rules.tooLong }
      // The server prepares a password by RFC 8265, of which the normalization is a part.
      let prepared = hasControls ? nil : password.precomposedStringWithCanonicalMapping
      try rules.check(prepared, context: context) {
        Array($0.precomposedStringWithCanonicalMapping.unicodeScalars)
      }
      return nil
    } catch { return error }
  }
}
