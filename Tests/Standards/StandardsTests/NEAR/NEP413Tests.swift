import Encodings
import NEAR
import NEARSignatures
import Testing

/// NEP-413: messages that wallets signed, and inputs that must be refused.
@Suite("NEP-413 signed messages")
struct NEP413Tests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var message: String
    var nonceBase64: String
    var recipient: String
    var callbackUrl: String?
    var borshHex: String
    var sha256Hex: String
    var publicKey: String?
    var signatureBase64: String?
    var valid: Bool?
    var secretKey: String?
    var testDescription: String { name }

    func parsed() throws -> NEP413Message {
      try NEP413Message(
        message: message, recipient: recipient, nonceBase64: nonceBase64, callbackURL: callbackUrl)
    }
  }

  struct Invalid: Decodable, Sendable { var nonceLength: Int }

  struct File: Decodable {
    var vectors: [Case]
    var payloadHashes: [Case]
    var invalidInputs: [Invalid]
  }

  static let file = try? vectors("near/nep413_signatures.json", as: File.self)

  @Test func `the file has the expected number of vectors`() throws {
    let file = try #require(Self.file)
    #expect(file.vectors.count == 4)
    #expect(file.payloadHashes.count == 2)
    #expect(file.invalidInputs.count == 3)
  }

  @Test(arguments: (file?.vectors ?? []) + (file?.payloadHashes ?? []))
  func `payload and hash equal those of near-api-js`(vector: Case) throws {
    let message = try vector.parsed()
    #expect(Hex.encode(message.payload) == vector.borshHex)
    #expect(Hex.encode(message.hash) == vector.sha256Hex)
    #expect(message.nonceBase64 == vector.nonceBase64)
  }

  @Test(arguments: file?.vectors ?? [])
  func `a signature verifies only with the signed fields`(vector: Case) throws {
    let key = try #require(vector.publicKey)
    let signature = try #require(vector.signatureBase64)
    let verify = {
      try NEP413Verifier().verify(
        message: vector.message, recipient: vector.recipient, nonce: vector.nonceBase64,
        callbackURL: vector.callbackUrl, publicKey: key, signature: signature)
    }
    guard vector.valid == true else {
      #expect(throws: NEARError(code: .wrongSignature, reason: ""), performing: verify)
      return
    }
    let verified = try verify()
    #expect(verified.message == (try vector.parsed()))
    #expect(verified.publicKey.description == key)
    #expect(verified.signature.base64 == signature)
    // Ed25519 is deterministic, so the same key gives the same signature.
    let secret = try NEARSecretKey(parsing: try #require(vector.secretKey))
    #expect(try secret.sign(verified.message).base64 == signature)
  }

  @Test(arguments: file?.invalidInputs ?? [])
  func `a nonce that does not have 32 bytes is refused`(vector: Invalid) {
    let nonce = [UInt8](repeating: 1, count: vector.nonceLength)
    #expect(throws: NEARError(code: .malformedNonce, reason: "")) {
      try NEP413Message(message: "m", recipient: "r", nonce: nonce)
    }
    #expect(throws: NEARError(code: .malformedNonce, reason: "")) {
      try NEP413Message(message: "m", recipient: "r", nonceBase64: Base64.encode(nonce))
    }
  }

  @Test(arguments: [
    "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y", "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W-Wa7uZ3Uk6Y=",
    "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Z=", "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=\n",
    " KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=", String(repeating: "A", count: 1 << 20),
  ])
  func `a nonce that is not strict standard base64 is refused`(text: String) {
    #expect(throws: NEARError(code: .malformedNonce, reason: "")) {
      try NEP413Message(message: "m", recipient: "r", nonceBase64: text)
    }
  }

  @Test(arguments: [
    "zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ",
    "zzZQ_GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ==",
    "zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBR==",
    "", "AAAA", String(repeating: "A", count: 1 << 20),
  ])
  func `a signature that is not strict standard base64 of its length is refused`(text: String) {
    #expect(throws: NEARError(code: .malformedSignature, reason: "")) {
      try NEARSignature(base64: text, curve: .ed25519)
    }
  }

  @Test(arguments: [
    "", "Hello\nworld\r\n\ttab", "{\"intents\": [], \"deadline\": \"2026-01-01T00:00:00Z\"}\n", "こんにちは 👩‍👩‍👧‍👦",
    "e\u{301} is not \u{e9}", "\u{0}\u{FEFF}\u{2028}", String(repeating: "long ", count: 20_000),
  ])
  func `text is signed byte for byte`(text: String) throws {
    let nonce = [UInt8](0..<32)
    let message = try NEP413Message(message: text, recipient: text, nonce: nonce, callbackURL: text)
    var expected: [UInt8] = [0x9d, 0x01, 0x00, 0x80]
    let field = withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { Array($0) } + Array(text.utf8)
    expected += field + nonce + field + [1] + field
    #expect(message.payload == expected)

    let secret = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 9, count: 32))
    let verified = try NEP413Verifier().verify(
      message: text, recipient: text, nonce: Base64.encode(nonce), callbackURL: text,
      publicKey: secret.publicKey().description, signature: secret.sign(message).base64)
    #expect(verified.message == message)
  }

  @Test func `Unicode equivalence is not equality`() throws {
    let nonce = [UInt8](repeating: 0, count: 32)
    let composed = try NEP413Message(message: "\u{e9}", recipient: "r", nonce: nonce)
    let decomposed = try NEP413Message(message: "e\u{301}", recipient: "r", nonce: nonce)
    #expect(composed != decomposed)
    #expect(composed.hash != decomposed.hash)
  }

  @Test func `an empty callback URL differs from a missing one`() throws {
    let nonce = [UInt8](repeating: 0, count: 32)
    let none = try NEP413Message(message: "m", recipient: "r", nonce: nonce)
    let empty = try NEP413Message(message: "m", recipient: "r", nonce: nonce, callbackURL: "")
    #expect(none != empty)
    #expect(none.payload + [0, 0, 0, 0] != empty.payload)
    #expect(none.hash != empty.hash)
  }

  @Test func `the tag is 2^31 + 413`() {
    #expect(NEP413Message.tag == 2_147_484_061)
  }

  @Test func `text beyond the limit is refused`() {
    let limit = NEP413Message.maximumLength
    let nonce = [UInt8](repeating: 0, count: 32)
    #expect(throws: Never.self) {
      try NEP413Message(message: String(repeating: "a", count: limit - 1), recipient: "r", nonce: nonce)
    }
    #expect(throws: NEARError(code: .messageTooLarge, reason: "")) {
      try NEP413Message(message: String(repeating: "a", count: limit), recipient: "r", nonce: nonce)
    }
  }

  @Test func `a secp256k1 key can sign messages`() throws {
    let secret = try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 3, count: 32))
    let message = try NEP413Message(message: "m", recipient: "r", nonce: [UInt8](0..<32))
    let key = try secret.publicKey()
    let verified = try NEP413Verifier().verify(
      message: "m", recipient: "r", nonce: message.nonceBase64, publicKey: key.description,
      signature: secret.sign(message).base64)
    #expect(verified.publicKey == key)
  }
}
