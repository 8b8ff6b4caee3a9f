package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// Userinfo (OpenID Connect Core §5.3): the user of an access token, as far as its scopes allow.
package struct UserinfoRoute: Sendable {
  private let gate: CallerGate
  private let photos: PhotoAddresses

  package init(gate: CallerGate, photos: PhotoAddresses) {
    self.gate = gate
    self.photos = photos
  }

  package func register(in router: inout Router) {
    for method in [HTTPMethod.get, .post] {
      router.on(method, WirePath.userinfo, by: .accessToken) { request in
        let request = try request.withTokenOfForm()
        let admitted = try await gate.access(request, scope: .openID, orAccount: false) { caller, snapshot in
          try UserClaims(
            of: UserView(caller.user, for: caller.application.id, in: snapshot),
            for: caller.allowance.scopes ?? Scopes([]), in: snapshot)
        }
        return .privateJSON(
          .object(
            admitted.view.userinfo(in: admitted.caller.application, within: admitted.scopes, photos)))
      }
    }
  }
}

extension HTTPRequest {
  /// The request with the token of its form in `Authorization` (RFC 6750 §2.2).
  ///
  /// - Throws: `Problem` 400 `invalid_request` if the request has a token in both places.
  fileprivate func withTokenOfForm() throws(Problem) -> HTTPRequest {
    guard method == .post, try mediaType()?.essence == "application/x-www-form-urlencoded",
      let token = try OAuthParameters(self)[SessionMembers.accessToken]
    else { return self }
    guard fields.values(for: "Authorization").isEmpty else {
      throw .invalidRequest("The token must be in Authorization or in the form, not in both.")
    }
    var request = self
    request.fields["Authorization"] = "Bearer \(token)"
    return request
  }
}
