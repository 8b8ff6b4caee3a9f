import Encodings
import EthereumSignatures
import SignInWithEthereum
import Testing

struct WrapperCase: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var wrapped: String
  var isWrapped: Bool
  var testDescription: String { name }
}

@Suite("Forms of a signature")
struct SignatureFormTests {
  static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
  static let halfOrder = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0"
  static let one = String(repeating: "0", count: 63) + "1"
  static let zero = String(repeating: "0", count: 64)

  let key: EthereumSecretKey
  let message = PersonalMessage("hello")
  let signature: EthereumSignature
  let verifier = PersonalSignVerifier()

  init() throws {
    key = try EthereumSecretKey(bytes: [UInt8](repeating: 7, count: 32))
    signature = try key.sign(message)
  }

  @Test("v must be 27, 28, 0 or 1", arguments: UInt8.min...UInt8.max)
  func recoveryByte(v: UInt8) throws {
    var bytes = signature.bytes
    bytes[64] = v
    guard [0, 1, 27, 28].contains(v) else {
      #expect(throws: SIWEError(code: .malformedSignature, reason: "")) {
        try EthereumSignature(bytes: bytes)
      }
      return
    }
    let parsed = try EthereumSignature(bytes: bytes)
    #expect(parsed.bytes[64] == (v < 2 ? v + 27 : v))
    let signer = try? verifier.recoverAddress(of: message, signature: parsed)
    #expect((signer == key.address) == (parsed.recoveryID == signature.recoveryID))
  }

  @Test("a signature shorter than 65 bytes is malformed", arguments: 0..<65)
  func tooShort(count: Int) {
    let bytes = Array(signature.bytes.prefix(count))
    #expect(throws: SIWEError(code: .malformedSignature, reason: "")) { try EthereumSignature(bytes: bytes) }
    #expect(throws: SIWEError(code: .malformedSignature, reason: "")) {
      try EthereumSignature(parsing: Hex.encode(bytes, prefix: true))
    }
  }

  @Test(
    "a signature longer than 65 bytes is refused as a contract signature",
    arguments: [66, 97, 130, 195, 640, 60_000])
  func tooLong(count: Int) {
    let bytes = signature.bytes + [UInt8](repeating: 0, count: count - 65)
    for form in [SignatureForm.full, .fullOrCompact] {
      #expect(throws: SIWEError(code: .unsupportedContractSignature, reason: "")) {
        try EthereumSignature(bytes: bytes, form: form)
      }
    }
  }

  @Test(
    "wrapped signatures of undeployed wallets are refused as contract signatures (ERC-6492)",
    arguments: try vectorCases("ethereum/erc6492_wrapper.json", as: WrapperCase.self))
  func wrapped(vector: WrapperCase) throws {
    if vector.isWrapped {
      let error = #expect(throws: SIWEError.self) { try EthereumSignature(parsing: vector.wrapped) }
      #expect(error?.code == .unsupportedContractSignature)
      #expect(error?.reason.contains("6492") == true)
    } else {
      #expect(try EthereumSignature(parsing: vector.wrapped).description == vector.wrapped)
    }
  }

  @Test("both wrapped vectors are refused")
  func wrappedCount() throws {
    let cases = try vectorCases("ethereum/erc6492_wrapper.json", as: WrapperCase.self)
    #expect(cases.count == 3)
    #expect(cases.filter(\.isWrapped).count == 2)
  }

  @Test(
    "text that is not hexadecimal is malformed",
    arguments: ["", "0x", "0xzz", "hello", "0x1", String(repeating: "0", count: 1 << 20)])
  func notHexadecimal(text: String) {
    #expect(throws: SIWEError(code: .malformedSignature, reason: "")) { try EthereumSignature(parsing: text) }
  }

  @Test(
    "r and s must be between zero and the order, and s in the lower half (EIP-2)",
    arguments: [
      (zero, one, SIWEError.Code?.some(.malformedSignature)), (one, zero, .malformedSignature),
      (order, one, .malformedSignature), (one, order, .malformedSignature),
      (String(repeating: "f", count: 64), one, .malformedSignature),
      (one, String(repeating: "f", count: 64), .malformedSignature),
      (one, "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1", .highS),
      (one, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140", .highS),
      (one, halfOrder, nil), (one, one, nil),
      ("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140", one, nil),
    ])
  func ranges(r: String, s: String, code: SIWEError.Code?) throws {
    let text = "0x\(r)\(s)1b"
    if let code {
      #expect(throws: SIWEError(code: code, reason: "")) { try EthereumSignature(parsing: text) }
    } else {
      #expect(try EthereumSignature(parsing: text).description == text)
    }
  }

  @Test("the upper s of a valid signature leads to the same account and is refused (EIP-2)")
  func malleability() throws {
    let other =
      signature.bytes[..<32] + Self.negated(Array(signature.bytes[32..<64])) + [55 - signature.bytes[64]]
    #expect(throws: SIWEError(code: .highS, reason: "")) { try EthereumSignature(bytes: Array(other)) }
  }

  @Test("the compact form is accepted only on request (EIP-2098)")
  func compact() throws {
    #expect(throws: SIWEError(code: .malformedSignature, reason: "")) {
      try EthereumSignature(bytes: signature.compact)
    }
    let parsed = try EthereumSignature(bytes: signature.compact, form: .fullOrCompact)
    #expect(parsed == signature)
    #expect(try EthereumSignature(bytes: signature.bytes, form: .fullOrCompact) == signature)
  }

  @Test(
    "the two compact signatures of EIP-2098 §Test Cases",
    arguments: [
      (
        "Hello World",
        "0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea520641b",
        "0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064"
      ),
      (
        "It's a small(er) world",
        "0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f5507931c",
        "0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793"
      ),
    ])
  func compactVectors(text: String, full: String, compact: String) throws {
    let secret = "1234567890123456789012345678901234567890123456789012345678901234"
    let key = try EthereumSecretKey(bytes: Hex.decode(secret))
    let signature = try EthereumSignature(parsing: full)
    #expect(Hex.encode(signature.compact, prefix: true) == compact)
    #expect(try EthereumSignature(parsing: compact, form: .fullOrCompact) == signature)
    #expect(try verifier.recoverAddress(of: PersonalMessage(text), signature: signature) == key.address)
  }

  /// n − s, by long subtraction.
  private static func negated(_ s: [UInt8]) -> [UInt8] {
    guard let order = try? Hex.decode(order) else { return [] }
    var result = [UInt8](repeating: 0, count: 32)
    var borrow = 0
    for index in (0..<32).reversed() {
      let difference = Int(order[index]) - Int(s[index]) - borrow
      borrow = difference < 0 ? 1 : 0
      result[index] = UInt8(truncatingIfNeeded: difference)
    }
    return result
  }
}
