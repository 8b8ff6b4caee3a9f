import BinaryEncodings
import Encodings
import Testing
import WebAuthn

@Suite("WebAuthn L3 §6.1: changed authenticator data")
struct AuthenticatorDataMutationTests {
  typealias Mutation = CeremonyMutation<AuthenticatorDataParts>
  private static let malformed = WebAuthnError.Code.malformedAuthenticatorData

  /// The hashes of other RP IDs.
  static let hashes: [Mutation] = [
    "", "EXAMPLE.ORG", "www.example.org", "org", "example.org.", "https://example.org", "example.org:443",
  ].map { id in
    Mutation("the hash of \"\(id)\"", .wrongRelyingPartyID) { $0.rpIDHash = SHA256.hash(Array(id.utf8)) }
  }

  /// Changes that both ceremonies refuse.
  static let shared: [Mutation] = [
    Mutation("no hash of the RP ID", .wrongRelyingPartyID) { $0.rpIDHash = [UInt8](repeating: 0, count: 32) },
    Mutation("the reversed hash", .wrongRelyingPartyID) { $0.rpIDHash.reverse() },
    Mutation("the RP ID instead of its hash", malformed) { $0.rpIDHash = Array("example.org".utf8) },
    Mutation("a shorter hash", malformed) { $0.rpIDHash.removeLast() },
    Mutation("UP not set", .userNotPresent) { $0.flags &= ~1 },
    Mutation("neither UP nor UV set", .userNotPresent) { $0.flags &= 0b1100_0000 },
    Mutation("BS without BE", .inconsistentBackupState) { $0.flags |= 1 << 4 },
    Mutation("ED without extensions", malformed) { $0.flags |= 1 << 7 },
    Mutation("extensions without ED", malformed) { $0.rest = CBOR.encode(["credProtect": 2]) },
    Mutation("one byte more", malformed) { $0.rest = [0] },
    Mutation("an empty map without ED", malformed) { $0.rest = [0xa0] },
  ]

  /// Extension data that is not a map in canonical form.
  static let extensions: [Mutation] = {
    let deep: [UInt8] = [0xa1, 0x61, 0x61] + [UInt8](repeating: 0x81, count: 9) + [0]
    let encodings: [(String, [UInt8])] = [
      ("a list", [0x80]), ("text", [0x61, 0x61]), ("null", [0xf6]), ("a number as name", [0xa1, 1, 1]),
      ("a byte string as name", [0xa1, 0x41, 0x61, 1]),
      ("a name twice", [0xa2, 0x61, 0x61, 1, 0x61, 0x61, 1]),
      ("unsorted names", [0xa2, 0x61, 0x62, 1, 0x61, 0x61, 1]), ("a long length", [0xb8, 1, 0x61, 0x61, 1]),
      ("an indefinite length", [0xbf, 0x61, 0x61, 1, 0xff]), ("a tag", [0xc0, 0xa0]),
      ("a tagged value", [0xa1, 0x61, 0x61, 0xc1, 1]), ("a long number", [0xa1, 0x61, 0x61, 0x18, 1]),
      ("a missing value", [0xa1, 0x61, 0x61]), ("two maps", [0xa0, 0xa0]), ("a break", [0xff]),
      ("ten levels", deep),
    ]
    return encodings.map { name, bytes in
      Mutation("extensions: \(name)", malformed) {
        $0.flags |= 1 << 7
        $0.rest = bytes
      }
    }
  }()

  /// Outputs of credProtect that do not exist.
  static let protections: [Mutation] = {
    let values: [CBORValue] = [
      0, 4, -1, "userVerificationRequired", .bool(true), .null, .float(2), .array([2]), 256,
    ]
    return values.map { value in
      Mutation("credProtect \(value)", malformed) {
        $0.flags |= 1 << 7
        $0.rest = CBOR.encode(["credProtect": value])
      }
    }
  }()

  /// Changes of the new credential.
  static let credentials: [Mutation] = [
    Mutation("AT not set", malformed) { $0.flags &= ~(1 << 6) },
    Mutation("AT not set, and no credential", malformed) {
      $0.flags &= ~(1 << 6)
      $0.attested = nil
    },
    Mutation("AT without a credential", malformed) { $0.attested = nil },
    Mutation("a shorter counter", .credentialIDTooLong) { $0.count.removeLast() },
    Mutation("a longer counter", malformed) { $0.count.append(0) },
    Mutation("a shorter AAGUID", .credentialIDTooLong) { $0.attested?.aaguid.removeLast() },
    Mutation("an id of no bytes", malformed) { $0.attested?.length = [0, 0] },
    Mutation("no id", malformed) {
      $0.attested?.length = [0, 0]
      $0.attested?.id = []
    },
    Mutation("a length that is too short", malformed) { $0.attested?.length = [0, 31] },
    Mutation("a length that is too long", malformed) { $0.attested?.length = [0, 33] },
    Mutation("a length beyond the end", malformed) { $0.attested?.length = [3, 0xff] },
    Mutation("a length of 1024", .credentialIDTooLong) { $0.attested?.length = [4, 0] },
    Mutation("a length of 65535", .credentialIDTooLong) { $0.attested?.length = [0xff, 0xff] },
    Mutation("a length in the other byte order", .credentialIDTooLong) { $0.attested?.length = [32, 0] },
    Mutation("another id", .wrongCredentialID) { $0.attested?.id[0] ^= 1 },
    Mutation("a shorter id", .wrongCredentialID) {
      $0.attested?.length = [0, 31]
      $0.attested?.id.removeLast()
    },
    Mutation("a longer id", .wrongCredentialID) {
      $0.attested?.length = [0, 33]
      $0.attested?.id.append(0)
    },
    Mutation("an id of zeros", .wrongCredentialID) { $0.attested?.id = [UInt8](repeating: 0, count: 32) },
  ]

  @Test(arguments: hashes + shared + extensions + protections + credentials)
  func `changed authenticator data of a registration is refused`(_ mutation: Mutation) throws {
    var parts = try RegistrationParts()
    mutation.change(&parts.data)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
    // The same without a signature.
    parts.withoutAttestation()
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }

  /// Changes of an authentication.
  static let assertions: [Mutation] = [
    Mutation("a new credential", malformed) {
      $0.flags |= 1 << 6
      $0.attested = .init(publicKey: CBOR.encode([1: 2, 3: -7]))
    },
    Mutation("AT without a credential", malformed) { $0.flags |= 1 << 6 },
    Mutation("a credential without AT", malformed) {
      $0.attested = .init(publicKey: CBOR.encode([1: 2, 3: -7]))
    },
    Mutation("a shorter counter", malformed) { $0.count.removeLast() },
    Mutation("the last counter", .possibleClone) { $0.count = [0, 0, 0, 5] },
    Mutation("no counter any more", .possibleClone) { $0.count = [0, 0, 0, 0] },
    Mutation("BE set", .backupEligibilityChanged) { $0.flags |= 1 << 3 },
    Mutation("BE and BS set", .backupEligibilityChanged) { $0.flags |= 3 << 3 },
  ]

  @Test(arguments: hashes + shared + extensions + assertions)
  func `changed authenticator data of an authentication is refused`(_ mutation: Mutation) throws {
    var parts = try AuthenticationParts()
    mutation.change(&parts.data)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }
}
