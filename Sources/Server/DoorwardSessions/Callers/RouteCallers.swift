package import DoorwardHTTP

/// The kinds of callers of this server's routes.
extension RouteCaller {
  /// No authentication. A token that a sign-in carries is checked, and decides whose session it renews.
  package static let anyone = RouteCaller(rawValue: "anyone")
  /// A browser that another site or the user sends to a page.
  package static let browser = RouteCaller(rawValue: "browser")
  /// The script of the hosted page, whose user may be signed out.
  package static let page = RouteCaller(rawValue: "page")
  /// The script of the hosted page, with the cookie of a session.
  package static let pageSession = RouteCaller(rawValue: "page with a session")
  package static let accountToken = RouteCaller(rawValue: "account token")
  package static let accessToken = RouteCaller(rawValue: "access token")
  package static let accessOrAccountToken = RouteCaller(rawValue: "access or account token")
  /// A client of OAuth: a confidential one with its secret, a public one by its name.
  package static let client = RouteCaller(rawValue: "client")
  package static let apiKey = RouteCaller(rawValue: "API key")
}
