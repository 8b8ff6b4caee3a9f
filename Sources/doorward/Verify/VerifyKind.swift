import DoorwardServer
import DoorwardStore
import Encodings

/// One kind of proof, and how it is checked.
///
/// A value is made once and copied for each thread that checks, so what is expensive to make is made in
/// `init` and what is learned on the way (keys made ready) stays with the copy.
protocol VerifyKind: Sendable {
  static var name: String { get }
  /// The members that are read; `?` marks those that may be left out.
  static var members: String { get }
  /// The members of the answer to what is valid.
  static var establishes: String { get }

  init() throws

  /// Checks one proof.
  ///
  /// - Returns: what is established, the members of the answer beside `valid`.
  /// - Throws: a `CodedError`: why it is not valid.
  mutating func check(_ proof: JSONObjectReader) throws -> JSONObject
}

/// Every kind, in the order the help lists them.
let verifyKinds: [any VerifyKind.Type] = [
  SIWEKind.self, SIWEMessageKind.self, PersonalSignKind.self, EthereumAddressKind.self, NEP413Kind.self,
  NEARAccountIDKind.self, NEARPublicKeyKind.self, NEP366Kind.self, NEARTransactionKind.self, JWTKind.self,
]

/// What this command itself finds wrong with a proof.
struct VerifyRefusal: CodedError {
  let codeName: String
  let reason: String
}

extension JSONObjectReader {
  /// `time`: RFC 3339 text, or seconds since 1970; the present where it is not given.
  func instant() throws -> Timestamp {
    switch object["time"] {
    case nil, .null?: return Timestamp(WallClock.system.now)
    case .string(let text)?:
      guard let time = try? Timestamp(rfc3339: text) else {
        throw VerifyRefusal(
          codeName: "invalid_timestamp",
          reason: "time is not an RFC 3339 date-time, as in 2021-09-30T16:25:24Z, nor a number of seconds")
      }
      return time
    case .number(let number)?:
      if let seconds = number.int64 { return Timestamp(seconds: seconds) }
      guard let seconds = number.double, seconds.magnitude < 1e15 else {
        throw VerifyRefusal(
          codeName: "invalid_timestamp", reason: "time is no instant of the years 0 to 9999")
      }
      let whole = seconds.rounded(.down)
      return Timestamp(seconds: Int64(whole), nanoseconds: Int32(min((seconds - whole) * 1e9, 999_999_999)))
    case let value?:
      throw JSONError(
        code: .wrongType, reason: "time must be RFC 3339 text or a number of seconds, not \(value.kindName)")
    }
  }
}
