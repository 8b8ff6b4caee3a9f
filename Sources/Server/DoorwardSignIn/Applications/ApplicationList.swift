package import DoorwardSessions

/// The applications of a server.
package struct ApplicationList: Sendable {
  /// The id of the application of a server that lists none.
  package static let defaultID = "default"

  /// The default application.
  package let standard: Application
  package let others: [Application]
  /// The mistakes of the applications whose settings are refused, by their id.
  package let refused: [String: ConfigurationError]

  package var all: [Application] { [standard] + others }
  package var ids: [String] { all.map(\.id) }

  package init(standard: Application, others: [Application], refused: [String: ConfigurationError]) {
    let applications = ([standard] + others).withCommonPasswordRules
    self.standard = applications[0]
    self.others = Array(applications.dropFirst())
    self.refused = refused
  }
}

/// Refuses an audience that would make access tokens look like tokens of another kind.
package struct AudienceRule: Sendable {
  private let ids: Set<String>
  private let issuer: WebOrigin?

  /// - Parameters:
  ///   - ids: the ids of all applications.
  ///   - issuer: the issuer of tokens; nil if it is not known yet.
  package init(ids: Set<String>, issuer: WebOrigin?) {
    self.ids = ids
    self.issuer = issuer
  }

  /// - Throws: ``ConfigurationError`` `invalid_value`.
  package func check(_ audience: String) throws(ConfigurationError) {
    guard let flaw = flaw(audience) else { return }
    throw ConfigurationError(.invalidValue, key: "audience", flaw)
  }

  private func flaw(_ audience: String) -> String? {
    if audience.isEmpty { return "must not be empty" }
    if let issuer, audience == "\(issuer)" {
      return "must differ from the public URL, or a backend could use its token as the user's own"
    }
    // The `aud` of an ID token is its client's ID (OpenID Connect Core §2), and some clients check nothing else.
    if ids.contains(audience) {
      return "\"\(audience)\" is the id of an application, which could take the access token for an ID token"
    }
    return nil
  }
}
