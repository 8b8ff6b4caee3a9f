import BinaryEncodings
import Encodings
import NEAR
import Sampling
import Testing

/// Every decoder returns or throws for any bytes, and accepted bytes round-trip.
///
/// The mutations are seeded, so that a failure can be repeated. They start from valid bytes, so that they reach
/// deep into the decoders.
@Suite("NEAR decoders with mutated input")
struct NEARDecoderFuzzTests {
  static func mutate(_ seed: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2 where !bytes.isEmpty:
        bytes[place] = [0, 1, 2, 8, 14, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
      case 5 where !bytes.isEmpty:
        bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &generator)))
      default:
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  static func seeds() throws -> [[UInt8]] {
    let all = try NEARActionSamples.all()
    let signature = try NEARSignature(curve: .ed25519, bytes: [UInt8](repeating: 1, count: 64))
    var seeds: [[UInt8]] = []
    for action in all { seeds += try NEARActionSamples.transactions([action]).map(\.borsh) }
    for transaction in try NEARActionSamples.transactions(all) {
      seeds.append(SignedNEARTransaction(transaction: transaction, signature: signature).borsh)
    }
    for action in try NEARActionSamples.delegateActions(NEARActionSamples.plain().map(\.action)) {
      let signed = SignedDelegateAction(delegateAction: action, signature: signature).borsh
      seeds += [action.borsh, signed, [action.format == .nep366 ? 8 : 14] + signed]
    }
    return seeds
  }

  @Test(arguments: CaseSample.of(0..<8 as Range<UInt64>, oneIn: 4))
  func `Borsh of transactions and delegate actions`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var accepted = 0
    for good in try Self.seeds() {
      for _ in 0..<40 {
        let bytes = Self.mutate(good, using: &generator)
        if let value = try? NEARTransaction(borsh: bytes) {
          accepted += 1
          #expect(value.borsh == bytes)
          #expect(value.json["hash"] != nil)
        }
        if let value = try? SignedNEARTransaction(borsh: bytes) {
          accepted += 1
          #expect(value.borsh == bytes)
        }
        if let value = try? DelegateAction(borsh: bytes) {
          accepted += 1
          #expect(value.borsh == bytes)
        }
        if let value = try? SignedDelegateAction(borsh: bytes) {
          accepted += 1
          // The input may begin with the tag of the action.
          #expect(value.borsh == bytes || value.borsh == Array(bytes.dropFirst()))
          #expect(value.json["delegate_action"] != nil)
        }
      }
    }
    // The mutations give both accepted and refused inputs.
    #expect(accepted > 50)
  }

  @Test(arguments: CaseSample.of(0..<4 as Range<UInt64>, oneIn: 4))
  func `text of accounts, keys, signatures, hashes and nonces`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed ^ 0x5eed)
    let key = try NEARActionSamples.ed25519.get()
    let signature = try NEARSignature(curve: .secp256k1, bytes: [UInt8](repeating: 1, count: 65))
    let seeds = [
      "alice.near", "0x00aabbccddeeff00112233445566778899aabbcc", key.description,
      try NEARActionSamples.secp256k1.get().description, signature.description, signature.base64,
      Base58.encode(key.bytes), Base64.encode(key.bytes),
    ]
    for good in seeds {
      for _ in 0..<2_000 {
        let text = String(decoding: Self.mutate(Array(good.utf8), using: &generator), as: UTF8.self)
        if let value = try? NEARAccountID(parsing: text) {
          #expect(value.description == text)
          #expect((2...64).contains(text.utf8.count))
          _ = (value.kind, value.parent, value.isTopLevel)
        }
        if let value = try? NEARPublicKey(parsing: text) {
          #expect(try NEARPublicKey(parsing: value.description) == value)
          #expect(
            value.description.lowercased().hasSuffix(text.lowercased().split(separator: ":").last ?? "?"))
        }
        if let value = try? NEARSignature(parsing: text) {
          #expect(try NEARSignature(parsing: value.description) == value)
        }
        if let value = try? NEARSignature(base64: text, curve: .secp256k1) { #expect(value.base64 == text) }
        if let value = try? NEARHash(parsing: text) { #expect(value.description == text) }
        if let value = try? NEARSecretKey(parsing: text) { #expect(value.secret.count == 32) }
        if let value = try? NEP413Message(message: text, recipient: text, nonceBase64: text) {
          #expect(value.nonceBase64 == text)
        }
      }
    }
  }
}
