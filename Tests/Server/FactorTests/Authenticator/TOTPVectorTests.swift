import DoorwardCiphers
import DoorwardOpenSSL
import DoorwardSecondFactors
import DoorwardServerRules
import Foundation
import Testing

@Suite("HOTP and TOTP vectors of RFC 4226 and RFC 6238")
struct TOTPVectorTests {
  struct HOTPVector: Decodable, Sendable {
    var counter: Int64
    var hmacSha1Hex: String
    var code: String
  }

  struct TOTPVector: Decodable, Sendable {
    var algorithm: String
    var secretAscii: String
    var time: Double
    var step: Int
    var digits: Int
    var code: String
  }

  struct File: Decodable {
    var hotp: [HOTPVector]
    var vectors: [TOTPVector]
  }

  private static func file() throws -> File {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "Vectors/passwords/otp_rfc.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: path))
  }

  @Test func theFileHasAllVectors() throws {
    let file = try Self.file()
    #expect(file.hotp.count == 10)
    #expect(file.vectors.count == 18)
    #expect(Set(file.vectors.map(\.algorithm)) == ["sha1", "sha256", "sha512"])
  }

  @Test(arguments: try file().hotp)
  func hotp(vector: HOTPVector) throws {
    let key = [UInt8]("12345678901234567890".utf8)
    let counter = withUnsafeBytes(of: vector.counter.bigEndian) { Array($0) }
    let hash = try HMACDigest.sha1.authenticationCode(for: counter, key: key)
    #expect(hash.map { String(format: "%02x", $0) }.joined() == vector.hmacSha1Hex)
    let code = try TOTP.standard.code(of: AuthenticatorSecret(key), at: vector.counter)
    #expect(code.text == vector.code)
  }

  @Test(arguments: try file().vectors)
  func totp(vector: TOTPVector) throws {
    let digest = try #require(HMACDigest(rawValue: vector.algorithm.uppercased()))
    let totp = TOTP(digest: digest, digits: vector.digits, period: vector.step)
    let secret = try AuthenticatorSecret(Array(vector.secretAscii.utf8))
    let time = Date(timeIntervalSince1970: vector.time)
    #expect(try totp.code(of: secret, at: totp.step(at: time)).text == vector.code)
    let typed = try #require(OneTimeCode(typed: vector.code, length: vector.digits))
    let accepted = try totp.verify(typed, of: secret, at: time, after: nil)
    #expect(accepted?.number == totp.step(at: time))
  }

  @Test func keysOutOfRangeAreRefused() {
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
      try HMACDigest.sha1.authenticationCode(for: [], key: [])
    }
    #expect(throws: OpenSSLError(code: .invalidLength, reason: "")) {
      try HMACDigest.sha512.authenticationCode(for: [], key: [UInt8](repeating: 0, count: 65537))
    }
  }
}
