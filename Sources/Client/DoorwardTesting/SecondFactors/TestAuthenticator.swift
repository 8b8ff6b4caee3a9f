internal import BinaryEncodings
public import Doorward
internal import DoorwardServerRules
public import Foundation

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
