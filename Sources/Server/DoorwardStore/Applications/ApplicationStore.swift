package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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

  /// Ends what rests on the id of an application that is not in force any more: its sessions, and removes its grants with their
  /// data, codes, devices, invitations and API keys. An application that gets the id later starts with nothing.
  ///
  /// Sessions of the hosted page belong to the server, and go on.
  func endApplication(_ id: String, at instant: Date) throws
}

/// An application as the store keeps it: the settings that the operator has given, without defaults. An id can have one
/// record of each source.
package struct ApplicationRecord: Sendable, Equatable {
  /// The origin of the settings.
  package enum Source: String, Sendable {
    /// The server's configuration lists the application and overrides the store at each start.
    case configuration
    /// The operator has added the application to the store.
    case store
  }

  /// The publishable id.
  package let id: String
  /// The settings, with the members of an application in the configuration. `id` is one of them.
  package var settings: JSONObject
  package var source: Source
  /// The place among the applications with the same source, starting at 0.
  package var position: Int64

  package init(id: String, settings: JSONObject, source: Source, position: Int64) {
    self.id = id
    self.settings = settings
    self.source = source
    self.position = position
  }
}
