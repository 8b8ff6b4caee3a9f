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
    guard !password.isEmpty else {
      throw Problem.unprocessable(WireCode.passwordTooShort, "The password is empty.")
    }
    guard password.utf8.count <= RoughStrength.maximumBytes else {
      throw Problem.unprocessable(WireCode.passwordTooLong, "The password is too long.")
    }
    let strength = RoughStrength(
      of: password, identifiers: identifiers ?? [], application: application.offer.name)
    let refusal = refusal(of: password, identifiers: identifiers ?? [], names: [])
    return .privateJSON(.object((refusal.map { strength.refused($0.code) } ?? strength).json))
  }

  // MARK: Sign-up and sign-in

  func signUp(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let address = try body.address()
    let password = try body.text(ProofMembers.password)
    let username = try body.optionalText(WireUser.Members.username).map { name throws(Problem) in
      try Identity.Key(username: name)
    }
    let name = try body.optionalText(WireUser.Members.name)
    if let name, ProfileText.name.flaw(of: name) != nil {
      throw Problem.unprocessable(
        ProfileText.name.code, "name must be one line of up to \(ProfileText.name.limit) bytes.")
    }
    guard let identity = address ?? username else {
      throw Problem.malformed(WireCode.missingAddress, "Give email, phone_number or username.")
    }
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
    if let username, accounts.identity(username) != nil { throw Problem.usernameTaken }
    try requireRules(password, of: [address, username].compactMap { $0?.identifier }, [name])
    var user = SignUpValues(name: name.flatMap { $0.isEmpty ? nil : $0 }, password: password)
    guard let address else {
      let proven = AccountBook.Proven(key: identity, method: "pwd", signUp: user)
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
    // A text that is not an identifier belongs to no user.
    let key =
      (try? Identity.Key(identifier: text)) ?? Identity.Key(type: "unknown", identifier: text, network: nil)
    try codes.count(CodeBook.subject("password", key), at: time.now)
    guard let user = accounts.identity(key).flatMap({ accounts.user($0.user) }), user.password == password
    else { throw Problem.invalidCredentials }
    if let known = repeatedSignIn(by: key, repetitionKey) { return try session(known) }
    let admitted = try admitting { try admit(AccountBook.Proven(key: key, method: "pwd"), opening) }
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
    let kinds = [WireIdentity.Kind.email, WireIdentity.Kind.phone, WireIdentity.Kind.username]
    guard accounts.identities(of: caller.user).contains(where: { kinds.contains($0.key.type) }) else {
      throw Problem.identifierRequired
    }
    if stored != nil, current == nil {
      throw Problem.malformed(
        WireCode.missingPassword, "Give current_password to change the password.")
    }
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
    let key =
      (try? Identity.Key(identifier: text)) ?? Identity.Key(type: "unknown", identifier: text, network: nil)
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
    let kinds = [WireIdentity.Kind.email, WireIdentity.Kind.phone, WireIdentity.Kind.username]
    try requireRules(
      password, of: keys.filter { kinds.contains($0.type) }.map(\.identifier),
      [texts[.name], texts[.firstName], texts[.lastName]])
  }

  /// Refuses a new password by the rules of the server, except for its list of known passwords and for what
  /// ``RoughStrength`` does not know.
  private func requireRules(
    _ password: String, of identifiers: [String], _ names: [String?]
  ) throws(Problem) {
    let names = names.compactMap(\.self)
    if let refusal = refusal(of: password, identifiers: identifiers, names: names) { throw refusal }
    let strength = RoughStrength(
      of: password, identifiers: identifiers + names, application: application.offer.name)
    guard let code = strength.refusal else { return }
    throw Problem(
      status: 422, code: code, detail: "The password is easy to guess. Add more unrelated words.",
      members: [.init(PasswordStrengthMembers.advice, .strings(strength.advice))])
  }

  /// The refusal of a password whose length or characters are wrong, or that contains an identifier.
  private func refusal(of password: String, identifiers: [String], names: [String]) -> Problem? {
    let count = password.unicodeScalars.count
    guard !password.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
      return .unprocessable(
        WireCode.passwordDisallowedCharacter, "The password contains a character that cannot be used.")
    }
    guard count >= application.offer.minimumPasswordLength else {
      return .unprocessable(
        WireCode.passwordTooShort,
        "The password is too short. Use at least \(application.offer.minimumPasswordLength) characters.")
    }
    guard count <= DoorwardTestOffer.maximumPasswordLength else {
      return .unprocessable(WireCode.passwordTooLong, "The password is too long. Use at most 256 characters.")
    }
    let text = password.lowercased()
    let parts = identifiers.flatMap { identifier in
      [
        identifier, identifier.split(separator: "@").first.map(String.init) ?? "",
        String(identifier.dropFirst()),
      ]
      .prefix(identifier.first == "+" ? 3 : 2)
    }
    let isName = (names + [application.offer.name]).contains { $0.lowercased() == text }
    guard !isName, !parts.contains(where: { $0 == text || $0.count >= 4 && text.contains($0) }) else {
      return .unprocessable(
        WireCode.passwordContainsIdentifier, "The password contains your own name, address or number.")
    }
    return nil
  }
}
