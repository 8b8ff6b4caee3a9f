import BinaryEncodings
import Encodings
import EthereumSignatures
import SignInWithEthereum
import Testing

struct PersonalSignCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var message: String
  var messageText: String?
  var hash: String
  var privateKey: String
  var signature: String
  var address: String
  var testDescription: String { name }
}

struct PersonalHashCase: Decodable, Sendable {
  var text: String
  var hash: String
}

struct PersonalHashFile: Decodable {
  var hashOnly: [PersonalHashCase]
}

@Suite("personal_sign (EIP-191)")
struct PersonalSignTests {
  let verifier = PersonalSignVerifier()

  @Test(
    "hash, signature and signer match the wallets' vectors",
    arguments: try vectorCases("ethereum/eip191_personal_sign.json", as: PersonalSignCase.self))
  func wallets(vector: PersonalSignCase) throws {
    let message = PersonalMessage(bytes: try Hex.decode(vector.message))
    if let text = vector.messageText { #expect(PersonalMessage(text) == message) }
    #expect(Hex.encode(message.hash, prefix: true) == vector.hash)

    let signature = try EthereumSignature(parsing: vector.signature)
    #expect(signature.description == vector.signature)
    let address = try verifier.recoverAddress(of: message, signature: signature)
    #expect(address.checksummed == vector.address)
    try verifier.verify(message, signature: signature, address: address)

    let key = try EthereumSecretKey(bytes: Hex.decode(vector.privateKey))
    #expect(key.address == address)
    #expect(try key.sign(message) == signature)

    let other = PersonalMessage(bytes: message.bytes + [0])
    #expect(throws: SIWEError(code: .wrongSigner, reason: "")) {
      try verifier.verify(other, signature: signature, address: address)
    }
  }

  @Test(
    "hashes of text count bytes, not characters",
    arguments: try vectors("ethereum/eip191_personal_sign.json", as: PersonalHashFile.self).hashOnly)
  func hashes(vector: PersonalHashCase) {
    #expect(Hex.encode(PersonalMessage(vector.text).hash, prefix: true) == vector.hash)
  }

  @Test(
    "the length in the prefix is decimal for every number of digits",
    arguments: [0, 1, 9, 10, 99, 100, 109, 110, 999, 1000, 65_536])
  func prefix(count: Int) {
    let bytes = [UInt8](repeating: 0x61, count: count)
    let prefixed = Array("\u{19}Ethereum Signed Message:\n\(count)".utf8) + bytes
    #expect(PersonalMessage(bytes: bytes).hash == Keccak256.hash(prefixed))
  }

  @Test("descriptions of a secret key do not contain the secret")
  func secrecy() throws {
    let secret = [UInt8](repeating: 0x5a, count: 32)
    let key = try EthereumSecretKey(bytes: secret)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("5a5a") && !text.contains("90, 90"))
    }
  }

  @Test("secret keys must be between zero and the order of the curve")
  func secretKeyRange() throws {
    let order = try Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
    let largest = try Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140")
    _ = try EthereumSecretKey(bytes: largest)
    for bytes in [[], [1], [UInt8](repeating: 0, count: 32), order, largest + [0]] {
      #expect(throws: SIWEError(code: .invalidSecretKey, reason: "")) { try EthereumSecretKey(bytes: bytes) }
    }
  }
}
