package import DoorwardSessions

extension Administration {
  /// The applications of a configuration with all default values, the default application first.
  ///
  /// The defaults follow from the public URL, or from the listen address if there is no public URL.
  package static func applications(of configuration: ServerConfiguration) -> [Application] {
    let origin = configuration.publicURL ?? WebOrigin(http: configuration.listen)
    return configuration.resolvedApplications(origin: origin)
  }
}

extension ServerConfiguration {
  /// The applications with all default values, the default application first.
  func resolvedApplications(origin: WebOrigin) -> [Application] {
    (applications ?? [ApplicationSettings(id: "default")]).enumerated().map { index, settings in
      settings.resolved(origin: origin, isDevelopment: isDevelopment, isDefault: index == 0)
    }
  }
}
