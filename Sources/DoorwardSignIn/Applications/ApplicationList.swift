package import DoorwardSessions

/// The applications of a server, the default application first.
package struct ApplicationList: Sendable {
  /// The id of the application of a server that lists none.
  package static let defaultID = "default"

  package let standard: Application
  package let others: [Application]

  package var all: [Application] { [standard] + others }
  package var ids: [String] { all.map(\.id) }

  package init(standard: Application, others: [Application]) {
    self.standard = standard
    self.others = others
  }

  /// Checks that an audience does not make access tokens look like tokens of another kind.
  ///
  /// - Parameters:
  ///   - audience: the audience of an application.
  ///   - origin: the issuer; nil if it is not known yet.
  /// - Returns: the reason if it does; nil if it does not.
  package func flaw(ofAudience audience: String, besides origin: WebOrigin?) -> String? {
    if audience.isEmpty { return "must not be empty" }
    if let origin, audience == "\(origin)" {
      return "must differ from the public URL, or a backend could use its token as the user's own"
    }
    // The `aud` of an ID token is its client's ID (OpenID Connect Core §2), and some clients check nothing else.
    if ids.contains(audience) {
      return "\"\(audience)\" is the id of an application, which could take the access token for an ID token"
    }
    return nil
  }
}
