import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Foundation

extension DoorwardTestServer {
  /// The caller of a call that takes the account token.
  func account(_ request: HTTPRequest) throws(Problem) -> Caller {
    guard let caller = try bearer(request, [.account]) else { throw .missingToken() }
    return caller
  }

  /// The caller that the token of a request belongs to; nil for a request without a token.
  func bearer(_ request: HTTPRequest, _ uses: [TokenMint.Use]) throws(Problem) -> Caller? {
    guard let text = try request.bearerToken() else { return nil }
    guard let token = mint.issued[text], uses.contains(token.use), time.now < token.expiresAt,
      namesThisApplication(request), let session = accounts.session(token.session),
      session.isLive(at: time.now), accounts.user(session.user) != nil
    else { throw .invalidToken }
    return Caller(user: session.user, session: session.id)
  }

  /// Refuses a sign-in that is too old for the call (RFC 9470).
  func requireRecentSignIn(_ caller: Caller) throws(Problem) {
    guard accounts.user(caller.user)?.isAnonymous == false, let session = accounts.session(caller.session)
    else { return }
    let age = time.now.timeIntervalSince(session.authenticatedAt)
    guard !session.isAnonymous, age <= Double(application.offer.recentSignIn) else {
      throw .recentSignInRequired(within: application.offer.recentSignIn)
    }
  }

  /// Refuses a session without a second factor if the user has one (RFC 9470). A sent code counts only if the user has
  /// chosen it as a second factor.
  func requireSecondFactor(_ caller: Caller) throws(Problem) {
    guard let session = accounts.session(caller.session), !session.hasSecondFactor else { return }
    let factors = allSecondFactors(of: caller.user)
    let isProven = factors.contains { factor in
      session.latestProofs.contains { $0.identity == nil && $0.factor == factor.identityID ?? factor.id }
    }
    guard factors.isEmpty || isProven else {
      throw .secondFactorNeeded(acceptsCode: factors.contains { $0.channel != nil })
    }
  }

  /// The second factors of a user, the oldest first.
  func allSecondFactors(of user: String) -> [WireSecondFactor] {
    let factors =
      secondFactors.factors(of: user).map(\.wire) + accounts.identities(of: user).compactMap(\.secondFactor)
    let age = { (factor: WireSecondFactor) in factor.createdAt?.timeIntervalSince1970 ?? 0 }
    return factors.sorted { age($0) < age($1) }
  }

  /// Whether a user has a second factor, which may be a passkey.
  func hasSecondFactor(_ user: String) -> Bool { !allSecondFactors(of: user).isEmpty }

  /// Whether a user has a second factor that can follow a first factor. Two proofs by one method prove the same kind of
  /// thing.
  func hasSecondFactor(_ user: String, after first: AccountBook.Proven) -> Bool {
    allSecondFactors(of: user).contains { $0.identityID == nil || $0.provenMethod != first.method }
  }

  /// Refuses a request that names another application.
  func requireApplication(_ request: HTTPRequest) throws(Problem) {
    guard namesThisApplication(request) else { throw .unknownApplication }
  }

  func requireOffer(_ method: String) throws(Problem) {
    guard application.offers(method) else { throw .methodNotOffered }
  }

  private func namesThisApplication(_ request: HTTPRequest) -> Bool {
    request.fields[WireHeader.application] ?? application.id == application.id
  }
}

extension WireSecondFactor {
  /// The method of the proofs of the factor.
  var provenMethod: String { channel.map { $0 == "sms" ? ProofName.smsCode : ProofName.code } ?? type }
}
