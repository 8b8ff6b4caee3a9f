package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Issues and redeems authorization codes (RFC 6749 §4.1, RFC 7636 §4.6).
package struct CodeExchange: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let opening: ClientSessionOpening

  package init(store: any Store, clock: WallClock, random: RandomSource, opening: ClientSessionOpening) {
    self.store = store
    self.clock = clock
    self.random = random
    self.opening = opening
  }

  /// Compares the session on the page and the user's grant with a request.
  ///
  /// - Throws: ``StoreError``.
  package func standing(of page: Session, for request: AuthorizationRequest) async throws -> PageStanding {
    let now = clock.now
    return try await store.read { snapshot in
      PageStanding(
        objection: try request.requirement.objection(to: page, at: now, in: snapshot),
        consented: request.consented(
          in: try snapshot.grant(of: page.userID, to: request.application.id)))
    }
  }

  /// The result of a request for a code.
  package enum Issue: Sendable {
    /// The text of the code, which only the redirect carries.
    case code(String)
    /// The ticket has yielded its code or has expired.
    case spent
    /// The user has withdrawn the consent that the code would rest on. The ticket is not spent.
    case withdrawn
  }

  /// Makes the code for a request that the user on the page has allowed. A ticket yields one code.
  ///
  /// - Parameters:
  ///   - ticket: the request that was allowed; spent in the transaction that stores the code.
  ///   - caller: the user on the hosted page.
  ///   - consent: why the client gets the code. For an earlier consent, the transaction that stores the code reads the grant
  ///     again, so that a withdrawal at the same time prevents or voids the code.
  /// - Returns: the code, or why there is none.
  /// - Throws: ``StoreError``; `store_missing` if the session on the page has been deleted meanwhile.
  package func issue(
    for ticket: AuthorizationTicket, by caller: Caller, consent: AuthorizationConsent
  ) async throws -> Issue {
    let (request, page) = (ticket.request, caller.session)
    let text = Base64URL.encode(try random.bytes(32))
    let code = AuthorizationCode(
      hash: AuthorizationCode.hash(of: text), applicationID: request.application.id,
      redirectURI: request.back.redirectURI, challenge: request.challenge, nonce: request.nonce,
      scopes: request.scopes, shown: consent == .given ? request.scopes : Scopes([]), pageSession: page.id,
      expiresAt: clock.now.addingTimeInterval(AuthorizationCode.lifetime))
    let challenge = AnsweredChallenge(id: ticket.id, expiresAt: ticket.expiresAt)
    return try await store.write { [clock] transaction -> Issue in
      let now = clock.now
      if consent == .remembered {
        let grant = try transaction.grant(of: page.userID, to: request.application.id)
        guard request.scopes.isSubset(of: request.consented(in: grant)) else { return .withdrawn }
      }
      guard try transaction.refusal(spending: challenge, at: now) == nil else { return .spent }
      try transaction.insert(code)
      if consent == .given {
        try transaction.record(
          .consentGiven(request.scopes), by: caller, application: request.application.id, at: now)
      }
      return .code(text)
    }
  }

  /// Exchanges a code for a session.
  ///
  /// The first use spends the code, even if the exchange fails. A second use means that two parties hold the code,
  /// so it ends the session that the first use opened (RFC 6749 §4.1.2).
  ///
  /// - Parameters:
  ///   - text: the code.
  ///   - verifier: the secret behind its challenge; nil if the client sends none.
  ///   - redirectURI: the redirect URI that the code was sent to.
  ///   - application: the authenticated client.
  ///   - client: the description of the client for session lists.
  /// - Returns: the session; nil if the code is not valid for this client.
  /// - Throws: ``StoreError``.
  package func redeem(
    _ text: String, verifier: String?, redirectURI: String, for application: Application,
    _ client: ClientDescription
  ) async throws -> ClientSession? {
    let hash = AuthorizationCode.hash(of: text)
    let digest = verifier.map { SHA256.hash([UInt8]($0.utf8)) }
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let reads = PrefetchedReads.exchange(codeHash: hash, applicationID: application.id, at: now)
    return try await store.write(prefetching: reads) { transaction in
      guard var code = try transaction.lockedAuthorizationCode(hash: hash) else { return nil }
      if code.usedAt != nil {
        if let opened = try code.openedSession.flatMap(transaction.lockedSession) {
          try transaction.end(opened, because: .reusedCredential, by: .system, at: now)
        }
        return nil
      }
      code.usedAt = now
      guard code.expiresAt > now, code.applicationID == application.id,
        code.redirectURI.utf8.elementsEqual(redirectURI.utf8), code.isProven(by: digest, of: application),
        let page = try transaction.lockedSession(code.pageSession), page.isLive(at: now),
        let user = try transaction.user(page.userID)
      else {
        try transaction.update(code)
        return nil
      }
      let opened = try opening.open(
        from: page, for: application, granting: code.scopes, shown: code.shown, ids: ids, to: client, at: now,
        in: transaction)
      code.openedSession = opened?.session.id
      try transaction.update(code)
      guard let opened else { return nil }
      let view = try UserView(
        user, transaction.identities(of: user.id), opened.grant, for: application.id, in: transaction)
      return ClientSession(
        user: user, session: opened.session, view: view,
        claims: try UserClaims(of: view, for: opened.session.scopes ?? Scopes([]), in: transaction),
        page: page.id, nonce: code.nonce)
    }
  }
}

extension AuthorizationCode {
  /// Whether the code belongs to the holder of a verifier.
  ///
  /// A code without a challenge is refused if there is a verifier: an attacker may have removed the challenge from the
  /// request (RFC 9700 §4.8.2).
  fileprivate func isProven(by digest: [UInt8]?, of application: Application) -> Bool {
    switch (challenge, digest) {
    case (let challenge?, let digest?): constantTimeEquals(challenge, digest)
    case (nil, nil): application.client.isConfidential
    default: false
    }
  }
}

/// The secret behind a code challenge: 43 to 128 unreserved characters (RFC 7636 §4.1).
///
/// An attacker could guess a shorter verifier from its challenge, which is in a URL.
package struct CodeVerifier: Sendable {
  package let text: String

  /// - Throws: ``Problem`` 400 `invalid_request`. The code stays unspent.
  package init(_ text: String) throws(Problem) {
    guard (43...128).contains(text.utf8.count), text.utf8.allSatisfy(PercentEncoding.isUnreserved) else {
      throw .invalidRequest(
        "code_verifier must be 43 to 128 letters, digits or characters of - . _ ~ (RFC 7636).")
    }
    self.text = text
  }
}
