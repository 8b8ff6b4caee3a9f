import BinaryEncodings
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Compares Sign-In with Ethereum with libsecp256k1's recovery, which every sign-in needs.
enum EthereumBench {
  private struct Proof {
    let text: String
    let signature: String
    let policy: SIWEPolicy
    let message: SIWEMessage
    let parsedSignature: EthereumSignature
    let digest: [UInt8]
  }

  private static let now = Timestamp(seconds: 1_790_000_000)

  static func group() throws -> MeasurementGroup {
    let proofs = try (0..<128).map(proof)
    let raw = RawRecovery(
      proofs.map { proof in
        (
          proof.parsedSignature.withUnsafeCompactBytes { Array($0) }, proof.parsedSignature.recoveryID,
          proof.digest
        )
      })
    let verifier = SIWEVerifier(
      policy: .all(
        .domain("accounts.example.com"), .uri("https://accounts.example.com/"), .chain(1), .time(at: now),
        .noRecapResources))
    let signatures = PersonalSignVerifier()
    // Separate arrays, so that reading one value does not count references on the others.
    let texts = proofs.map(\.text)
    let written = proofs.map(\.signature)
    let policies = proofs.map(\.policy)
    let parsed = proofs.map(\.parsedSignature)
    let addresses = proofs.map(\.message.address)
    let personal = proofs.map { PersonalMessage($0.text) }
    let block = [UInt8](repeating: 0x61, count: 135)
    return MeasurementGroup(
      measurements: [
        Measurement("libsecp256k1: recover a key", .computing(raw.run)),
        Measurement(
          "SIWE: parse, check the policies, verify", of: "libsecp256k1: recover a key",
          target: .ratio(0.90),
          .computing { count in
            for index in 0..<count {
              let place = index % texts.count
              keep(
                try verifier.verify(message: texts[place], signature: written[place], policy: policies[place])
              )
            }
          }),
        Measurement(
          "SIWE: parse", target: .rate(500_000),
          .computing { count in
            for index in 0..<count { keep(try SIWEMessage(parsing: texts[index % texts.count])) }
          }),
        Measurement(
          "personal_sign: recover the address", of: "libsecp256k1: recover a key",
          .computing { count in
            for index in 0..<count {
              let place = index % personal.count
              keep(try signatures.recoverAddress(of: personal[place], signature: parsed[place]))
            }
          }),
        Measurement(
          "Keccak-256 of one block (135 bytes)",
          .computing { count in
            for _ in 0..<count { keep(block.withUnsafeBytes { Keccak256.digest(of: $0) }) }
          }),
        Measurement(
          "EIP-55: read an address and write it",
          .computing { count in
            for index in 0..<count {
              keep(try EthereumAddress(parsing: addresses[index % addresses.count].checksummed))
            }
          }),
      ])
  }

  private static func proof(number: Int) throws -> Proof {
    var generator = SystemRandomNumberGenerator()
    let key = EthereumSecretKey(using: &generator)
    let nonce = Base58.encode((0..<32).map { _ in UInt8.random(in: 1 ... .max, using: &generator) })
    let message = try SIWEMessage(
      domain: "accounts.example.com", address: key.address, statement: "Sign in to Example.",
      uri: "https://accounts.example.com/", chainID: 1, nonce: nonce,
      issuedAt: Timestamp(seconds: now.seconds - Int64(number)),
      expirationTime: Timestamp(seconds: now.seconds + 300))
    let signature = try key.sign(message)
    return Proof(
      text: message.text, signature: "\(signature)", policy: .nonce(nonce), message: message,
      parsedSignature: signature, digest: message.personalDigest.bytes)
  }
}
