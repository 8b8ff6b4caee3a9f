import Encodings
import Testing
import WebAuthn

/// One change of a ceremony that is valid without it. The parts are signed after the change, so that only the check of the
/// changed part can refuse the ceremony.
struct CeremonyMutation<Parts>: Sendable, CustomTestStringConvertible {
  let name: String
  let code: WebAuthnError.Code
  let change: @Sendable (inout Parts) -> Void

  init(
    _ name: String, _ code: WebAuthnError.Code, _ change: @escaping @Sendable (inout Parts) -> Void
  ) {
    self.name = name
    self.code = code
    self.change = change
  }

  var testDescription: String { name }
}

/// The client data of a ceremony.
struct ClientDataParts {
  static let challenge: [UInt8] = Array(100..<132)

  var members: JSONObject
  /// Changes the text of the members.
  var rewrite: ([UInt8]) -> [UInt8] = { $0 }

  init(type: String) {
    members = [
      "type": .string(type), "challenge": .string(Base64URL.encode(Self.challenge)),
      "origin": "https://example.org", "crossOrigin": false,
    ]
  }

  var bytes: [UInt8] { rewrite(members.serialized()) }

  /// Replaces a part of the text.
  mutating func replace(_ text: String, with other: String) {
    rewrite = { bytes in
      Array(String(decoding: bytes, as: UTF8.self).replacing(text, with: other, maxReplacements: 1).utf8)
    }
  }
}

/// Authenticator data (WebAuthn L3 §6.1).
struct AuthenticatorDataParts {
  /// A new credential (§6.5.1).
  struct Attested {
    var aaguid = [UInt8](repeating: 0, count: 16)
    var length: [UInt8] = [0, 32]
    var id: [UInt8] = Array(1...32)
    var publicKey: [UInt8]

    var bytes: [UInt8] { aaguid + length + id + publicKey }
  }

  var rpIDHash = SHA256.hash(Array("example.org".utf8))
  var flags: UInt8
  var count: [UInt8] = [0, 0, 0, 0]
  var attested: Attested?
  /// The bytes after the attested credential data.
  var rest: [UInt8] = []

  var bytes: [UInt8] { rpIDHash + [flags] + count + (attested?.bytes ?? []) + rest }
}
