import BinaryEncodings
import DoorwardOpenSSL
import DoorwardSodium
import Encodings
import Testing
import WebAuthn
import WebAuthnSignatures

@Suite("WebAuthn L3 §6.5.1: changed public keys")
struct PublicKeyMutationTests {
  typealias Mutation = CeremonyMutation<RegistrationParts>
  private static let malformed = WebAuthnError.Code.malformedPublicKey

  /// The order of the field of P-256, which is not a coordinate.
  private static let fieldOrder: [UInt8] =
    [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
    + [UInt8](repeating: 0xff, count: 12)

  static let points: [Mutation] = [
    Mutation("kty 1", malformed) { $0.publicKey[1] = 1 },
    Mutation("kty 3", malformed) { $0.publicKey[1] = 3 },
    Mutation("kty as text", malformed) { $0.publicKey[1] = "EC2" },
    Mutation("no kty", malformed) { $0.publicKey[1] = nil },
    Mutation("no alg", malformed) { $0.publicKey[3] = nil },
    Mutation("alg as text", malformed) { $0.publicKey[3] = "ES256" },
    Mutation("alg as a floating-point number", malformed) { $0.publicKey[3] = .float(-7) },
    Mutation("P-384", malformed) { $0.publicKey[-1] = 2 },
    Mutation("secp256k1", malformed) { $0.publicKey[-1] = 8 },
    Mutation("the curve as text", malformed) { $0.publicKey[-1] = "P-256" },
    Mutation("no curve", malformed) { $0.publicKey[-1] = nil },
    Mutation("no x", malformed) { $0.publicKey[-2] = nil },
    Mutation("no y", malformed) { $0.publicKey[-3] = nil },
    Mutation("a compressed point", malformed) { $0.publicKey[-3] = .bool(true) },
    Mutation("x as text", malformed) { $0.publicKey[-2] = "x" },
    Mutation("x with a leading zero", malformed) { $0.publicKey[-2] = .bytes([0] + $0.key.point[1...32]) },
    Mutation("x with a prefix", malformed) { $0.publicKey[-2] = .bytes([4] + $0.key.point[1...32]) },
    Mutation("a shorter y", malformed) { $0.publicKey[-3] = .bytes(Array($0.key.point[34...])) },
    Mutation("x and y exchanged", malformed) {
      ($0.publicKey[-2], $0.publicKey[-3]) = ($0.publicKey[-3], $0.publicKey[-2])
    },
    Mutation("y as x", malformed) { $0.publicKey[-2] = $0.publicKey[-3] },
    Mutation("the point 0, 0", malformed) {
      $0.publicKey[-2] = .bytes([UInt8](repeating: 0, count: 32))
      $0.publicKey[-3] = $0.publicKey[-2]
    },
    Mutation("x beyond the field", malformed) { $0.publicKey[-2] = .bytes(fieldOrder) },
    Mutation("y beyond the field", malformed) { $0.publicKey[-3] = .bytes(fieldOrder) },
    Mutation("a key id", malformed) { $0.publicKey[2] = .bytes([1]) },
    Mutation("key operations", malformed) { $0.publicKey[4] = .array([2]) },
    Mutation("a base IV", malformed) { $0.publicKey[5] = .bytes([0]) },
    Mutation("the private key", malformed) { $0.publicKey[-4] = .bytes($0.key.secret) },
    Mutation("a parameter of an unknown number", malformed) { $0.publicKey[-70_000] = 1 },
    Mutation("alg of an RSA key", malformed) { $0.publicKey[3] = -257 },
    Mutation("alg of an Ed25519 key", malformed) { $0.publicKey[3] = -8 },
    Mutation("alg of P-384", malformed) { $0.publicKey[3] = -35 },
    Mutation("alg of P-521", malformed) { $0.publicKey[3] = -36 },
    Mutation("alg of RSASSA-PSS", malformed) { $0.publicKey[3] = -37 },
    Mutation("an empty map", malformed) { $0.publicKey = [:] },
    Mutation("the other point with this x", .invalidAttestation) { parts in
      let y = Array(parts.key.point[33...])
      var borrow = 0
      let negated = zip(fieldOrder, y).reversed().map { order, digit in
        let difference = Int(order) - Int(digit) - borrow
        borrow = difference < 0 ? 1 : 0
        return UInt8(difference & 0xff)
      }
      parts.publicKey[-3] = .bytes(negated.reversed())
    },
  ]

  static let algorithms: [Mutation] = [
    -9, -19, -38, -39, -46, -47, -48, -49, -50, -53, -65535, -260, 0, 1, 7, -6, -25, .max, .min,
  ].map { (number: Int64) in
    Mutation("the algorithm \(number)", .unsupportedAlgorithm) { $0.publicKey[3] = .integer(number) }
  }

  /// Public keys of Ed25519 that no key pair has: points of small order, and encodings of no point.
  static let ed25519: [Mutation] = {
    func point(_ first: UInt8, _ fill: UInt8, _ last: UInt8) -> [UInt8] {
      [first] + [UInt8](repeating: fill, count: 30) + [last]
    }
    let points: [(String, [UInt8])] = [
      ("a point of order 4", point(0, 0, 0)), ("the other point of order 4", point(0, 0, 0x80)),
      ("the neutral element", point(1, 0, 0)), ("the neutral element with a sign", point(1, 0, 0x80)),
      ("the point of order 2", point(0xec, 0xff, 0x7f)),
      ("the point of order 2 with a sign", point(0xec, 0xff, 0xff)),
      ("y is the order of the field", point(0xed, 0xff, 0x7f)),
      ("y is beyond the field", point(0xee, 0xff, 0x7f)),
      ("all bits", point(0xff, 0xff, 0xff)), ("a y without a point", point(2, 0, 0)),
      ("a point of order 8", order8),
      // The base point and the point of order 2, added.
      ("a point outside the group", point(0x95, 0x99, 0x99)),
    ]
    return points.map { name, bytes in
      Mutation("Ed25519: \(name)", malformed) { $0.replaceKey([1: 1, 3: -8, -1: 6, -2: .bytes(bytes)]) }
    }
  }()
  private static let order8: [UInt8] = [
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
    0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
  ]

  static let okp: [Mutation] = {
    let valid = Ed25519.publicKey(ofSeed: Array(1...32)) ?? []
    let changes: [(String, [Int64: CBORValue])] = [
      ("X25519", [-1: 4]), ("Ed448", [-1: 7]), ("the curve as text", [-1: "Ed25519"]), ("P-256", [-1: 1]),
      ("31 bytes", [-2: .bytes(valid.dropLast())]), ("33 bytes", [-2: .bytes(valid + [0])]),
      ("no bytes", [-2: .bytes([])]), ("text", [-2: "x"]), ("a y", [-3: .bytes(valid)]), ("kty 2", [1: 2]),
      ("the private key", [-4: .bytes(Array(1...32))]),
    ]
    return changes.map { name, change in
      Mutation("Ed25519: \(name)", malformed) {
        $0.replaceKey([1: 1, 3: -8, -1: 6, -2: .bytes(valid)].merging(change) { $1 })
      }
    }
  }()

  static let rsa: [Mutation] = {
    let modulus = [UInt8](repeating: 0xff, count: 256)
    let changes: [(String, [Int64: CBORValue])] = [
      ("1024 bits", [-1: .bytes([UInt8](repeating: 0xff, count: 128))]),
      ("2040 bits", [-1: .bytes(modulus.dropLast())]), ("a leading zero", [-1: .bytes([0] + modulus)]),
      ("8200 bits", [-1: .bytes([UInt8](repeating: 0xff, count: 1025))]), ("no modulus", [-1: .bytes([])]),
      ("an even modulus", [-1: .bytes(modulus.dropLast() + [0xfe])]),
      ("a modulus of zeros", [-1: .bytes([0])]),
      ("e 0", [-2: .bytes([0])]), ("e 1", [-2: .bytes([1])]), ("e 2", [-2: .bytes([2])]),
      ("no e", [-2: .bytes([])]), ("e as a number", [-2: 65_537]),
      ("a leading zero of e", [-2: .bytes([0, 1, 0, 1])]),
      ("e of 72 bits", [-2: .bytes([UInt8](repeating: 1, count: 9))]), ("d", [-3: .bytes([1])]),
      ("the type of a curve", [1: 2]),
    ]
    return changes.map { name, change in
      Mutation("RSA: \(name)", malformed) {
        $0.replaceKey([1: 3, 3: -257, -1: .bytes(modulus), -2: .bytes([1, 0, 1])].merging(change) { $1 })
      }
    }
  }()

  /// Encodings of the key that are not the canonical one.
  static let encodings: [Mutation] = {
    let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("a long length", { [0xb8, 5] + $0.dropFirst() }),
      ("an indefinite length", { [0xbf] + $0.dropFirst() + [0xff] }),
      ("unsorted labels", { [0xa5] + $0[3...4] + $0[1...2] + $0[5...] }),
      ("a label twice", { [0xa5] + $0[1...2] + $0[1...2] + $0[5...] }),
      ("a long label", { [0xa5, 0x18] + $0.dropFirst() }), ("a tag", { [0xc0] + $0 }),
      ("a long length of x", { $0[..<8] + [0x59, 0] + $0[9...] }),
      ("x in two parts", { $0[..<8] + [0x5f] + $0[8...41] + [0xff] + $0[42...] }),
      ("one entry too many", { [0xa6] + $0.dropFirst() }), ("one entry too few", { [0xa4] + $0.dropFirst() }),
      ("a byte string", { [0x58, UInt8($0.count)] + $0 }), ("a list", { _ in [0x80] }),
      ("nothing at all", { _ in [0xff] }),
      ("a second key", { $0 + $0 }),
    ]
    return changes.map { name, change in
      Mutation("the encoding: \(name)", .malformedAuthenticatorData) {
        let key = CBORMap($0.publicKey.map { (.integer($0.key), $0.value) })
        $0.data.attested?.publicKey = change(CBOR.encode(.map(key)))
      }
    }
  }()

  @Test(arguments: points + algorithms + ed25519 + okp + rsa + encodings)
  func `a changed public key is refused`(_ mutation: Mutation) throws {
    var parts = try RegistrationParts()
    mutation.change(&parts)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try parts.verify() }
  }

  @Test func `a key pair of Ed25519 is accepted`() throws {
    var parts = try RegistrationParts()
    let point = try #require(Ed25519.publicKey(ofSeed: Array(1...32)))
    parts.replaceKey([1: 1, 3: -8, -1: 6, -2: .bytes(point)])
    #expect(try parts.verify().publicKey.material == .ed25519(point))
  }
}
