import DoorwardHTTP

/// The refresh of a session's tokens (RFC 6749 §6).
struct RefreshGrant: TokenGrant {
  static let name = "refresh_token"
  static let event = SecurityLog.Event.tokenRefresh

  let context: ServerContext

  init(_ context: ServerContext) { self.context = context }

  func answer(
    _ form: OAuthParameters, of application: Application, _ request: HTTPRequest, _ call: RequestContext,
    noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    let text = try form.required("refresh_token")
    guard let claim = context.secrets.parseRefreshToken(text) else { throw Problem.invalidGrant }
    do {
      return try await answer(form, claim, application, request, noting: &details)
    } catch let problem as Problem {
      await note(claim, in: &details)
      throw problem
    }
  }

  /// Notes whose token was refused, if it is one that this server made: a spent one may have been stolen.
  private func note(_ claim: SessionSecrets.RefreshClaim, in details: inout SecurityLog.Details) async {
    guard let session = (try? await context.store.read { try $0.session(claim.session) }) ?? nil,
      (try? context.secrets.proves(claim, session)) == true
    else { return }
    details.user = session.userID.text
    details.session = session.id
  }

  private func answer(
    _ form: OAuthParameters, _ claim: SessionSecrets.RefreshClaim, _ application: Application,
    _ request: HTTPRequest, noting details: inout SecurityLog.Details
  ) async throws -> HTTPResponse {
    let narrowed = try await narrowing(form["scope"], of: claim, application)
    let nearKey = try await context.near.confirmKey(
      behind: claim, store: context.store, secrets: context.secrets)
    let outcome = try await context.refresh.rotate(
      claim, for: application, idempotencyKey: try request.idempotencyKey(), nearKey: nearKey)
    details.add(outcome.user, outcome.session)
    return try await SessionAnswer(context: context).response(
      for: outcome.session, of: outcome.user, application: application, isNewUser: false,
      narrowed: narrowed)
  }

  /// The scopes a client asks for, where they are fewer than it has, as far as it may have them yet; looked at
  /// before the token is spent.
  ///
  /// - Throws: ``Problem`` 400 `invalid_scope` for any it was not given: a refresh never widens.
  private func narrowing(
    _ text: String?, of claim: SessionSecrets.RefreshClaim, _ application: Application
  ) async throws -> Scopes? {
    guard let text, let session = try await context.store.read({ try $0.session(claim.session) }),
      let granted = session.scopes, try context.secrets.proves(claim, session)
    else { return nil }
    let asked = Scopes(text)
    let left = application.client.allowed(of: asked)
    guard asked.isSubset(of: granted), left.opensSomething else {
      throw Problem(
        status: 400, code: "invalid_scope",
        detail: "scope may name what was granted and the application may still have, and nothing more.")
    }
    return left
  }
}
