internal import DoorwardCiphers
package import DoorwardOpenSSL
package import DoorwardServerRules

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Codes of an authenticator that follow from a secret and the time (RFC 6238).
package struct TOTP: Sendable, Hashable {
  /// The parameters that every authenticator supports: SHA-1, six digits, 30 seconds. Many ignore other parameters.
  package static let standard = TOTP(
    digest: .sha1, digits: OneTimeCode.length, period: TimeSteps.standard.period)

  package let digest: HMACDigest
  /// The number of digits of a code.
  package let digits: Int
  /// The seconds of a time step.
  package let period: Int

  private var steps: TimeSteps { TimeSteps(period: period) }

  /// Other parameters than ``standard`` occur in the vectors of RFC 6238 only.
  package init(digest: HMACDigest, digits: Int, period: Int) {
    self.digest = digest
    self.digits = digits
    self.period = period
  }

  /// The number of the time step of a moment: the number of whole periods since 1970.
  package func step(at time: Date) -> Int64 { steps.number(at: time) }

  /// The code of a time step (RFC 4226 §5.3).
  ///
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func code(
    of secret: AuthenticatorSecret, at step: Int64
  ) throws(SecondFactorError) -> OneTimeCode {
    let counter = withUnsafeBytes(of: step.bigEndian) { Array($0) }
    let hash: [UInt8]
    do {
      hash = try digest.authenticationCode(for: counter, key: secret.bytes)
    } catch {
      throw SecondFactorError(.libraryFailure, error.reason)
    }
    return OneTimeCode(truncating: hash, length: digits)
  }

  /// Verifies a code by the rules of ``TimeSteps/accepted(at:after:isRight:)``. The time depends neither on the code nor on the
  /// secret. The caller counts the try first.
  ///
  /// `code` is the code as typed. `lastAccepted` is the last accepted step of this secret; nil if there is none.
  ///
  /// - Returns: the step to store; nil if the code is wrong or was used.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func verify(
    _ code: OneTimeCode, of secret: AuthenticatorSecret, at time: Date, after lastAccepted: Int64?
  ) throws(SecondFactorError) -> AcceptedTimeStep? {
    let step = try steps.accepted(at: time, after: lastAccepted) { step throws(SecondFactorError) in
      try self.code(of: secret, at: step) == code
    }
    return step.map { AcceptedTimeStep(number: $0) }
  }

  /// The `otpauth://` URI that an authenticator scans.
  ///
  /// - Parameters:
  ///   - secret: the user's secret. The URI contains it.
  ///   - issuer: the name of the application.
  ///   - account: the name of the user.
  /// - Returns: the URI.
  package func uri(of secret: AuthenticatorSecret, issuer: String, account: String) -> String {
    AuthenticatorURI.text(
      secret: secret.base32, issuer: issuer, account: account, algorithm: digest.rawValue, digits: digits,
      period: period)
  }
}

/// The time step of a code that was verified.
///
/// Only ``TOTP/verify(_:of:at:after:)`` makes it. The store replaces the last accepted step by ``number`` if it is still
/// the value that the code was verified against, in the transaction that admits the user. Otherwise another request has
/// used the code.
package struct AcceptedTimeStep: Sendable, Equatable {
  package let number: Int64

  fileprivate init(number: Int64) { self.number = number }
}
