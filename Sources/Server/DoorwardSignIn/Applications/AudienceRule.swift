package import DoorwardSessions

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
