import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  // MARK: Sending

  func sendCode(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    guard let purpose = SentCode.Purpose(try CodePurpose(body)) else {
      return try sendSecondFactorCode(request, body)
    }
    guard let address = try body.address() else { throw Problem.missingAddress }
    let binding = try body.binding()
    let caller = purpose == .signIn ? nil : try account(request)
    if let caller {
      try requireRegistered(caller)
      try requireRecentSignIn(caller)
    }
    try requireApplication(request)
    try requireOffer(WireMethod.code)
    guard application.offer.codeChannels.contains(address.channel) else {
      throw Problem.codesNotOffered(byEmail: address.type == WireIdentity.Kind.email)
    }
    if purpose == .verify, let caller, hasOther(address, caller.user) { throw Problem.addressExists }
    let getsCode = caller != nil || accounts.identity(address) != nil || acceptsSignUp(by: address)
    return try sent(
      SentCode(
        purpose: purpose, identifier: address, recipient: getsCode ? address : nil, binding: binding,
        user: caller?.user),
      to: address)
  }

  /// 202 with the challenge of a code.
  ///
  /// - Throws: `Problem` `rate_limited`.
  func sent(_ code: SentCode, to address: Identity.Key?) throws(Problem) -> HTTPResponse {
    let resendAt = try codes.pause(
      after: code.identifier.identifier, for: application.offer.codePause, at: time.now)
    return .privateJSON(
      .object(codes.send(code, to: address, resendAt: resendAt, at: time.now).json), status: 202)
  }

  private func hasOther(_ address: Identity.Key, _ user: String) -> Bool {
    accounts.identities(of: user).contains { $0.key.type == address.type && $0.key != address }
  }

  // MARK: Answers

  func signInByCode(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let (opening, key) = try beginSignIn(request, body)
    try requireOffer(WireMethod.code)
    _ = try body.text(ProofMembers.challengeID)
    _ = try body.text(ProofMembers.code)
    let binding = try body.bindingOfSecret()
    let (id, address) = try proven(body, for: [.signIn], binding, mayRepeat: key != nil)
    return try finish(id, address, key, opening)
  }

  func verifyCode(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    _ = try body.text(ProofMembers.code)
    if codes.sent[id]?.purpose == .signUp {
      let (opening, key) = try beginSignIn(request, body)
      let binding = try body.optionalBindingOfSecret()
      let (_, address) = try proven(body, for: [.signUp], binding, mayRepeat: key != nil)
      return try finish(id, address, key, opening)
    }
    let caller = try account(request)
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    let binding = try body.bindingOfSecret()
    let key = try request.idempotencyKey()
    let (_, address) = try proven(
      body, for: [.verify, .change], binding, user: caller.user, mayRepeat: key != nil)
    let addition = RepetitionBook.Addition([id], key: key, user: caller.user, identity: address)
    if try isRepeated(addition, by: caller) { return try userAnswer(caller.user) }
    try setAddress(address, by: id, of: caller)
    if let addition { repetitions.additions.insert(addition) }
    return try userAnswer(caller.user)
  }

  /// Checks the code of a request. The guess is counted first.
  ///
  /// - Returns: The challenge and the address that the code proves.
  func proven(
    _ body: JSONObjectReader, for purposes: Set<SentCode.Purpose>, _ binding: WireBinding?,
    user: String? = nil, mayRepeat: Bool = false
  ) throws(Problem) -> (id: String, address: Identity.Key) {
    let id = try body.text(ProofMembers.challengeID)
    try openCode(id, for: purposes, binding, user: user, mayRepeat: mayRepeat)
    guard let typed = OneTimeCode(typed: try body.text(ProofMembers.code)), let sent = codes.sent[id] else {
      throw .invalidCode
    }
    try codes.count(sent.guessSubject, answering: id, at: time.now)
    guard sent.code == typed, let address = sent.recipient else { throw .invalidCode }
    return (id, address)
  }

  /// Refuses a challenge that a request may not answer.
  func openCode(
    _ id: String, for purposes: Set<SentCode.Purpose>, _ binding: WireBinding?, user: String? = nil,
    mayRepeat: Bool
  ) throws(Problem) {
    guard let sent = codes.sent[id], purposes.contains(sent.purpose),
      sent.binding == nil || sent.binding == binding, user == nil || sent.user == user
    else { throw .invalidChallenge }
    guard time.now < sent.expiresAt || mayRepeat else { throw .challengeExpired }
  }

  /// Refuses an anonymous user.
  func requireRegistered(_ caller: Caller) throws(Problem) {
    guard accounts.user(caller.user)?.isAnonymous == false else { throw .signUpRequired }
  }

  /// Spends the challenge of a code and signs in.
  func finish(
    _ id: String, _ address: Identity.Key, _ key: String?, _ opening: AccountBook.Opening,
    newPassword: String? = nil
  ) throws -> HTTPResponse {
    guard let sent = codes.sent[id] else { throw Problem.invalidChallenge }
    if let key, let known = repeated(sent.answer, key, opening.caller) { return try session(known) }
    let admitted = try admitting {
      try spend(id, key)
      let known = accounts.identity(address)
      if known != nil, sent.signUp != nil { throw Problem.addressInUse }
      try requireUnchanged(known?.user, since: sent)
      guard newPassword == nil || known?.user == sent.user else { throw Problem.challengeUsed }
      let proven = AccountBook.Proven(
        key: address, method: address.codeMethod, signUp: sent.signUp,
        isPartOfPassword: sent.signUp != nil || newPassword != nil)
      return try admit(proven, opening, sent.binding, newPassword: newPassword) {
        codes.sent[id]?.waitingKey = key
      }
    }
    if let key { codes.sent[id]?.answer = answered(admitted, key, opening) }
    return try session(admitted)
  }

  private func spend(_ id: String, _ key: String? = nil) throws(Problem) {
    guard let sent = codes.sent[id], time.now < sent.expiresAt else { throw .challengeExpired }
    guard !sent.isSpent || key != nil && key == sent.waitingKey else { throw .challengeUsed }
    codes.sent[id]?.isSpent = true
  }

  /// Refuses a code that was sent before the user's password or address changed.
  private func requireUnchanged(_ user: String?, since sent: SentCode) throws(Problem) {
    guard let user = user.flatMap(accounts.user) else { return }
    guard user.securedAt < sent.number else { throw .challengeUsed }
  }

  private func setAddress(_ address: Identity.Key, by id: String, of caller: Caller) throws {
    guard let sent = codes.sent[id] else { throw Problem.invalidChallenge }
    try spend(id)
    try requireSecondFactor(caller)
    try requireUnchanged(caller.user, since: sent)
    guard accounts.identity(address)?.user ?? caller.user == caller.user else { throw Problem.addressInUse }
    let replaced = accounts.identities(of: caller.user).filter {
      $0.key.type == address.type && $0.key != address
    }
    guard replaced.isEmpty || sent.purpose == .change else { throw Problem.addressExists }
    accounts.setIdentity(
      AccountBook.Proven(key: address, method: address.codeMethod), replacing: replaced, of: caller,
      at: time.now)
    codes.forgetGuesses(of: sent.guessSubject)
    secure(caller.user)
  }
}
