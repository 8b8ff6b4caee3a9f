package import DoorwardSessions
package import DoorwardSignIn

extension ServerConfiguration {
  /// The applications of the configuration and of the store.
  ///
  /// - Parameter origin: the account origin.
  /// - Returns: the sources.
  package func applicationSources(at origin: WebOrigin) -> ApplicationSources {
    ApplicationSources(listed: listedApplications, reader: applicationReader(origin: origin))
  }

  /// The same for a running server, whose configuration determines the listed applications even if it lists none and another
  /// server lists some.
  func runningSources(at origin: WebOrigin) -> ApplicationSources {
    ApplicationSources(listed: listedApplications ?? [], reader: applicationReader(origin: origin))
  }

  /// Makes the reader of applications.
  ///
  /// - Parameter origin: the account origin.
  /// - Returns: the reader.
  func applicationReader(origin: WebOrigin) -> ApplicationReader {
    ApplicationReader(origin: origin, isDevelopment: isDevelopment, settings: methods)
  }
}
