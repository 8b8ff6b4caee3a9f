public import Encodings

/// The client's statement about a ceremony (WebAuthn L3 §5.8.1), parsed. No signature is verified.
public struct CollectedClientData: Sendable {
  /// The ceremonies.
  public enum Ceremony: String, Sendable, Hashable {
    /// A new credential.
    case create = "webauthn.create"
    /// An assertion.
    case get = "webauthn.get"
  }

  /// The longest accepted client data, in bytes.
  public static let maxLength = 32_768

  /// `type`, as written.
  public let type: String
  /// `challenge`, as written: base64url.
  public let challenge: String
  /// `origin`, as written.
  public let origin: String
  /// `crossOrigin`: whether the ceremony ran in a frame that is not same-origin with its ancestors.
  public let crossOrigin: Bool?
  /// `topOrigin`: the origin of the top-level page of such a frame.
  public let topOrigin: String?
  /// All members, including those above and those of later versions.
  public let members: JSONObject
  /// The bytes whose hash is signed.
  public let bytes: [UInt8]

  /// Parses the bytes of `clientDataJSON`.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_client_data`.
  public init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    // WebAuthn L3 §7.1 step 5, §7.2 step 8: a byte order mark is not part of the text. Invalid UTF-8 is refused.
    let text = ByteOrderMark.skipped(in: bytes)
    // §7.1 step 6, §7.2 step 9.
    do throws(JSONError) {
      let members = try JSONObjectReader(
        JSONParser.parse(text, limits: JSONLimits(maxBytes: Self.maxLength, maxDepth: 8)))
      type = try members.requiredString("type")
      challenge = try members.requiredString("challenge")
      origin = try members.requiredString("origin")
      // §5.8.1: both may be missing, but neither is ever null.
      for name in ["crossOrigin", "topOrigin"] where members.object[name] == .null {
        throw JSONError(code: .wrongType, reason: "\(name) must not be null")
      }
      crossOrigin = try members.optionalBool("crossOrigin")
      topOrigin = try members.optionalString("topOrigin")
      self.members = members.object
    } catch {
      throw WebAuthnError(
        code: .malformedClientData, reason: "the client data is malformed: \(error.reason)")
    }
    self.bytes = bytes
  }
}
