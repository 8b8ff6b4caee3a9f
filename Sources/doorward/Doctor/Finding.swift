import Encodings

/// What one check came to.
struct Finding: Sendable {
  enum Status: String, Sendable {
    case ok
    /// It works, or will; but somebody should know.
    case warning
    /// The server does not start, or somebody cannot sign in, or is not safe.
    case problem
  }

  /// What was looked at.
  let name: String
  let status: Status
  /// How it stands.
  let detail: String
  /// What to do about it.
  let remedy: String?

  static func ok(_ name: String, _ detail: String) -> Finding {
    Finding(name: name, status: .ok, detail: detail, remedy: nil)
  }

  static func warning(_ name: String, _ detail: String, _ remedy: String? = nil) -> Finding {
    Finding(name: name, status: .warning, detail: detail, remedy: remedy)
  }

  static func problem(_ name: String, _ detail: String, _ remedy: String? = nil) -> Finding {
    Finding(name: name, status: .problem, detail: detail, remedy: remedy)
  }

  var json: JSONObject {
    var object: JSONObject = [
      "check": .string(name), "status": .string(status.rawValue), "detail": .string(detail),
    ]
    object["remedy"] = remedy.map(JSONValue.string)
    return object
  }
}
