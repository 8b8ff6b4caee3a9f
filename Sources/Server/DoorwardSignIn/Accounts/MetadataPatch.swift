package import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the metadata that an app, or a backend, keeps with a user's profile.
package struct MetadataPatch: Sendable {
  private let name: String
  /// The patch; nil removes all metadata.
  private let patch: JSONObject?

  /// Reads the member `name`; nil if the body does not have the member.
  ///
  /// - Throws: ``Problem`` 400 `wrong_type` if it is neither an object nor null.
  package init?(_ name: String, in body: JSONObject) throws(Problem) {
    guard let value = body[name] else { return nil }
    guard value == .null || value.object != nil else { throw .notObjectOrNull(name) }
    self.name = name
    patch = value.object
  }

  /// Changes `metadata`.
  ///
  /// - Throws: ``Problem`` 422 `metadata_too_large`, `metadata_too_deep` or `metadata_number` if the result would
  ///   violate the ``MetadataRule``.
  package func apply(to metadata: inout JSONObject) throws(Problem) {
    let merged = patch.map { metadata.merging(patch: $0) } ?? JSONObject()
    if let flaw = MetadataRule.flaw(of: merged) { throw Problem(flaw, in: name) }
    metadata = merged
  }
}
