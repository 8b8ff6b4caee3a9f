package import Encodings

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
