import DoorwardStore
package import Encodings

/// The part of an error that the log may show: its code and its reason, never a value.
package enum LoggedError {
  package static func members(of error: any Error) -> JSONObject {
    guard let coded = error as? any CodedError else { return ["error": .string("\(type(of: error))")] }
    return ["error": .string(coded.codeName), "reason": .string(coded.reason)]
  }
}
