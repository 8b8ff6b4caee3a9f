import Doorward
import DoorwardHTTP
import Encodings
import Foundation

/// What an app brings back from a wallet, read and in form; whether it proves anything is not looked at.
protocol WalletProof {
  /// The way to sign in it is for.
  static var method: String { get }

  init(_ body: JSONObjectReader) throws(Problem)

  /// What identity it would prove.
  var key: Identity.Key { get }
  var wallet: WalletLabels { get }
  /// Everything of the challenge that it answers.
  var challenge: [String?] { get }
  /// What a test is shown of it.
  var shown: DoorwardTestProof { get }
  /// How a signature is refused that does not hold.
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
  /// What a request for a challenge says, whatever the wallet.
  func challengeRequest(_ request: HTTPRequest, _ method: String) throws -> (
    JSONObjectReader, ChallengeBinding
  ) {
    let body = try request.jsonObject()
    guard let purpose = try ProofPurpose(rawValue: body.optionalText("purpose") ?? "sign_in") else {
      throw Problem.malformed("invalid_purpose", "purpose must be \"sign_in\", \"link\" or \"move\".")
    }
    var binding = try ChallengeBinding(purpose: purpose, user: nil, hash: body.text("binding"))
    if purpose != .signIn { binding.user = try account(request).user }
    try requireApplication(request)
    try requireOffer(method)
    return (body, binding)
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
      opened.counter == answer.counter
    {
      return try session(AccountBook.Admitted(session: opened.id, isNew: answer.isNew))
    }
    let caller = try bearer(request, [.account])
    try requireApplication(request)
    let proof = try check(body, method, .signIn, user: nil)
    let admitted = accounts.signIn(proof, opening(request, call, caller))
    if let key, let opened = accounts.session(admitted.session) {
      answeredSignIns[key] = AnsweredSignIn(
        proof: request.body, session: opened.id, counter: opened.counter, isNew: admitted.isNew)
    }
    return try session(admitted)
  }

  func link(_ request: HTTPRequest, _ method: any WalletProof.Type) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let isMove = try reading { () throws(JSONError) in try body.optionalBool("move") } ?? false
    let proof = try check(body, method, isMove ? .move : .link, user: caller.user)
    try accounts.link(proof, to: caller.user, moving: isMove, from: caller.session, at: time.now)
    return try userAnswer(caller.user)
  }

  /// Checks everything but the signature, spends the challenge, then lets the test judge the signature.
  private func check(
    _ body: JSONObjectReader, _ method: any WalletProof.Type, _ purpose: ProofPurpose, user: String?
  ) throws -> AccountBook.Proven {
    try requireOffer(method.method)
    let binding = try ChallengeBinding(purpose: purpose, user: user, secret: body.text("binding_secret"))
    let proof = try method.init(body)
    try challenges.require(proof.challenge, binding, at: time.now)
    try challenges.spend(proof.challenge)
    guard accepts(proof.shown) else { throw proof.refusal }
    return AccountBook.Proven(key: proof.key, method: method.method, wallet: proof.wallet)
  }

  func opening(_ request: HTTPRequest, _ call: RequestContext, _ caller: Caller?) -> AccountBook.Opening {
    AccountBook.Opening(
      now: time.now, lifetime: Double(application.offer.sessionLifetime),
      device: request.fields["User-Agent"], network: "\(call.clientAddress)", caller: caller)
  }
}
