public import BinaryEncodings
internal import Encodings

/// The statement of an authenticator about a ceremony (WebAuthn L3 §6.1), parsed. No signature is verified.
public struct AuthenticatorData: Sendable, Hashable {
  /// SHA-256 of the RP ID.
  public let rpIDHash: [UInt8]
  /// The flags.
  public let flags: AuthenticatorFlags
  /// The signature counter; 0 if the authenticator does not count.
  public let signCount: UInt32
  /// The new credential, in a registration.
  public let attestedCredential: AttestedCredentialData?
  /// The outputs of authenticator extensions, by the names of the extensions.
  public let extensions: CBORMap
  /// The signed bytes.
  public let bytes: [UInt8]

  /// The longest accepted authenticator data.
  public static let maxLength = 16_384

  /// Parses authenticator data.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_authenticator_data`, `credential_id_too_long`.
  public init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    guard bytes.count <= Self.maxLength else {
      throw Self.malformed("it is longer than \(Self.maxLength) bytes")
    }
    guard bytes.count >= 37 else { throw Self.malformed("it has fewer than 37 bytes") }
    let flags = AuthenticatorFlags(rawValue: bytes[32])
    var position = 37
    if flags.contains(.attestedCredentialData) {
      attestedCredential = try AttestedCredentialData(bytes, at: &position)
    } else {
      attestedCredential = nil
    }
    extensions = flags.contains(.extensionData) ? try Self.extensions(bytes, at: &position) : CBORMap()
    guard position == bytes.count else {
      throw Self.malformed("\(bytes.count - position) bytes follow that the flags do not announce")
    }
    rpIDHash = Array(bytes[..<32])
    self.flags = flags
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    self.bytes = bytes
  }

  private static func extensions(_ bytes: [UInt8], at position: inout Int) throws(WebAuthnError) -> CBORMap {
    let map = try item(bytes, at: &position, "the extension data")
    for entry in map.entries where entry.key.text == nil {
      throw malformed("a name in the extension data is not text")
    }
    return map
  }

  /// The map at a position, in the canonical form of CTAP 2, which WebAuthn requires (§6.1).
  static func item(
    _ bytes: [UInt8], at position: inout Int, _ name: String
  ) throws(WebAuthnError) -> CBORMap {
    let value: CBORValue
    do {
      (value, position) = try CBOR.decodeFirst(
        bytes, at: position, form: .ctap2Canonical, limits: CBORLimits(maxBytes: maxLength, maxDepth: 8))
    } catch {
      throw malformed("\(name) is not canonical CBOR: \(error.reason)")
    }
    guard case .map(let map) = value else { throw malformed("\(name) is not a map") }
    return map
  }

  static func malformed(_ problem: String) -> WebAuthnError {
    WebAuthnError(
      code: .malformedAuthenticatorData, reason: "the authenticator data is malformed: \(problem)")
  }
}

/// The flags of authenticator data (WebAuthn L3 §6.1). Reserved bits are kept and mean nothing.
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// The byte.
  public let rawValue: UInt8

  /// Creates flags from their byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: the user was present.
  public static let userPresent = Self(rawValue: 1 << 0)
  /// UV: the authenticator verified the user.
  public static let userVerified = Self(rawValue: 1 << 2)
  /// BE: the credential may be backed up.
  public static let backupEligible = Self(rawValue: 1 << 3)
  /// BS: the credential is backed up.
  public static let backedUp = Self(rawValue: 1 << 4)
  /// AT: attested credential data follows.
  public static let attestedCredentialData = Self(rawValue: 1 << 6)
  /// ED: extension data follows.
  public static let extensionData = Self(rawValue: 1 << 7)
}
