import DoorwardSessions

extension ServerConfiguration {
  /// Refuses an audience that would make access tokens look like tokens of another kind.
  ///
  /// - Parameter origin: the issuer; nil if it is not known yet.
  /// - Throws: ``ConfigurationError`` `invalid_value`.
  func checkAudiences(besides origin: WebOrigin?) throws(ConfigurationError) {
    let applications = applications ?? []
    for (index, audience) in applications.map(\.audience).enumerated() {
      guard let audience, let flaw = Self.flaw(audience, origin, applications) else { continue }
      throw ConfigurationError(.invalidValue, key: "applications[\(index)].audience", flaw)
    }
  }

  private static func flaw(
    _ audience: String, _ origin: WebOrigin?, _ applications: [ApplicationSettings]
  ) -> String? {
    if audience.isEmpty { return "must not be empty" }
    if let origin, audience == "\(origin)" {
      return "must differ from the public URL, or a backend could use its token as the user's own"
    }
    // The `aud` of an ID token is its client's ID (OpenID Connect Core §2), and some clients check nothing else.
    if applications.contains(where: { $0.id == audience }) {
      return "\"\(audience)\" is the id of an application, which could take the access token for an ID token"
    }
    return nil
  }
}
