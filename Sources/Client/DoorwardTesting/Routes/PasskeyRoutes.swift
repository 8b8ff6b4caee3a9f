import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import WebAuthn

/// Sign-ups and sign-ins with passkeys, and the passkeys of a user.
extension DoorwardTestServer {
  // MARK: Options

  func passkeyCreationOptions(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let name = try body.optionalText(WireUser.Members.name)
    try name.map { name throws(Problem) in try ProfileText.name.check(name) }
    let purpose = try WirePurpose(body)
    guard purpose != .move else { throw Problem.invalidPasskeyPurpose }
    let binding = try body.binding()
    let caller = try bearer(request, [.account])
    try requireApplication(request)
    guard purpose == .signIn || caller != nil else { throw Problem.missingToken() }
    let user = caller.flatMap { accounts.user($0.user) }
    if let caller, let user, !user.isAnonymous {
      try requireRecentSignIn(caller)
      return try additionOptions(of: user, binding)
    }
    guard let party = application.passkeyParty else { throw Problem.methodNotOffered }
    try requirePossibleSignUp(
      by: Identity.Key(type: WireIdentity.Kind.passkey, identifier: "", network: nil))
    let text = name.flatMap { $0.isEmpty ? nil : $0 }
    let new = SignUpValues(id: user?.id ?? newID(), name: text)
    let issued = issue(.signUp, binding)
    passkeySignUps[issued.text] = new
    let shown = text ?? application.offer.name
    return answer(
      options(
        party, challenge: issued.signed,
        RegistrationOptions.User(id: idBytes(new.id ?? ""), name: shown, displayName: shown), known: [],
        userVerification: .required), issued)
  }

  private func additionOptions(of user: User, _ binding: WireBinding) throws(Problem) -> HTTPResponse {
    guard let party = application.passkeyParty else { throw .methodNotOffered }
    let identities = accounts.identities(of: user.id)
    guard identities.count < StandardLimits.identities else { throw .tooManyIdentities }
    let issued = issue(.addition, binding, user: user.id)
    return answer(
      options(party, challenge: issued.signed, shownUser(user.id), known: identities), issued)
  }

  /// A user as an authenticator shows the user.
  func shownUser(_ id: String) -> RegistrationOptions.User {
    let identities = accounts.identities(of: id)
    let types = [WireIdentity.Kind.email, WireIdentity.Kind.username, WireIdentity.Kind.phone]
    let identifier = types.lazy.compactMap { type in
      identities.first { $0.key.type == type }?.key.identifier
    }.first
    let own = accounts.user(id)?.texts[.name]
    let name = identifier ?? own ?? application.offer.name
    return RegistrationOptions.User(id: idBytes(id), name: name, displayName: own ?? name)
  }

  func passkeyRequestOptions(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let binding = try body.binding()
    _ = try bearer(request, [.account])
    try requireApplication(request)
    guard let party = application.passkeyParty else { throw Problem.methodNotOffered }
    let issued = issue(.signIn, binding)
    return answer(options(party, challenge: issued.signed), issued)
  }

  private func answer(
    _ options: JSONObject, _ issued: (text: String, signed: [UInt8], expiresAt: Date)
  ) -> HTTPResponse {
    var members = options
    members[ChallengeMembers.challengeID] = .string(issued.text)
    members[ChallengeMembers.expiresAt] = .time(issued.expiresAt)
    return .privateJSON(.object(members))
  }

  // MARK: Responses

  func signInByPasskey(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.passkeyProof()
    let (opening, key) = try beginSignIn(request, body)
    try requireOffer(WireMethod.passkey)
    let challenge = try open(body, for: .signIn, mayRepeat: key != nil)
    if let key, let known = repeated(challenges.answer(to: challenge.content), key, opening.caller) {
      return try session(known)
    }
    let (identity, credential) = try verified(.object(body.object), challenge: challenge.signed)
    let proven = AccountBook.Proven(
      key: identity.key, method: WireMethod.passkey, passkey: credential)
    return try finish(proven, challenge.content, challenge.binding, key, opening)
  }

  func registerPasskey(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.passkeyProof()
    let caller = try bearer(request, [.account])
    if let caller, accounts.user(caller.user)?.isAnonymous == false {
      return try addPasskey(request, body, caller)
    }
    let (opening, key) = try beginSignIn(request, body)
    let challenge = try open(body, for: .signUp, mayRepeat: key != nil)
    try requireOffer(WireMethod.passkey)
    if let key, let known = repeated(challenges.answer(to: challenge.content), key, opening.caller) {
      return try session(known)
    }
    let credential = try verifiedRegistration(
      .object(body.object), of: .signUp, challenge: challenge.signed, isConditional: false,
      mayRepeat: key != nil)
    let user = passkeySignUps[try body.text(ProofMembers.challengeID)]
    let proven = AccountBook.Proven(
      key: credential.key, method: WireMethod.passkey, signUp: user, passkey: credential)
    return try finish(proven, challenge.content, challenge.binding, key, opening)
  }

