import DoorwardServer
import DoorwardStore
import Encodings

/// A kind of proof, and its check.
///
/// A value is created once and copied for each thread. So `init` prepares expensive values, and each copy keeps its
/// own cache of prepared keys.
protocol VerifyKind: Sendable {
  static var name: String { get }
  /// The members of the proof; `?` marks optional members.
  static var members: String { get }
  /// The members of the answer to a valid proof.
  static var establishes: String { get }

  init() throws

  /// Checks one proof.
  ///
  /// - Returns: The members of the answer beside `valid`.
  /// - Throws: A `CodedError` with the reason if the proof is not valid.
  mutating func check(_ proof: JSONObjectReader) throws -> JSONObject
}

/// All kinds, in the order of the help.
let verifyKinds: [any VerifyKind.Type] = [
  SIWEKind.self, SIWEMessageKind.self, PersonalSignKind.self, EthereumAddressKind.self, NEP413Kind.self,
  NEARAccountIDKind.self, NEARPublicKeyKind.self, NEP366Kind.self, NEARTransactionKind.self,
  WebAuthnRegistrationKind.self,
  WebAuthnAuthenticationKind.self, JWTKind.self,
]

/// An error in a proof that this command finds itself.
struct VerifyRefusal: CodedError {
  struct Code: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    static let conflictingMembers = Code(rawValue: "conflicting_members")
    static let invalidTimestamp = Code(rawValue: "invalid_timestamp")
    static let wrongAccount = Code(rawValue: "wrong_account")
  }

  let code: Code
  let reason: String
}

extension JSONObjectReader {
  /// `time`: RFC 3339 text, or seconds since 1970; the current time if it is missing.
  func instant() throws -> Timestamp {
    switch object["time"] {
    case nil, .null?: return Timestamp(WallClock.system.now)
    case .string(let text)?:
      guard let time = try? Timestamp(rfc3339: text) else {
        throw VerifyRefusal(
          code: .invalidTimestamp,
          reason: "time is not an RFC 3339 date-time, as in 2021-09-30T16:25:24Z, nor a number of seconds")
      }
      return time
    case .number(let number)?:
      if let seconds = number.int64 { return Timestamp(seconds: seconds) }
      guard let seconds = number.double, seconds.magnitude < 1e15 else {
        throw VerifyRefusal(
          code: .invalidTimestamp, reason: "time is outside the years 0 to 9999")
      }
      let whole = seconds.rounded(.down)
      return Timestamp(seconds: Int64(whole), nanoseconds: Int32(min((seconds - whole) * 1e9, 999_999_999)))
    case let value?:
      throw JSONError(
        code: .wrongType, reason: "time must be RFC 3339 text or a number of seconds, not \(value.kindName)")
    }
  }
}
