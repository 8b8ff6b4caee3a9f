import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The second step of a sign-in.
extension DoorwardTestServer {
  // MARK: The refusal of the first factor

  /// The factors that the user can prove after a first factor.
  func secondFactorMethods(of user: String, after first: AccountBook.Proven) -> [String] {
    var methods: [String] = []
    if hasPasskeyAsFactor(user, after: first) { methods.append(WireMethod.passkey) }
    methods += secondFactors.methods(of: user)
    if !codeRecipients(of: user, after: first).isEmpty { methods.append(WireMethod.code) }
    return methods
  }

  /// The addresses that a code may be sent to, in the order of the channels. A code by the channel that has proven the first
  /// factor would prove the same channel twice.
  private func codeRecipients(of user: String, after first: AccountBook.Proven) -> [Identity.Key] {
    let keys = accounts.identities(of: user).map(\.key)
    let offer = application.offer
    var channels = offer.requiresSecondFactor ? offer.secondFactorCodeChannels : []
    if hasSecondFactor(user, after: first) {
      let chosen = allSecondFactors(of: user).compactMap(\.channel)
      channels = (offer.requiresSecondFactor ? channels : ["email", "sms"]).filter(chosen.contains)
    }
    return channels.compactMap { channel in
      keys.first { $0.isAddress && $0.channel == channel && $0.codeMethod != first.method }
    }
  }

  /// Stores a sign-in that waits for a second factor, and refuses the request with its challenge.
  func secondFactorRequired(_ waiting: WaitingSignIn) -> Problem {
    let options = waiting.methods.contains(WireMethod.passkey) ? passkeyOptions(of: waiting) : nil
    return .secondFactorRequired(
      waiting.json(secondFactors.insert(waiting), passkeys: options), isEnrollment: waiting.needsEnrollment)
  }

  // MARK: Codes and enrollment

  func sendSecondFactorCode(_ request: HTTPRequest, _ body: JSONObjectReader) throws -> HTTPResponse {
    let id = try body.text(ProofMembers.challengeID)
    let channel = try body.optionalText(SecondFactorMembers.channel)
    _ = try bearer(request, [.account])
    try requireApplication(request)
    var waiting = try waitingSignIn(id, body)
    guard time.now < waiting.expiresAt else { throw Problem.challengeExpired }
    guard waiting.methods.contains(WireMethod.code), let user = waiting.identity?.user else {
      throw Problem.invalidFactor
    }
    let recipients = codeRecipients(of: user, after: waiting.proven)
    guard let address = recipients.first(where: { channel == nil || $0.channel == channel }) else {
      throw Problem.factorCodeUnavailable
    }
    // Codes for a second factor have a pause of their own, for each channel.
    let resendAt = try codes.pause(
      after: "second factor \(user) \(address.channel)", for: application.offer.codePause, at: time.now)
    let code = OneTimeCode { randomBytes($0) }
    let expiresAt = min(time.now.addingTimeInterval(StandardLimits.codeLifetime), waiting.expiresAt)
    codes.last[address] = code
    waiting.secret = .code(code, method: address.codeMethod, expiresAt: expiresAt)
    let sent = WireSentCode(
      challengeID: secondFactors.insert(waiting), expiresAt: expiresAt, resendAt: resendAt)
    let answer = WireSecondFactorCode(
      sent: sent, channel: address.channel, channels: recipients.map(\.channel), sentTo: address.masked)
    return .privateJSON(.object(answer.json), status: 202)
  }

  func enroll(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    let method = try body.optionalText(ProofMembers.method) ?? FactorName.totp
    let caller = try bearer(request, [.account])
    try requireApplication(request)
    var waiting = try waitingSignIn(id, body)
    guard waiting.needsEnrollment, waiting.enrollmentMethods.contains(method) else {
      throw Problem.invalidFactor
    }
    if method == WireMethod.passkey { return try enrollPasskey(waiting, caller) }
    let secret = randomBytes(20)
    waiting.secret = .authenticator(secret)
    let keys = (waiting.identity?.user).map { accounts.identities(of: $0).map(\.key) }
    return enrollment(
      secondFactors.insert(waiting), secret, of: keys ?? [waiting.proven.key], until: waiting.expiresAt)
  }

