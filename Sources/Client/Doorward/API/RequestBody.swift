internal import Encodings

/// The body of a request to the server.
enum RequestBody: Sendable {
  case json(JSONObject)
  /// The bytes of an image. The server recognizes the format by the content.
  case image([UInt8])

  var bytes: [UInt8] {
    switch self {
    case .json(let object): object.serialized()
    case .image(let bytes): bytes
    }
  }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .image: "application/octet-stream"
    }
  }

  var json: JSONObject? { if case .json(let object) = self { object } else { nil } }
}
