import BinaryEncodings
import DoorwardCommandLine
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// The cryptography of requests, without any other work. It is measured in each round, beside the requests.
///
/// All processors run it at once, because under load a server and its clients use all of them too: a processor is slower
/// while the others work.
enum Primitives {
  /// The processor time of each operation, in microseconds.
  struct Costs {
    let recovery: Double
    let signature: Double
    let verification: Double
  }

  private static let count = 200

  static func measure() async throws -> Costs {
    let processors = Processors.count
    let costs = try await withThrowingTaskGroup(of: Costs.self) { group in
      for _ in 0..<processors { group.addTask { try measureOnThisThread() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    func mean(_ cost: (Costs) -> Double) -> Double { costs.map(cost).reduce(0, +) / Double(costs.count) }
    return Costs(
      recovery: mean(\.recovery), signature: mean(\.signature), verification: mean(\.verification))
  }

  private static func measureOnThisThread() throws -> Costs {
    let proofs = try LoadedServer.wallets(16).map { wallet in
      let message = PersonalMessage("\(wallet.address)")
      let signature = try wallet.sign(message)
      return (
        compact: signature.withUnsafeCompactBytes { Array($0) }, recoveryID: signature.recoveryID,
        digest: message.digest.bytes
      )
    }
    let recovery = RawRecovery(proofs)
    let p256 = try RawP256(digests: proofs.map(\.digest))
    func microseconds(_ body: (Int) throws -> Void) rethrows -> Double {
      try Stopwatch.processorSeconds { try body(count) } * 1e6 / Double(count)
    }
    return Costs(
      recovery: try microseconds(recovery.run), signature: try microseconds(p256.runSigning),
      verification: try microseconds(p256.runVerification))
  }
}
