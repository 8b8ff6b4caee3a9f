import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The answer of a wallet, well-formed and not verified.
protocol WalletProof {
  /// The sign-in method, a value of ``WireMethod``.
  static var method: String { get }

  init(_ body: JSONObjectReader) throws(Problem)

  /// The identity that the proof names.
  var key: Identity.Key { get }
  /// The labels that the app gives the wallet.
  var wallet: JSONObject { get }
  /// All parts of the challenge that the proof answers.
  var challenge: [String?] { get }
  /// The proof as the test sees it.
  var shown: DoorwardTestProof { get }
  /// The refusal of a wrong signature.
  var refusal: Problem { get }
}

extension DoorwardTestServer {
  /// Reads the members that a request for a challenge has for every wallet.
  func challengeRequest(_ request: HTTPRequest, _ method: String) throws -> (
    JSONObjectReader, ChallengeContext
  ) {
    let body = try request.jsonObject()
    let purpose = try WirePurpose(body)
    let binding = try body.binding()
    let user = purpose == .signIn ? nil : try account(request).user
    try requireApplication(request)
    try requireOffer(method)
    return (body, ChallengeContext(purpose: purpose, user: user, binding: binding))
  }

  func signIn(
    _ request: HTTPRequest, _ method: any WalletProof.Type
  ) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let (opening, key) = try beginSignIn(request, body)
    let proof = try verify(body, method, .signIn, user: nil, mayRepeat: key != nil)
    if let key, let known = repeated(challenges.answer(to: proof.challenge), key, opening.caller) {
      return try session(known)
    }
    let admitted = try admitting {
      try challenges.spend(proof.challenge, at: time.now, key: key)
      return try admit(proof.proven, opening, proof.binding) {
        challenges.setWaiting(key, for: proof.challenge)
      }
    }
    if let key { challenges.setAnswer(answered(admitted, key, opening), to: proof.challenge) }
    return try session(admitted)
  }

  /// The session that a sign-in with the same challenge and key has opened, while its refresh token is unused, or the
  /// caller's session that it has renewed.
  func repeated(_ answer: AnsweredSignIn?, _ key: String, _ caller: Caller?) -> AccountBook.Admitted? {
    guard let answer, answer.key == key,
      let opened = accounts.session(answer.admitted.session), opened.isLive(at: time.now),
      answer.isRenewal ? caller?.session == opened.id : opened.rotation.counter == 0
    else { return nil }
    return answer.admitted
  }

  /// The sign-in as its repetition finds it.
  func answered(
    _ admitted: AccountBook.Admitted, _ key: String, _ opening: AccountBook.Opening
  ) -> AnsweredSignIn {
    AnsweredSignIn(
      key: key, admitted: admitted, isRenewal: admitted.session == opening.caller?.session)
  }

  func link(_ request: HTTPRequest, _ method: any WalletProof.Type) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let key = try request.idempotencyKey()
    let isMove = try body.optionalFlag(ProofMembers.move) ?? false
    let proof = try verify(body, method, isMove ? .move : .link, user: caller.user, mayRepeat: key != nil)
    let addition = RepetitionBook.Addition(
      proof.challenge, key: key, user: caller.user, identity: proof.proven.key)
    if try isRepeated(addition, by: caller) { return try userAnswer(caller.user) }
    try challenges.spend(proof.challenge, at: time.now)
    try requireSecondFactor(caller)
    // Linking has no second step, in which the user would add a second factor.
    let isSignUp = accounts.user(caller.user)?.isAnonymous == true
    if application.offer.requiresSecondFactor, isSignUp { throw Problem.signUpNeedsSecondFactor }
    let known = accounts.identity(proof.proven.key)
    if let known, known.user != caller.user {
      try requireNotBanned(known.user)
      // The wallet of an account with a second factor does not move by its key alone.
      guard !hasSecondFactor(known.user) else { throw Problem.identityInUse(movingWith: nil) }
    }
    if isSignUp, known == nil || isMove { try requireSignUp(by: proof.proven.key) }
    try accounts.link(proof.proven, to: caller.user, moving: isMove, from: caller.session, at: time.now)
    if let addition { repetitions.additions.insert(addition) }
    return try userAnswer(caller.user)
  }

  /// Whether the request repeats one that has added an identity, which the user still has.
  func isRepeated(_ addition: RepetitionBook.Addition?, by caller: Caller) throws -> Bool {
    guard let addition, repetitions.additions.contains(addition),
      accounts.identity(addition.identity)?.user == caller.user
    else { return false }
    try requireSecondFactor(caller)
    return true
  }

  /// Checks everything except the signature, then lets the test judge the signature. Spends nothing.
  private func verify(
    _ body: JSONObjectReader, _ method: any WalletProof.Type, _ purpose: WirePurpose, user: String?,
    mayRepeat: Bool = false
  ) throws -> (proven: AccountBook.Proven, challenge: [String?], binding: WireBinding) {
    try requireOffer(method.method)
    let binding = try body.bindingOfSecret()
    let context = ChallengeContext(purpose: purpose, user: user, binding: binding)
    let proof = try method.init(body)
    try challenges.require(proof.challenge, context, at: time.now, mayRepeat: mayRepeat)
    guard accepts(proof.shown) else { throw proof.refusal }
    let proven = AccountBook.Proven(key: proof.key, method: method.method, wallet: proof.wallet)
    return (proven, proof.challenge, binding)
  }
}
