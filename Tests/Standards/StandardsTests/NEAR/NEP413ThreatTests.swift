import Encodings
import NEAR
import NEARSignatures
import Testing

/// Attacks on a single signed message.
@Suite("NEP-413: attacks")
struct NEP413ThreatTests {
  let secret: NEARSecretKey
  let message: NEP413Message
  let signature: NEARSignature
  let policy: NEP413Policy

  init() throws {
    secret = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 0x17, count: 32))
    message = try NEP413Message(
      message: "Sign in to example.com on mainnet", recipient: "example.com", nonce: [UInt8](0..<32),
      callbackURL: "https://example.com/near")
    signature = try secret.sign(message)
    policy = .all(
      .recipient("example.com"), .nonce([UInt8](0..<32)), .message("Sign in to example.com on mainnet"),
      .callbackURL(oneOf: ["https://example.com/near", nil]))
  }

  func altered(
    message text: String? = nil, recipient: String? = nil, nonce: [UInt8]? = nil,
    callbackURL: String?? = .none
  ) throws -> NEP413Message {
    try NEP413Message(
      message: text ?? message.message, recipient: recipient ?? message.recipient,
      nonce: nonce ?? message.nonce, callbackURL: callbackURL ?? message.callbackURL)
  }

  @Test func `the issued and signed message is accepted`() throws {
    let verified = try NEP413Verifier(policy: policy).verify(
      message, signature: signature, publicKey: secret.publicKey())
    #expect(verified.message == message)
  }

  @Test func `17 - another recipient, nonce, message, network or callback URL is refused`() throws {
    // Each message has a real signature, as if another site had misled the wallet.
    let cases: [(NEP413Message, NEARError.Code)] = [
      (try altered(recipient: "example.com.evil.net"), .wrongRecipient),
      (try altered(recipient: "Example.com"), .wrongRecipient),
      (try altered(nonce: [UInt8](1...32)), .wrongNonce),
      (try altered(message: "Sign in to example.com on testnet"), .wrongMessage),
      (try altered(message: "Sign in to example.com on mainnet "), .wrongMessage),
      (try altered(callbackURL: "https://example.com.evil.net/near"), .wrongCallbackURL),
      (try altered(callbackURL: "https://example.com/near/"), .wrongCallbackURL),
      (try altered(callbackURL: ""), .wrongCallbackURL),
    ]
    for (message, code) in cases {
      let signature = try secret.sign(message)
      let key = try secret.publicKey()
      #expect(throws: NEARError(code: code, reason: "")) {
        try NEP413Verifier(policy: policy).verify(message, signature: signature, publicKey: key)
      }
      #expect(throws: NEARError(code: code, reason: "")) {
        try NEP413Verifier().verify(message, signature: signature, publicKey: key, policy: policy)
      }
      // The signature is also invalid for the issued message.
      #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
        try NEP413Verifier(policy: policy).verify(self.message, signature: signature, publicKey: key)
      }
    }
  }

  @Test func `17 - the key of another account is refused`() throws {
    let other = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 0x18, count: 32))
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try NEP413Verifier(policy: policy).verify(message, signature: signature, publicKey: other.publicKey())
    }
  }

  @Test func `17 - a signature over another tag is refused`() throws {
    for tag in [413, (1 << 30) + 413, (1 << 31) + 366, (1 << 30) + 366] as [UInt32] {
      var payload = message.payload
      payload.replaceSubrange(0..<4, with: withUnsafeBytes(of: tag.littleEndian) { Array($0) })
      let signature = try secret.sign(digest: SHA256.hash(payload))
      #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
        try NEP413Verifier().verify(message, signature: signature, publicKey: secret.publicKey())
      }
    }
    let untagged = try secret.sign(digest: SHA256.hash(Array(message.payload.dropFirst(4))))
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try NEP413Verifier().verify(message, signature: untagged, publicKey: secret.publicKey())
    }
  }

  @Test func `17 - an implicit account belongs only to its own key`() throws {
    let other = try NEARSecretKey(curve: .ed25519, bytes: [UInt8](repeating: 0x18, count: 32))
    let account = try secret.publicKey().implicitAccountID
    #expect(account == (try NEARAccountID(parsing: Hex.encode(secret.publicKey().bytes))))
    #expect(account != (try other.publicKey().implicitAccountID))
  }

  @Test func `17 - every changed bit of a signature is refused`() throws {
    let key = try secret.publicKey()
    for bit in 0..<signature.bytes.count * 8 {
      var bytes = signature.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let altered = try NEARSignature(curve: .ed25519, bytes: bytes)
      #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
        try NEP413Verifier().verify(message, signature: altered, publicKey: key)
      }
    }
  }

  @Test func `17 - a signature with the wrong curve is refused`() throws {
    let key = try NEARSecretKey(curve: .secp256k1, bytes: [UInt8](repeating: 1, count: 32)).publicKey()
    #expect(throws: NEARError(code: .wrongSignature, reason: "")) {
      try NEP413Verifier().verify(message, signature: signature, publicKey: key)
    }
    #expect(throws: NEARError(code: .malformedSignature, reason: "")) {
      try NEP413Verifier().verify(
        message: message.message, recipient: message.recipient, nonce: message.nonceBase64,
        callbackURL: message.callbackURL, publicKey: key.description, signature: signature.base64)
    }
  }
}
