import DoorwardHTTP
import DoorwardWire

/// The refusals of requests and values whose form is wrong.
extension Problem {
  static func unprocessable(_ code: String, _ detail: String) -> Problem {
    Problem(status: 422, code: code, detail: detail)
  }
  static func malformed(_ code: String, _ detail: String) -> Problem {
    Problem(status: 400, code: code, detail: detail)
  }
  static func wrongType(_ detail: String) -> Problem { malformed(WireCode.wrongType, detail) }
}
