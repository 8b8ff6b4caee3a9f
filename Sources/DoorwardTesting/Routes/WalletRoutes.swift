import DoorwardHTTP
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
  var wallet: WalletLabels { get }
  /// All parts of the challenge that the proof answers.
  var challenge: [String?] { get }
  /// The proof as the test sees it.
  var shown: DoorwardTestProof { get }
  /// The refusal of a wrong signature.
  var refusal: Problem { get }
}

/// A sign-in that was answered, for a caller that has not received the answer.
struct AnsweredSignIn: Sendable {
  let proof: [UInt8]
  let session: String
  /// The counter of the session's refresh token at that time.
  let counter: UInt64
  let isNew: Bool
}

extension DoorwardTestServer {
  /// Reads the members that a request for a challenge has for every wallet.
  func challengeRequest(_ request: HTTPRequest, _ method: String) throws -> (
    JSONObjectReader, ChallengeContext
  ) {
    let body = try request.jsonObject()
    let text = try body.optionalText(ChallengeMembers.purpose)
    guard let purpose = text.map(WirePurpose.init(rawValue:)) ?? .signIn else {
      throw Problem.malformed(
        WireCode.invalidPurpose, "purpose must be \"sign_in\", \"link\" or \"move\".")
    }
    guard let binding = try WireBinding(body.text(ChallengeMembers.binding)) else {
      throw Problem.invalidBinding
    }
    let user = purpose == .signIn ? nil : try account(request).user
    try requireApplication(request)
    try requireOffer(method)
    return (body, ChallengeContext(purpose: purpose, user: user, binding: binding))
  }

  func signIn(
    _ request: HTTPRequest, _ call: RequestContext, _ method: any WalletProof.Type
  ) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let key = try request.idempotencyKey()
    // The same proof with the same key has the same answer while its refresh token is unused, also if the caller's
    // session has ended with the first answer.
    if let key, let answer = answeredSignIns[key], answer.proof == request.body,
      let opened = accounts.session(answer.session), opened.isLive(at: time.now),
      opened.rotation.counter == answer.counter
    {
      return try session(AccountBook.Admitted(session: opened.id, isNew: answer.isNew))
    }
    let caller = try bearer(request, [.account])
    try requireApplication(request)
    let proof = try check(body, method, .signIn, user: nil)
    let admitted = accounts.signIn(proof, opening(request, call, caller))
    if let key, let opened = accounts.session(admitted.session) {
      answeredSignIns[key] = AnsweredSignIn(
        proof: request.body, session: opened.id, counter: opened.rotation.counter, isNew: admitted.isNew)
    }
    return try session(admitted)
  }

  func link(_ request: HTTPRequest, _ method: any WalletProof.Type) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let isMove = try reading { () throws(JSONError) in try body.optionalBool(ProofMembers.move) } ?? false
    let proof = try check(body, method, isMove ? .move : .link, user: caller.user)
    try accounts.link(proof, to: caller.user, moving: isMove, from: caller.session, at: time.now)
    return try userAnswer(caller.user)
  }

  /// Checks everything except the signature, spends the challenge, then lets the test judge the signature.
  private func check(
    _ body: JSONObjectReader, _ method: any WalletProof.Type, _ purpose: WirePurpose, user: String?
  ) throws -> AccountBook.Proven {
    try requireOffer(method.method)
    guard let binding = try WireBinding(secret: body.text(ProofMembers.bindingSecret)) else {
      throw Problem.invalidBindingSecret
    }
    let context = ChallengeContext(purpose: purpose, user: user, binding: binding)
    let proof = try method.init(body)
    try challenges.require(proof.challenge, context, at: time.now)
    guard accepts(proof.shown) else { throw proof.refusal }
    try challenges.spend(proof.challenge)
    return AccountBook.Proven(key: proof.key, method: method.method, wallet: proof.wallet)
  }

  func opening(_ request: HTTPRequest, _ call: RequestContext, _ caller: Caller?) -> AccountBook.Opening {
    AccountBook.Opening(
      now: time.now, lifetime: Double(application.offer.sessionLifetime),
      device: request.fields["User-Agent"], network: "\(call.clientAddress)", caller: caller)
  }
}
