package import DoorwardHTTP
package import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// The refresh of a session's tokens (RFC 6749 §6).
package struct RefreshGrant: TokenGrant {
  package static let name = GrantType.refreshToken
  package static let event = SecurityLog.Event.tokenRefresh

  private let store: any Store
  private let secrets: SessionSecrets
  private let refresh: SessionRefresh
  private let answers: SessionAnswer

  package init(store: any Store, secrets: SessionSecrets, refresh: SessionRefresh, answers: SessionAnswer) {
    self.store = store
    self.secrets = secrets
    self.refresh = refresh
    self.answers = answers
  }

  package func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    let text = try form.required(TokenRequestMembers.refreshToken)
    guard let claim = secrets.parseRefreshToken(text) else { throw Problem.invalidGrant }
    do {
      return try await answer(
        to: claim, narrowedTo: form[TokenRequestMembers.scope], application, request, noting: &details)
    } catch let problem as Problem {
      await note(claim, in: &details)
      throw problem
    }
  }

  /// Notes the owner of a refused token, if this server issued it: a spent token may have been stolen.
  private func note(_ claim: SessionSecrets.RefreshClaim, in details: inout SecurityLog.Details) async {
    guard let session = (try? await store.read { try $0.session(claim.session) }) ?? nil,
      (try? secrets.proves(claim, session)) == true
    else { return }
    details.user = session.userID.text
    details.session = session.id
  }

  private func answer(
    to claim: SessionSecrets.RefreshClaim, narrowedTo scope: String?, _ application: Application,
    _ request: HTTPRequest, noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    let outcome = try await refresh.rotate(
      claim, for: application, idempotencyKey: try request.idempotencyKey()
    ) { session, user, snapshot in
      let narrowed = try Self.narrowed(scope, of: session, in: application)
      return (narrowed: narrowed, user: try UserView(user, for: application.id, in: snapshot))
    }
    details.add(outcome.user, outcome.session)
    return try await answers.response(
      for: outcome.session, key: outcome.key, application: application, view: outcome.view.user,
      isNewUser: false, narrowed: outcome.view.narrowed)
  }

  /// The narrower scopes that a client requests; nil if it requests none. They are checked before the token is spent.
  ///
  /// - Throws: ``Problem`` 400 `invalid_scope` for a scope that was not granted: a refresh never widens.
  private static func narrowed(
    _ text: String?, of session: Session, in application: Application
  ) throws(Problem) -> Scopes? {
    guard let text, let granted = session.scopes else { return nil }
    let asked = Scopes(text)
    let left = application.client.allowed(of: asked)
    guard asked.isSubset(of: granted), left.opensSomething else {
      throw Problem(
        status: 400, code: WireCode.invalidScope,
        detail: "scope may contain only scopes that were granted and that the application still has.")
    }
    return left
  }
}
