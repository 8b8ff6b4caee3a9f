import BinaryEncodings
import DoorwardOpenSSL
import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn

@Suite("WebAuthn L3 §8: changed statements of none and packed")
struct StatementMutationTests {
  typealias Mutation = CeremonyMutation<RegistrationParts>

  /// §8.7: the statement is an empty map.
  static let none: [Mutation] = {
    let statements: [(String, CBORValue)] = [
      ("null", .null), ("a list", .array([])), ("bytes", .bytes([])), ("text", ""), ("a number", 0),
      ("a member", ["x": 1]), ("a signature", ["alg": -7, "sig": .bytes([1])]),
      ("certificates", ["x5c": .array([])]),
      ("a member with a number as name", [1: 1]), ("an empty name", ["": .null]),
      ("a map in a list", .array([[:]])),
    ]
    let malformed = statements.map { name, statement in
      Mutation("none: \(name)", .malformedStatement) {
        $0.format = "none"
        $0.statement = { _, _ in statement }
      }
    }
    let others: [Mutation] = [
      Mutation("none: the statement of packed", .malformedStatement) { $0.format = "none" },
      Mutation("none: no attestation allowed by UV", .userNotVerified) {
        $0.withoutAttestation()
        $0.data.flags &= ~4
        $0.expectations.userVerification = .required
      },
      Mutation("none: an algorithm that was not offered", .algorithmNotOffered) {
        $0.withoutAttestation()
        $0.expectations.algorithms = [.edDSA, .es384]
      },
      Mutation("none: another challenge", .wrongChallenge) {
        $0.withoutAttestation()
        $0.expectations.challenge[0] ^= 1
      },
    ]
    return malformed + others
  }()

  /// Changes of the members of the statement.
  static let members: [Mutation] = {
    // The changed member, and its value; nil if the member is missing.
    let changes: [(String, CBORValue, CBORValue?)] = [
      ("no alg", "alg", nil), ("no sig", "sig", nil), ("alg as text", "alg", "ES256"),
      ("alg as a floating-point number", "alg", .float(-7)), ("alg as bytes", "alg", .bytes([0x26])),
      ("alg as null", "alg", .null), ("sig as text", "sig", "sig"), ("sig as null", "sig", .null),
      ("sig in a list", "sig", .array([])), ("ecdaaKeyId", "ecdaaKeyId", .bytes([1])), ("ver", "ver", "2.0"),
      ("a member with a number as name", 1, 1), ("x5c as null", "x5c", .null),
      ("x5c as bytes", "x5c", .bytes([])),
      ("an empty x5c", "x5c", .array([])), ("x5c with text", "x5c", .array(["MII"])),
      ("x5c as a map", "x5c", [0: 0]),
      ("nine certificates", "x5c", .array([CBORValue](repeating: .bytes([0x30, 0]), count: 9))),
    ]
    return changes.map { name, key, value in
      Mutation("packed: \(name)", .malformedStatement) { parts in
        parts.statement = { [statement = parts.statement] data, hash in
          let members = try statement(data, hash).map?.entries.filter { $0.key != key } ?? []
          return .map(CBORMap(members.map { ($0.key, $0.value) } + (value.map { [(key, $0)] } ?? [])))
        }
      }
    }
  }()

  static let certificates: [Mutation] = {
    let certificates: [(String, [UInt8])] = [
      ("nothing", []), ("an empty sequence", [0x30, 0]),
      ("text in PEM", Array("-----BEGIN CERTIFICATE-----".utf8)),
      ("a truncated length", [0x30, 0x82, 1]), ("an indefinite length", [0x30, 0x80, 0, 0]),
      ("32 KiB", [UInt8](repeating: 0x30, count: 32_768)),
      ("a sequence of sequences", [0x30, 4, 0x30, 0, 0x30, 0]), ("zeros", [UInt8](repeating: 0, count: 64)),
    ]
    return certificates.map { name, der in
      Mutation("packed: a certificate of \(name)", .malformedCertificate) { parts in
        parts.statement = { [key = parts.key] data, hash in
          [
            "alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key)),
            "x5c": .array([.bytes(der)]),
          ]
        }
      }
    }
  }()

  /// Signatures over other bytes, and other algorithms.
  static let signatures: [Mutation] = {
    let messages: [(String, @Sendable ([UInt8], [UInt8]) -> [UInt8])] = [
      ("authenticator data alone", { data, _ in data }), ("the hash alone", { $1 }),
      ("the parts exchanged", { $1 + $0 }),
      ("the hash of the message", { SHA256.hash($0 + $1) }), ("one byte more", { $0 + $1 + [0] }),
      ("nothing", { _, _ in [] }),
      ("the message of U2F", { [0] + $0[..<32] + $1 }),
      ("another AAGUID", { $0[..<37] + [1] + $0[38...] + $1 }),
      ("another counter", { $0[..<36] + [9] + $0[37...] + $1 }),
      ("other flags", { $0[..<32] + [0x41] + $0[33...] + $1 }),
    ]
    let signed = messages.map { name, message in
      Mutation("packed: a signature over \(name)", .invalidAttestation) { parts in
        parts.statement = { [key = parts.key] data, hash in
          ["alg": -7, "sig": .bytes(try SoftwareAuthenticator.sign(message(data, hash), with: key))]
        }
      }
    }
    let numbers: [Int64] = [-8, -35, -36, -37, -257, -65535, 7, 0]
    let algorithms = numbers.map { algorithm in
      Mutation("packed: alg \(algorithm)", .invalidAttestation) { parts in
        parts.statement = { [key = parts.key] data, hash in
          [
            "alg": .integer(algorithm),
            "sig": .bytes(try SoftwareAuthenticator.sign(data + hash, with: key)),
          ]
        }
      }
    }
    let others: [Mutation] = [
      Mutation("packed: an empty signature", .invalidAttestation) {
        $0.statement = { _, _ in ["alg": -7, "sig": .bytes([])] }
      },
      Mutation("packed: r and s side by side", .invalidAttestation) { parts in
        parts.statement = { [key = parts.key] data, hash in
          ["alg": -7, "sig": .bytes(try key.sign(data + hash))]
        }
      },
      Mutation("packed: an empty statement", .malformedStatement) { $0.statement = { _, _ in [:] } },
    ]
    return signed + algorithms + others
  }()

  @Test(arguments: none + members + certificates + signatures)
  func `a changed statement is refused`(_ mutation: Mutation) throws {
    var parts = try RegistrationParts()
    mutation.change(&parts)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }
}
