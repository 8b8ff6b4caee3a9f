import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Verifies a message signed with `personal_sign` (EIP-191) and returns the signer.
struct PersonalSignKind: VerifyKind {
  static let name = "personal-sign"
  static let members = "message | message_hex, signature, address?"
  static let establishes = "address"

  private let verifier = PersonalSignVerifier()

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let message = try message(of: proof)
    let signature = try EthereumSignature(parsing: proof.requiredString("signature"))
    guard let expected = try proof.optionalString("address") else {
      return ["address": .string(try verifier.recoverAddress(of: message, signature: signature).checksummed)]
    }
    let address = try EthereumAddress(parsing: expected)
    try verifier.verify(message, signature: signature, address: address)
    return ["address": .string(address.checksummed)]
  }

  private func message(of proof: JSONObjectReader) throws -> PersonalMessage {
    guard let hex = try proof.optionalString("message_hex") else {
      return PersonalMessage(try proof.requiredString("message"))
    }
    guard !proof.has("message") else {
      throw VerifyRefusal(
        code: .conflictingMembers, reason: "message and message_hex are both given; give one of them")
    }
    return PersonalMessage(bytes: try Hex.decode(hex))
  }
}

/// Checks an address in any accepted case and returns it with its checksum (EIP-55).
struct EthereumAddressKind: VerifyKind {
  static let name = "ethereum-address"
  static let members = "address"
  static let establishes = "address"

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    ["address": .string(try EthereumAddress(parsing: proof.requiredString("address")).checksummed)]
  }
}