  /// The waiting sign-in of a request.
  private func waitingSignIn(_ id: String, _ body: JSONObjectReader) throws(Problem) -> WaitingSignIn {
    guard let waiting = secondFactors.waiting[id] else { throw .invalidChallenge }
    if let binding = waiting.binding {
      guard try body.bindingOfSecret() == binding else { throw .invalidChallenge }
    }
    return waiting
  }

  // MARK: The proof

  func verifySecondFactor(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    let method = try body.text(ProofMembers.method)
    let proof = try FactorProof(body, of: method)
    let (opening, key) = try beginSignIn(request, body)
    let waiting = try waitingSignIn(id, body)
    let methods = waiting.methods + waiting.enrollmentMethods
    guard methods.contains(method) else { throw Problem.invalidFactor }
    if let key, let answer = secondFactors.answers[waiting.number],
      let known = repeated(answer, key, opening.caller)
    {
      let user = accounts.session(known.session)?.user ?? ""
      return try session(
        known, recoveryCodes: secondFactors.has(answer.recoveryCodes, user) ? answer.recoveryCodes : [])
    }
    guard time.now < waiting.expiresAt else { throw Problem.challengeExpired }
    try requireOffer(waiting.proven.offerName)
    let factor = try verified(proof, by: method, waiting)
    let (admitted, recoveryCodes) = try admitting {
      guard !secondFactors.finished.contains(waiting.number) else { throw Problem.challengeUsed }
      // A refusal changes nothing.
      let admitted = try admit(waiting, factor, opening)
      secondFactors.finished.insert(waiting.number)
      return admitted
    }
    if let key {
      secondFactors.answers[waiting.number] = answered(admitted, key, opening)
      secondFactors.answers[waiting.number]?.recoveryCodes = recoveryCodes
    }
    return try session(admitted, recoveryCodes: recoveryCodes)
  }

  /// A second factor that was verified and not used yet.
  private enum VerifiedFactor {
    case passkey(identity: String, PasskeyCredential)
    case known(SecondFactorBook.Match)
    /// `identity`: the address, if the user has chosen codes to it as a second factor.
    case sentCode(method: String, identity: String?)
    case newAuthenticator([UInt8], step: Int64)
    case newPasskey(user: String, PasskeyCredential)
  }

  /// The second factor of a request.
  private enum FactorProof {
    case code(String)
    /// A response of a passkey.
    case response(JSONValue)

    init(_ body: JSONObjectReader, of method: String) throws(Problem) {
      guard method == WireMethod.passkey else {
        self = .code(try body.text(ProofMembers.code))
        return
      }
      self = .response(
        .object(
          try body.members(PasskeyMembers.response).object))
    }
  }

