import BinaryEncodings
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// The cryptography of requests, without any other work. It is measured in each round, beside the requests.
struct Primitives {
  /// The processor time of each operation, in microseconds.
  struct Costs {
    let recovery: Double
    let signature: Double
    let verification: Double
  }

  private let recovery: RawRecovery
  private let p256: RawP256
  private static let count = 200

  init() throws {
    let proofs = try LoadedServer.wallets(16).map { wallet in
      let message = PersonalMessage("\(wallet.address)")
      let signature = try wallet.sign(message)
      return (
        compact: signature.withUnsafeCompactBytes { Array($0) }, recoveryID: signature.recoveryID,
        digest: message.digest.bytes
      )
    }
    recovery = RawRecovery(proofs)
    p256 = try RawP256(digests: proofs.map(\.digest))
  }

  func measure() throws -> Costs {
    func microseconds(_ body: (Int) throws -> Void) rethrows -> Double {
      try Stopwatch.processorSeconds { try body(Self.count) } * 1e6 / Double(Self.count)
    }
    return Costs(
      recovery: try microseconds(recovery.run), signature: try microseconds(p256.runSigning),
      verification: try microseconds(p256.runVerification))
  }
}
