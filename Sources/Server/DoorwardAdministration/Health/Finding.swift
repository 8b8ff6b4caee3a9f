package import Encodings

/// The result of one check.
package struct Finding: Sendable {
  package enum Status: String, Sendable {
    case ok
    /// The installation works, and the operator should know of a risk or a limit.
    case warning
    /// The server does not start, users cannot sign in, or the installation is not safe.
    case problem
  }

  /// The name of the checked item.
  package let name: String
  package let status: Status
  /// The state of the item.
  package let detail: String
  /// The action that corrects the problem.
  package let remedy: String?

  package static func ok(_ name: String, _ detail: String) -> Finding {
    Finding(name: name, status: .ok, detail: detail, remedy: nil)
  }

  package static func warning(_ name: String, _ detail: String, remedy: String? = nil) -> Finding {
    Finding(name: name, status: .warning, detail: detail, remedy: remedy)
  }

  package static func problem(_ name: String, _ detail: String, remedy: String? = nil) -> Finding {
    Finding(name: name, status: .problem, detail: detail, remedy: remedy)
  }

  package var json: JSONObject {
    var object: JSONObject = [
      "check": .string(name), "status": .string(status.rawValue), "detail": .string(detail),
    ]
    object["remedy"] = remedy.map(JSONValue.string)
    return object
  }
}
