import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings

/// The redirect back to a client: its redirect URI and its `state`.
///
/// The server redirects only to URIs that the client has listed (RFC 6749 §4.1.2.1).
package struct AuthorizationReturn: Sendable {
  /// The maximum length of `state` in bytes. The redirect carries it in its query.
  package static let maximumState = 8192

  package let application: Application
  /// The redirect URI as the client sent it, with its port.
  package let redirectURI: String
  package let destination: RedirectURI.Destination
  package let state: String?

  /// Finds the client and its listed redirect URI.
  ///
  /// - Throws: ``AuthorizationRefusal``, which the page shows to the user: a redirect would not be safe.
  package init(_ parameters: AuthorizationParameters, _ applications: ApplicationDirectory)
    throws(AuthorizationRefusal)
  {
    guard let id = parameters["client_id"], let application = applications[id] else {
      throw AuthorizationRefusal.unknownClient
    }
    guard let presented = parameters["redirect_uri"],
      let listed = application.client.redirectURI(admitting: presented)
    else { throw AuthorizationRefusal.unlistedRedirect(application.name) }
    guard !parameters.repeated.contains("state"),
      parameters["state"]?.utf8.count ?? 0 <= Self.maximumState
    else { throw AuthorizationRefusal.unusableState }
    self.init(
      application: application, redirectURI: presented, destination: listed.destination,
      state: parameters["state"])
  }

  package init(
    application: Application, redirectURI: String, destination: RedirectURI.Destination, state: String?
  ) {
    self.application = application
    self.redirectURI = redirectURI
    self.destination = destination
    self.state = state
  }

  /// The redirect that carries a code.
  package func address(code: String, issuer: String) -> String { address([("code", code)], issuer: issuer) }

  /// The redirect that carries an error.
  package func address(_ error: AuthorizationError, issuer: String) -> String {
    address([("error", error.code.rawValue), ("error_description", error.reason)], issuer: issuer)
  }

  /// `iss` tells a client of several servers which server answers (RFC 9207).
  private func address(_ items: [(String, String)], issuer: String) -> String {
    var items = items
    if let state { items.append(("state", state)) }
    items.append(("iss", issuer))
    return redirectURI.appendingQuery(items)
  }
}

extension String {
  /// Appends parameters to the query of a URI without a fragment.
  package func appendingQuery(_ items: [(String, String)]) -> String {
    let query = items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    guard utf8.contains(UInt8(ascii: "?")) else { return "\(self)?\(query)" }
    return hasSuffix("?") || hasSuffix("&") ? self + query : "\(self)&\(query)"
  }
}
