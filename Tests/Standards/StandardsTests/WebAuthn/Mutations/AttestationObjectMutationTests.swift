import BinaryEncodings
import Encodings
import Testing
import WebAuthn

@Suite("WebAuthn L3 §6.5.4: changed attestation objects")
struct AttestationObjectMutationTests {
  typealias Mutation = CeremonyMutation<RegistrationParts>

  /// Changes of the members.
  static let members: [Mutation] = {
    let changes: [(String, @Sendable (inout RegistrationParts.Object) -> Void)] = [
      ("no fmt", { $0.remove(at: 0) }), ("no attStmt", { $0.remove(at: 1) }),
      ("no authData", { $0.remove(at: 2) }),
      ("no members", { $0 = [] }), ("one more member", { $0.append(("epAtt", .bool(true))) }),
      ("a member with a number as name", { $0.append((1, 1)) }),
      ("fmt twice", { $0.append(("fmt", "packed")) }),
      ("authData twice", { $0.append($0[2]) }), ("the numbers of CTAP as names", { $0[0].key = 1 }),
      ("Fmt", { $0[0].key = "Fmt" }),
      ("a byte string as name", { $0[2].key = .bytes(Array("authData".utf8)) }),
      ("fmt as bytes", { $0[0].value = .bytes(Array("packed".utf8)) }),
      ("fmt as a number", { $0[0].value = 1 }),
      ("fmt as null", { $0[0].value = .null }), ("authData as text", { $0[2].value = "authData" }),
      ("authData as null", { $0[2].value = .null }),
      ("authData in a list", { $0[2].value = .array([$0[2].value]) }),
      (
        "authData as a list of numbers",
        { $0[2].value = .array(($0[2].value.bytes ?? []).map { .unsigned(UInt64($0)) }) }
      ),
      ("tagged authData", { $0[2].value = .tagged(24, $0[2].value) }),
      ("a tagged statement", { $0[1].value = .tagged(0, $0[1].value) }),
    ]
    return changes.map { name, change in Mutation(name, .malformedAttestationObject) { $0.object = change } }
  }()

  /// Changes of the encoding, which are well-formed CBOR unless the name says otherwise.
  static let encodings: [Mutation] = {
    let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("an indefinite length", { [0xbf] + $0.dropFirst() + [0xff] }),
      ("a long length", { [0xb8, 3] + $0.dropFirst() }),
      ("a length of eight bytes", { [0xbb, 0, 0, 0, 0, 0, 0, 0, 3] + $0.dropFirst() }),
      ("a long length of a name", { [0xa3, 0x78, 3] + $0.dropFirst(2) }),
      ("a name in two parts", { [0xa3, 0x7f, 0x62, 0x66, 0x6d, 0x61, 0x74, 0xff] + $0.dropFirst(5) }),
      ("a name of an indefinite length", { [0xa3, 0x7f] + $0[1...4] + [0xff] + $0.dropFirst(5) }),
      ("a long length of fmt", { $0[..<5] + [0x78, 6] + $0.dropFirst(6) }),
      ("fmt in one part", { $0[..<5] + [0x7f] + $0[5...11] + [0xff] + $0.dropFirst(12) }),
      ("a tag", { [0xc0] + $0 }), ("the tag of CBOR", { [0xd9, 0xd9, 0xf7] + $0 }),
      ("a list", { [0x81] + $0 }),
      ("a byte string", { CBOR.encode(.bytes($0)) }), ("one byte more", { $0 + [0] }),
      ("a break at the end", { $0 + [0xff] }),
      ("two objects", { $0 + $0 }), ("one byte less", { $0.dropLast() }),
      ("no first byte", { Array($0.dropFirst()) }),
      ("one member too many", { [0xa4] + $0.dropFirst() }),
      ("one member too few", { [0xa2] + $0.dropFirst() }),
      ("nothing", { _ in [] }), ("null", { _ in [0xf6] }), ("an empty map", { _ in [0xa0] }),
      ("base64url", { Array(Base64URL.encode($0).utf8) }), ("JSON", { _ in Array("{}".utf8) }),
      ("an object of 64 KiB", { $0 + [UInt8](repeating: 0, count: 65_536) }),
      ("invalid UTF-8 in fmt", { $0[..<6] + [0xff] + $0.dropFirst(7) }),
      ("a surrogate in fmt", { $0[..<6] + [0xed, 0xa0, 0x80] + $0.dropFirst(9) }),
    ]
    return changes.map { name, change in
      Mutation("the encoding: \(name)", .malformedAttestationObject) { $0.encoding = change }
    }
  }()

  /// Encodings that are not canonical inside the statement of `packed`.
  static let statements: [Mutation] = {
    let changes: [(String, [UInt8], [UInt8])] = [
      // The statement begins with its length and "alg", and the signature with its name and length.
      ("a long length", [0xa2, 0x63], [0xb8, 2, 0x63]), ("a long number", [0x26, 0x63], [0x38, 6, 0x63]),
      ("a wide length of the signature", [0x63, 0x73, 0x69, 0x67, 0x58], [0x63, 0x73, 0x69, 0x67, 0x59, 0]),
    ]
    return changes.map { name, old, new in
      Mutation("the statement: \(name)", .malformedAttestationObject) {
        $0.encoding = { bytes in
          guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else {
            return bytes
          }
          return bytes[..<place] + new + bytes[(place + old.count)...]
        }
      }
    }
  }()

  static let formats: [Mutation] = [
    "", "Packed", "packed ", "packed\0", "packed-self", "fido-u2f2", "self", "tpm2", "android", "basic",
    "x5c",
    "раcked", "None", "anonymous", "apple-appattest", "compound ", "android-safetynet2",
  ].map { format in
    Mutation("the format \"\(format)\"", .unknownAttestationFormat) { $0.format = format }
  }

  @Test(arguments: members + encodings + statements + formats)
  func `a changed attestation object is refused`(_ mutation: Mutation) throws {
    var parts = try RegistrationParts()
    _ = try parts.verify()
    let before = try parts.bytes()
    mutation.change(&parts)
    #expect(try parts.bytes() != before)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }

  @Test func `the keys of an attestation object need not be sorted`() throws {
    var parts = try RegistrationParts()
    parts.object = { $0.reverse() }
    _ = try parts.verify()
    parts.encoding = { bytes in
      // The statement's `sig` before `alg`.
      let alg: [UInt8] = [0x63, 0x61, 0x6c, 0x67, 0x26]
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: alg) }) else { return [] }
      let count = 6 + Int(bytes[place + 10])
      let signature = bytes[(place + 5)..<(place + 5 + count)]
      return bytes[..<place] + signature + alg + bytes[(place + 5 + count)...]
    }
    _ = try parts.verify()
  }
}
