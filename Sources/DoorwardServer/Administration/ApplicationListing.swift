extension Administration {
  /// The applications of a configuration as the server will offer them, the default one first.
  ///
  /// What an application leaves out follows from the public URL; without one, from the address to listen on.
  public static func applications(of configuration: ServerConfiguration) -> [Application] {
    let origin = configuration.publicURL ?? WebOrigin(http: configuration.listen)
    return (configuration.applications ?? [ApplicationSettings(id: "default")]).map {
      $0.resolved(origin: origin, isDevelopment: configuration.isDevelopment)
    }
  }
}
