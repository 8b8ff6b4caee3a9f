package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about the settings of the server and their changes.
package protocol SettingsReading {
  /// The settings of the server.
  func settings() throws -> SettingsRecord
  /// A change; nil if there is none with the id.
  func settingsChange(_ id: SettingsChange.ID) throws -> SettingsChange?
  /// The changes before one, newest first; nil for the newest ones.
  func settingsChanges(before id: SettingsChange.ID?, limit: Int) throws -> [SettingsChange]
}

/// Changes of the settings of the server.
package protocol SettingsWriting: SettingsReading {
  /// Replaces the settings of the server. All processes are told.
  func put(_ settings: SettingsRecord) throws
  /// Adds a change of the settings of the server or of an application.
  func insert(_ change: SettingsChange) throws
  /// Removes the changes before a time.
  ///
  /// - Returns: the number of removed changes.
  /// - Throws: ``StoreError``.
  func purgeSettingsChanges(before instant: Date, limit: Int) throws -> Int
}

/// The settings of the server that the store has, in place of default values.
package struct SettingsRecord: Sendable, Equatable {
  /// Grows with each change.
  package var revision: Int64
  /// The settings, with the keys of the configuration and without secrets.
  package var values: JSONObject
  /// The sealed secrets; empty if there are none.
  package var secrets: [UInt8]

  package init(revision: Int64, values: JSONObject, secrets: [UInt8]) {
    self.revision = revision
    self.values = values
    self.secrets = secrets
  }
}

/// A change of the settings of the server or of an application.
package struct SettingsChange: Sendable, Equatable {
  package typealias ID = Identifier<SettingsChange>

  package let id: ID
  package let at: Date
  /// The application; nil for the settings of the server.
  package let application: String?
  /// The party that has made the change, as ``actor`` and its id.
  package let actor: String
  package let actorID: String?
  /// The paths of the changed keys.
  package let keys: [String]
  /// The sealed values before and after the change.
  package let content: [UInt8]

  package init(
    id: ID, at: Date, application: String?, actor: String, actorID: String?, keys: [String],
    content: [UInt8]
  ) {
    self.id = id
    self.at = at
    self.application = application
    self.actor = actor
    self.actorID = actorID
    self.keys = keys
    self.content = content
  }
}