  private func finish(
    _ proven: AccountBook.Proven, _ content: [String?], _ binding: WireBinding, _ key: String?,
    _ opening: AccountBook.Opening
  ) throws -> HTTPResponse {
    let admitted = try admitting {
      try challenges.spend(content, at: time.now, key: key)
      if let new = proven.signUp {
        // The user handle of the passkey names the user who asked for its options.
        let isSame =
          opening.caller.map { $0.user == new.id } ?? new.id.map { accounts.user($0) == nil } ?? true
        guard isSame else { throw Problem.invalidChallenge }
        // Another request may have stored the passkey.
        guard accounts.identity(proven.key) == nil else { throw Problem.passkeyRegistered }
      }
      return try admit(proven, opening, binding) { challenges.setWaiting(key, for: content) }
    }
    if let key { challenges.setAnswer(answered(admitted, key, opening), to: content) }
    return try session(admitted)
  }

  private func addPasskey(
    _ request: HTTPRequest, _ body: JSONObjectReader, _ caller: Caller
  ) throws -> HTTPResponse {
    try requireRecentSignIn(caller)
    let asksForConditional =
      try body.optionalFlag(PasskeyMembers.conditional) ?? false
    let key = try request.idempotencyKey()
    let challenge = try open(body, for: .addition, user: caller.user, mayRepeat: key != nil)
    try requireOffer(WireMethod.passkey)
    let credential = try verifiedRegistration(
      .object(body.object), of: .addition, challenge: challenge.signed,
      isConditional: asksForConditional && hasJustProvenPassword(caller), mayRepeat: key != nil)
    let addition = RepetitionBook.Addition(
      challenge.content, key: key, user: caller.user, identity: credential.key)
    if try isRepeated(addition, by: caller) { return try userAnswer(caller.user) }
    guard accounts.identity(credential.key) == nil else { throw Problem.passkeyRegistered }
    try challenges.spend(challenge.content, at: time.now)
    try requireSecondFactor(caller)
    try accounts.link(
      AccountBook.Proven(key: credential.key, method: WireMethod.passkey, passkey: credential),
      to: caller.user, moving: false, from: caller.session, at: time.now)
    if let addition { repetitions.additions.insert(addition) }
    return try userAnswer(caller.user)
  }

  /// Whether the browser may make a passkey without asking the user: after a sign-in, sign-up or reset with a password.
  private func hasJustProvenPassword(_ caller: Caller) -> Bool {
    guard accounts.user(caller.user)?.password != nil else { return false }
    return accounts.session(caller.session)?.proofs.contains { proof in
      proof.identity != nil && [ProofName.password, ProofName.code, ProofName.smsCode].contains(proof.method)
        && time.now.timeIntervalSince(proof.provenAt) <= Double(application.offer.recentSignIn)
    } ?? false
  }

  // MARK: The list

  func listPasskeys(_ request: HTTPRequest) throws -> HTTPResponse {
    let user = try account(request).user
    let passkeys = accounts.identities(of: user).filter { $0.passkey != nil }
    return .privateJSON(
      .object(
        WirePasskeyList.json(
          items: passkeys.map { .object($0.json) }, userHandle: idBytes(user),
          relyingPartyID: application.passkeyParty?.id)))
  }

  func renamePasskey(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    let name = try request.jsonObject().text(WirePasskey.Members.name)
    try ProfileText.name.check(name)
    guard !name.isEmpty else { throw Problem.namelessPasskey }
    guard let known = accounts.identities(of: caller.user).first(where: { $0.id == id && $0.passkey != nil })
    else { throw Problem.notFound("passkey") }
    accounts.changeIdentity(known.id) { $0.passkey?.name = name }
    return .privateJSON(.object(accounts.identity(known.key)?.json ?? [:]))
  }
}

extension HTTPRequest {
  /// The body of a response of a passkey.
  fileprivate func passkeyProof() throws(Problem) -> JSONObjectReader {
    let body = try jsonObject()
    for member in [ProofMembers.challengeID, PasskeyMembers.id] { _ = try body.text(member) }
    return body
  }
}
