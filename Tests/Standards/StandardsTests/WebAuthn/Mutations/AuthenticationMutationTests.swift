import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

@Suite("WebAuthn L3 §7.2: changed authentications")
struct AuthenticationMutationTests {
  typealias Mutation = CeremonyMutation<AuthenticationParts>

  /// Signatures over other bytes.
  static let messages: [Mutation] = {
    let messages: [(String, @Sendable ([UInt8], [UInt8]) -> [UInt8])] = [
      ("authenticator data alone", { data, _ in data }), ("client data alone", { $1 }),
      ("the hash of the client data alone", { SHA256.hash($1) }),
      ("client data without its hash", { $0 + $1 }),
      ("the parts exchanged", { SHA256.hash($1) + $0 }),
      ("the hash of the message", { SHA256.hash($0 + SHA256.hash($1)) }),
      ("the hash of authenticator data", { SHA256.hash($0) + SHA256.hash($1) }),
      ("the hash twice", { $0 + SHA256.hash(SHA256.hash($1)) }),
      ("the hash in base64url", { $0 + Base64URL.encode(SHA256.hash($1)).utf8 }),
      ("one byte more", { $0 + SHA256.hash($1) + [0] }),
      ("the message of U2F", { [0] + $0 + SHA256.hash($1) }),
      ("the challenge", { data, _ in data + ClientDataParts.challenge }), ("nothing", { _, _ in [] }),
      ("another counter", { $0.dropLast() + [7] + SHA256.hash($1) }),
      ("UV not set", { $0[..<32] + [1] + $0[33...] + SHA256.hash($1) }),
    ]
    return messages.map { name, message in
      Mutation("a signature over \(name)", .wrongSignature) { parts in
        parts.sign = { [key = parts.key] in try SoftwareAuthenticator.sign(message($0, $1), with: key) }
      }
    }
  }()

  /// Other encodings of the signature, and other numbers.
  static let signatures: [Mutation] = {
    @Sendable func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
      DER.sequence(DER.element(2, r), DER.element(2, s))
    }
    /// The two integers of a signature.
    @Sendable func numbers(_ signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
      let count = Int(signature[3])
      return (Array(signature[4..<4 + count]), Array(signature[(6 + count)...]))
    }
    let order: [UInt8] =
      [0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
      + [0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51]
    let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("nothing", { _ in [] }), ("one byte", { _ in [0x30] }), ("an empty sequence", { _ in [0x30, 0] }),
      ("r and s side by side", { P256Signature.raw(fromDER: $0) ?? [] }), ("one byte more", { $0 + [0] }),
      ("one byte less", { $0.dropLast() }), ("the signature twice", { $0 + $0 }),
      ("the first byte changed", { [0x31] + $0.dropFirst() }),
      ("a long length", { [0x30, 0x81] + $0.dropFirst() }),
      ("an indefinite length", { [0x30, 0x80] + $0.dropFirst(2) + [0, 0] }),
      ("r and s exchanged", { der(numbers($0).s, numbers($0).r) }),
      ("r with a zero before it", { der([0, 0] + numbers($0).r, numbers($0).s) }),
      ("s with a zero before it", { der(numbers($0).r, [0, 0] + numbers($0).s) }),
      ("r 0", { der([0], numbers($0).s) }),
      ("s 0", { der(numbers($0).r, [0]) }), ("r and s 0", { _ in der([0], [0]) }),
      ("r and s 1", { _ in der([1], [1]) }),
      ("r is the order", { der(order, numbers($0).s) }), ("s is the order", { der(numbers($0).r, order) }),
      ("a negative r", { der([0x80] + numbers($0).r, numbers($0).s) }),
      ("an empty r", { der([], numbers($0).s) }),
      (
        "a third number",
        { DER.sequence(DER.element(2, numbers($0).r), DER.element(2, numbers($0).s), DER.integer(1)) }
      ),
      ("s as a string", { DER.sequence(DER.element(2, numbers($0).r), DER.octets(numbers($0).s)) }),
      ("a byte string", { DER.octets($0) }), ("zeros", { [UInt8](repeating: 0, count: $0.count) }),
      ("2 KiB", { $0 + [UInt8](repeating: 0, count: 2048) }),
    ]
    return changes.map { name, change in
      Mutation("the signature: \(name)", .wrongSignature) { $0.signature = change }
    }
  }()

  /// Other expectations, and another record.
  static let expectations: [Mutation] = [
    Mutation("another allowed credential", .credentialNotAllowed) {
      $0.expectations.allowCredentials = [Array(1...31)]
    },
    Mutation("an allowed credential with a longer id", .credentialNotAllowed) {
      $0.expectations.allowCredentials = [Array(1...33), []]
    },
    Mutation("the record of another credential", .wrongCredentialID) { $0.record.id = Array(2...33) },
    Mutation("the record of a prefix", .wrongCredentialID) { $0.record.id.removeLast() },
    Mutation("a record without an id", .wrongCredentialID) { $0.record.id = [] },
    Mutation("another user", .wrongUserHandle) { $0.record.userHandle = [7, 7, 8] },
    Mutation("a user of a longer handle", .wrongUserHandle) { $0.record.userHandle = [7, 7, 7, 0] },
    Mutation("an empty handle of the record", .wrongUserHandle) { $0.record.userHandle = [] },
    Mutation("another user who is known", .wrongUserHandle) {
      $0.record.userHandle = [8]
      $0.expectations.isUserIdentified = true
    },
    Mutation("another challenge", .wrongChallenge) { $0.expectations.challenge[31] ^= 1 },
    Mutation("a shorter challenge", .wrongChallenge) { $0.expectations.challenge.removeLast() },
    Mutation("no challenge", .wrongChallenge) { $0.expectations.challenge = [] },
    Mutation("required verification", .userNotVerified) {
      $0.data.flags = 1
      $0.expectations.userVerification = .required
    },
    Mutation("a record that may be backed up", .backupEligibilityChanged) {
      $0.record.isBackupEligible = true
    },
    Mutation("a higher counter in the record", .possibleClone) { $0.record.signCount = 7 },
    Mutation("the same counter in the record", .possibleClone) { $0.record.signCount = 6 },
    Mutation("the highest counter in the record", .possibleClone) { $0.record.signCount = .max },
  ]

  @Test(arguments: messages + signatures + expectations)
  func `a changed authentication is refused`(_ mutation: Mutation) throws {
    var parts = try AuthenticationParts()
    _ = try parts.verify()
    mutation.change(&parts)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }
}