  /// Verifies a proof. The guess is counted first, unless the user knows the secret.
  private func verified(
    _ proof: FactorProof, by method: String, _ waiting: WaitingSignIn
  ) throws -> VerifiedFactor {
    let code = if case .code(let text) = proof { text } else { "" }
    guard !waiting.needsEnrollment, let user = waiting.identity?.user else {
      if case .response(let response) = proof, case .passkey(let user) = waiting.secret {
        let credential = try verifiedRegistration(
          response, of: .addition, challenge: waiting.passkeyChallenge, isConditional: false, mayRepeat: true)
        return .newPasskey(user: user, credential)
      }
      guard case .code = proof, case .authenticator(let secret) = waiting.secret else {
        throw Problem.invalidChallenge
      }
      guard let typed = OneTimeCode(typed: code),
        let step = try AuthenticatorCode.step(of: typed, secret, at: time.now, after: nil)
      else { throw Problem.invalidCode }
      return .newAuthenticator(secret, step: step)
    }
    // A passkey and a recovery code cannot be guessed, so the owner can always use them.
    if case .code = proof, method != FactorName.recoveryCode {
      try codes.count(
        CodeBook.subject(ofSecondFactor: user), answering: "second factor \(waiting.number)", at: time.now)
    }
    if case .response(let response) = proof {
      let (identity, credential) = try verifiedPasskey(response, of: user, in: waiting)
      return .passkey(identity: identity, credential)
    }
    if method == WireMethod.code {
      guard case .code(let sent, let method, let expiresAt) = waiting.secret else {
        throw Problem.invalidChallenge
      }
      guard time.now < expiresAt else { throw Problem.challengeExpired }
      guard OneTimeCode(typed: code) == sent else { throw Problem.invalidCode }
      return .sentCode(method: method, identity: chosenAddress(of: user, method))
    }
    guard let match = try secondFactors.match(code, by: method, of: user, at: time.now) else {
      throw Problem.invalidCode
    }
    return .known(match)
  }

  /// The address of a user who has chosen codes as a second factor.
  private func chosenAddress(of user: String, _ method: String) -> String? {
    allSecondFactors(of: user).first { $0.channel != nil && $0.provenMethod == method }?.identityID
  }

  /// Opens the session of a sign-in whose second factor was verified.
  private func admit(
    _ waiting: WaitingSignIn, _ factor: VerifiedFactor, _ opening: AccountBook.Opening
  ) throws -> (AccountBook.Admitted, recoveryCodes: [String]) {
    guard accounts.identity(waiting.proven.key)?.id == waiting.identity?.id else {
      throw waiting.identity == nil ? Problem.challengeUsed : Problem.invalidChallenge
    }
    let known = waiting.identity?.user
    if let user = known {
      guard let securedAt = accounts.user(user)?.securedAt, securedAt < waiting.number else {
        throw Problem.challengeUsed
      }
      // Another sign-in may have added a factor. The user begins again, and proves that one.
      if waiting.needsEnrollment, hasSecondFactor(user) { throw Problem.challengeUsed }
      try requireNotBanned(user)
      if let password = waiting.newPassword { secure(user, password, keeping: nil) }
      codes.forgetGuesses(of: CodeBook.subject(ofSecondFactor: user))
    }
    switch factor {
    case .passkey(let identity, let credential):
      let proof = Session.Proof(
        identity: nil, method: WireMethod.passkey, provenAt: time.now, factor: identity)
      accounts.usePasskey(identity, credential, at: time.now)
      return (try admit(waiting.proven, proof, opening), [])
    case .known(let match):
      let proof = secondFactors.use(match, of: known ?? "", at: time.now)
      return (try admit(waiting.proven, proof, opening), [])
    case .sentCode(let method, let identity):
      // Another sign-in may have added a factor.
      guard identity != nil || !hasSecondFactor(known ?? "", after: waiting.proven) else {
        throw Problem.invalidCode
      }
      let proof = Session.Proof(
        identity: nil, method: method, offerName: WireMethod.code, provenAt: time.now, factor: identity,
        isSentCode: true)
      return (try admit(waiting.proven, proof, opening), [])
    case .newAuthenticator(let secret, let step):
      // A new user is made with the authenticator.
      let id = newID()
      let admitted = try admit(waiting.proven, .ofAuthenticator(id, at: time.now), opening)
      guard let user = accounts.session(admitted.session)?.user else { throw Problem.invalidToken }
      secondFactors.insert(secret, id: id, of: user, lastStep: step, at: time.now)
      return (admitted, secondFactors.makeRecoveryCodes(of: user))
    case .newPasskey(let user, let credential):
      let admitted = try admit(waiting, user, credential, opening)
      return (admitted, secondFactors.makeRecoveryCodes(of: user))
    }
  }
}
