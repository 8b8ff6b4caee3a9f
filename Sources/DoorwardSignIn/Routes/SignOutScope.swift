import DoorwardHTTP
import Encodings

/// The sessions of the user that a sign-out ends.
enum SignOutScope: String, Sendable {
  case this, others, all

  /// `scope` of a request; this session alone if there is none.
  init(_ body: JSONObjectReader) throws(Problem) {
    guard let text = try reading({ () throws(JSONError) in try body.optionalString("scope") }) else {
      self = .this
      return
    }
    guard let scope = Self(rawValue: text) else {
      throw Problem(
        status: 400, code: "invalid_scope", detail: "scope must be \"this\", \"others\" or \"all\".")
    }
    self = scope
  }
}
