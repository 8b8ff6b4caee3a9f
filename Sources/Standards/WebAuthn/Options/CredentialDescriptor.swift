internal import Encodings

/// A credential in a list of options (`PublicKeyCredentialDescriptorJSON`, WebAuthn L3 §5.8.3).
public struct CredentialDescriptor: Sendable, Hashable {
  /// The credential id.
  public var id: [UInt8]
  /// The transports of the authenticator, as the registration reported them.
  public var transports: [String]

  /// Creates a descriptor.
  public init(id: [UInt8], transports: [String] = []) {
    self.id = id
    self.transports = transports
  }

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    guard try reader.string("type") == "public-key" else {
      throw ResponseReader.malformed("the type of a credential must be public-key")
    }
    id = try reader.bytes("id")
    transports = try reader.optionalStrings("transports") ?? []
  }

  var json: JSONValue {
    var object: JSONObject = ["type": "public-key", "id": .string(Base64URL.encode(id))]
    if !transports.isEmpty { object["transports"] = .array(transports.map(JSONValue.string)) }
    return .object(object)
  }

  static func list(_ readers: [ResponseReader]?) throws(WebAuthnError) -> [CredentialDescriptor] {
    var list: [CredentialDescriptor] = []
    for reader in readers ?? [] { list.append(try CredentialDescriptor(reader)) }
    return list
  }
}
