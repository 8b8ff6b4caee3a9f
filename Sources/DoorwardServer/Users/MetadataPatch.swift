import Encodings
import HTTPCore

/// A JSON Merge Patch (RFC 7396) of what an app, or a backend, keeps beside a user's profile.
struct MetadataPatch: Sendable {
  /// The most that is kept, in bytes of JSON.
  static let limit = 16 * 1024

  private let name: String
  /// Nil clears all.
  private let patch: JSONObject?

  /// Reads the member `name`; nil where the body has none.
  ///
  /// - Throws: ``Problem`` 400 `wrong_type` where it is neither an object nor null.
  init?(_ name: String, in body: JSONObject) throws(Problem) {
    guard let value = body[name] else { return nil }
    guard value == .null || value.object != nil else {
      throw Problem(status: 400, code: "wrong_type", detail: "\(name) must be an object or null.")
    }
    self.name = name
    patch = value.object
  }

  /// Changes `metadata`.
  ///
  /// - Throws: ``Problem`` 422 `metadata_too_large` where it would grow past the limit.
  func apply(to metadata: inout JSONObject) throws(Problem) {
    guard let patch else {
      metadata = JSONObject()
      return
    }
    metadata = metadata.merging(patch: patch)
    guard JSONValue.object(metadata).serialized().count <= Self.limit else {
      throw Problem(
        status: 422, code: "metadata_too_large", detail: "\(name) may take up to \(Self.limit) bytes.")
    }
  }
}
