import DoorwardCiphers
import DoorwardOpenSSL
import Encodings
import Testing

@Suite("OpenSSL, RSASSA-PKCS1-v1_5 with SHA-256")
struct OpenSSLRSATests {
  let context: OpenSSLContext

  init() throws { context = try OpenSSLContext() }

  static let cases = Result {
    try SignatureCase.load("signatures/wycheproof/rsa_signature_2048_sha256_test.json")
  }

  @Test("every Wycheproof signature has the expected result", arguments: try cases.get())
  func wycheproof(test: SignatureCase) throws {
    let modulus = try Hex.decode(#require(test.key["publicKey"]?["modulus"]?.string))
    let exponent = try Hex.decode(#require(test.key["publicKey"]?["publicExponent"]?.string))
    let key = try RSAPublicKey(modulus: modulus, exponent: exponent, context: context)
    // Case 8, "acceptable": the padding omits a NULL, as some old programs did. RFC 8017 §9.2 defines only one
    // padding, so it is refused.
    #expect(try key.isValidSignature(test.signature, message: test.message) == (test.result == "valid"))
  }

  @Test("the file has the expected number of cases")
  func wycheproofCounts() throws {
    let cases = try Self.cases.get()
    #expect(cases.count { $0.result == "valid" } == 9)
    #expect(cases.count { $0.result == "invalid" } == 249)
    #expect(cases.count { $0.result == "acceptable" } == 1)
  }

  private static let modulus = [UInt8](repeating: 0xC1, count: 256)

  @Test(
    "keys out of bounds are refused before they are used",
    arguments: [
      ([UInt8](repeating: 0xC1, count: 255), [1, 0, 1], .keyTooSmall),
      ([0x7F] + [UInt8](repeating: 0xC1, count: 255), [1, 0, 1], .keyTooSmall),
      ([0, 0] + [UInt8](repeating: 0xC1, count: 255), [1, 0, 1], .keyTooSmall),
      ([], [], .keyTooSmall),
      ([UInt8](repeating: 0xC1, count: 1025), [1, 0, 1], .keyTooLarge),
      (modulus, [UInt8](repeating: 1, count: 9), .keyTooLarge),
      (modulus, [1], .invalidKey), (modulus, [0], .invalidKey), (modulus, [], .invalidKey),
      (modulus, [1, 0, 0], .invalidKey), (modulus, [2], .invalidKey),
      (modulus.dropLast() + [0xC0], [1, 0, 1], .invalidKey),
    ] as [([UInt8], [UInt8], OpenSSLError.Code)])
  func bounds(modulus: [UInt8], exponent: [UInt8], code: OpenSSLError.Code) {
    #expect(throws: OpenSSLError(code: code, reason: "")) {
      try RSAPublicKey(modulus: modulus, exponent: exponent, context: context)
    }
  }

  @Test("2048 and 8192 bits and an exponent of 3 are accepted")
  func withinBounds() throws {
    #expect(try RSAPublicKey(modulus: Self.modulus, exponent: [3], context: context).length == 256)
    let largest = [UInt8](repeating: 0xC1, count: 1024)
    let key = try RSAPublicKey(
      modulus: largest, exponent: [UInt8](repeating: 0xFF, count: 8), context: context)
    #expect(key.length == 1024)
    #expect(try !key.isValidSignature([UInt8](repeating: 1, count: 1024), message: []))
    #expect(try !key.isValidSignature([UInt8](repeating: 0xFF, count: 1024), message: []))
  }
}
