import CDoorwardSecp256k1

/// libsecp256k1's recovery without any other work: context, parsed signature and digest are prepared.
final class RawRecovery {
  private let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
  private var cases: [(signature: secp256k1_ecdsa_recoverable_signature, digest: [UInt8])] = []

  /// Takes signatures as r, s and recovery id, each with its 32-byte digest.
  init(_ proofs: [(compact: [UInt8], recoveryID: UInt8, digest: [UInt8])]) {
    guard let context else { return }
    for proof in proofs where proof.compact.count == 64 && proof.digest.count == 32 {
      var signature = secp256k1_ecdsa_recoverable_signature()
      guard
        secp256k1_ecdsa_recoverable_signature_parse_compact(
          context, &signature, proof.compact, Int32(proof.recoveryID)) == 1
      else { continue }
      cases.append((signature, proof.digest))
    }
  }

  deinit { context.map { secp256k1_context_destroy($0) } }

  func run(_ count: Int) throws {
    guard let context, !cases.isEmpty else { throw BenchFailure(reason: "there is nothing to recover") }
    var key = secp256k1_pubkey()
    for index in 0..<count {
      let place = index % cases.count
      let recovered = withUnsafePointer(to: cases[place].signature) {
        secp256k1_ecdsa_recover(context, &key, $0, cases[place].digest)
      }
      guard recovered == 1 else { throw BenchFailure(reason: "recovery failed") }
    }
  }
}

/// A measured operation failed.
struct BenchFailure: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
