import DoorwardHTTP
import DoorwardWire
import Encodings

extension WireSignOutScope {
  /// Reads `scope` of a request. The default is the current session alone.
  ///
  /// - Throws: `Problem` 400 `invalid_scope`.
  init(_ body: JSONObjectReader) throws(Problem) {
    guard let text = try body.optionalText(Self.member) else {
      self = .this
      return
    }
    guard let scope = Self(rawValue: text) else {
      throw Problem(
        status: 400, code: WireCode.invalidScope, detail: "scope must be \"this\", \"others\" or \"all\".")
    }
    self = scope
  }
}
