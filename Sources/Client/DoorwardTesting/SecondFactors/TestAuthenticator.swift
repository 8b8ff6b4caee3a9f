internal import BinaryEncodings
public import Doorward
internal import DoorwardServerRules
public import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import DoorwardOpenSSL
#endif

/// An authenticator that shows the codes of an enrollment.
///
/// ```swift
/// let authenticator = try TestAuthenticator(try await doorward.secondFactor.addAuthenticator())
/// let code = try authenticator.code(at: server.time.now)
/// ```
///
/// A server accepts each code once. The next code is that of 30 seconds later.
public struct TestAuthenticator: Sendable {
  private let secret: [UInt8]

  /// Makes an authenticator with the secret of an enrollment.
  ///
  /// - Throws: An error for a secret that is not base32.
  public init(_ enrollment: AuthenticatorEnrollment) throws { try self.init(secret: enrollment.secret) }

  /// Makes an authenticator with a secret in base32.
  package init(secret: String) throws { self.secret = try Base32.decode(secret, padded: false) }

  /// The code that the authenticator shows.
  ///
  /// - Throws: An error of the library that computes the code.
  public func code(at time: Date) throws -> String {
    try AuthenticatorCode.code(of: secret, at: TimeSteps.standard.number(at: time)).text
  }
}

/// Codes that follow from a secret and the time (RFC 6238), with the parameters that every authenticator supports: SHA-1,
/// six digits, 30 seconds.
enum AuthenticatorCode {
  /// The code of a time step.
  static func code(of secret: [UInt8], at step: Int64) throws -> OneTimeCode {
    OneTimeCode(truncating: try hash(of: withUnsafeBytes(of: step.bigEndian) { Array($0) }, key: secret))
  }

  /// The step that a code is accepted for; nil if the code is wrong, or if its step is not later than the last one.
  static func step(of code: OneTimeCode, _ secret: [UInt8], at time: Date, after last: Int64?) throws
    -> Int64?
  {
    try TimeSteps.standard.accepted(at: time, after: last) { try self.code(of: secret, at: $0) == code }
  }

  private static func hash(of message: [UInt8], key: [UInt8]) throws -> [UInt8] {
    #if canImport(CryptoKit)
      Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      try HMACDigest.sha1.authenticationCode(for: message, key: key)
    #endif
  }
}
