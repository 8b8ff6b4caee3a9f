/// Queries about applications.
package protocol ApplicationReading {
  /// Every application: first those of the configuration, then the others, each by their position.
  func applications() throws -> [ApplicationRecord]

  /// A number that increases with each change of an application.
  func applicationRevision() throws -> Int64
}

/// Changes of applications.
package protocol ApplicationWriting: ApplicationReading {
  /// Adds an application, or replaces the one with the same id and source.
  func put(_ application: ApplicationRecord) throws

  /// Removes an application.
  func removeApplication(_ id: String, source: ApplicationRecord.Source) throws
}
