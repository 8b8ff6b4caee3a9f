package import DoorwardSessions

extension Administration {
  /// The applications of a configuration as the server will offer them, the default one first.
  ///
  /// What an application leaves out follows from the public URL; without one, from the address to listen on.
  package static func applications(of configuration: ServerConfiguration) -> [Application] {
    let origin = configuration.publicURL ?? WebOrigin(http: configuration.listen)
    return configuration.resolvedApplications(origin: origin)
  }
}

extension ServerConfiguration {
  /// The applications with nothing left open, the default one first.
  func resolvedApplications(origin: WebOrigin) -> [Application] {
    (applications ?? [ApplicationSettings(id: "default")]).enumerated().map { index, settings in
      settings.resolved(origin: origin, isDevelopment: isDevelopment, isDefault: index == 0)
    }
  }
}
