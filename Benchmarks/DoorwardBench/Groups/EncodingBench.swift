import BinaryEncodings
import DoorwardSodium
import Encodings

/// The decoding steps of every request before its signature is checked.
enum EncodingBench {
  static func group() -> MeasurementGroup {
    var generator = SystemRandomNumberGenerator()
    let keys = (0..<64).map { _ in (0..<32).map { _ in UInt8.random(in: 1 ... .max, using: &generator) } }
    let base58 = keys.map(Base58.encode)
    let base64 = keys.map { Base64URL.encode($0) }
    let body = signInBody.serialized()
    let kilobyte = [UInt8](repeating: 0x61, count: 1024)
    func each(_ name: String, _ body: @escaping (Int) throws -> Void) -> Measurement {
      Measurement(
        name,
        .computing { count in
          for index in 0..<count { try body(index % 64) }
        })
    }
    return MeasurementGroup(
      measurements: [
        each("Base58: read 32 bytes") { keep(try Base58.decode(base58[$0])) },
        each("Base58: write 32 bytes") { keep(Base58.encode(keys[$0])) },
        each("Base64url: read 32 bytes") { keep(try Base64URL.decode(base64[$0])) },
        each("JSON: read a sign-in request (\(body.count) bytes)") { _ in keep(try JSONParser.parse(body)) },
        each("SHA-256 of 1 KiB by libsodium") { _ in keep(SodiumSHA256.hash(kilobyte)) },
        each("SHA-256 of 1 KiB in Swift") { _ in keep(SHA256.hash(kilobyte)) },
      ])
  }

  private static var signInBody: JSONValue {
    let message = """
      accounts.example.com wants you to sign in with your Ethereum account:
      0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

      Sign in to Example.

      URI: https://accounts.example.com/
      Version: 1
      Chain ID: 1
      Nonce: 5KQNUsSYDpk8pyhuUdXRvfqW2v8o4HtqJYV3ZqB1vVbL
      Issued At: 2026-09-21T12:53:20.000Z
      Expiration Time: 2026-09-21T12:58:20.000Z
      """
    return [
      "message": .string(message), "signature": .string("0x" + String(repeating: "4f", count: 65)),
      "binding_secret": .string(Base64URL.encode([UInt8](repeating: 7, count: 32))),
      "metadata": ["wallet_client_type": "metamask", "connector_type": "injected"],
    ]
  }
}
