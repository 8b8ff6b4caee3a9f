import Encodings

/// The result of one check.
struct Finding: Sendable {
  enum Status: String, Sendable {
    case ok
    /// The installation works, and the operator should know of a risk or a limit.
    case warning
    /// The server does not start, users cannot sign in, or the installation is not safe.
    case problem
  }

  /// The name of the checked item.
  let name: String
  let status: Status
  /// The state of the item.
  let detail: String
  /// The action that corrects the problem.
  let remedy: String?

  static func ok(_ name: String, _ detail: String) -> Finding {
    Finding(name: name, status: .ok, detail: detail, remedy: nil)
  }

  static func warning(_ name: String, _ detail: String, remedy: String? = nil) -> Finding {
    Finding(name: name, status: .warning, detail: detail, remedy: remedy)
  }

  static func problem(_ name: String, _ detail: String, remedy: String? = nil) -> Finding {
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
