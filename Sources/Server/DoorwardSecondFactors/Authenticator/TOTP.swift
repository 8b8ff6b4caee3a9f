internal import DoorwardCiphers
package import DoorwardOpenSSL

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Codes of an authenticator that follow from a secret and the time (RFC 6238).
package struct TOTP: Sendable, Hashable {
  /// The parameters that every authenticator supports: SHA-1, six digits, 30 seconds. Many ignore other parameters.
  package static let standard = TOTP(digest: .sha1, digits: OneTimeCode.length, period: 30)

  package let digest: HMACDigest
  /// The number of digits of a code.
  package let digits: Int
  /// The seconds of a time step.
  package let period: Int

  /// Other parameters than ``standard`` occur in the vectors of RFC 6238 only.
  package init(digest: HMACDigest, digits: Int, period: Int) {
    self.digest = digest
    self.digits = digits
    self.period = period
  }

  /// The number of the time step of a moment: the number of whole periods since 1970.
  package func step(at time: Date) -> Int64 {
    Int64((time.timeIntervalSince1970 / Double(period)).rounded(.down))
  }

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
    // The last four bits of the hash choose the four bytes of the code.
    let offset = Int(hash[hash.count - 1] & 15)
    var number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    var text = [UInt8](repeating: 0, count: digits)
    for place in text.indices.reversed() {
      text[place] = UInt8(ascii: "0") + UInt8(number % 10)
      number /= 10
    }
    return OneTimeCode(digits: text)
  }

  /// Verifies a code of the current time step, the one before, or the one after. Clocks differ, and typing takes time
  /// (RFC 6238 §5.2).
  ///
  /// A code works once: the step must be later than the last accepted one. The time depends neither on the code nor on
  /// the secret. The caller counts the try first.
  ///
  /// `code` is the code as typed. `lastAccepted` is the last accepted step of this secret; nil if there is none.
  ///
  /// - Returns: the step to store; nil if the code is wrong or was used.
  /// - Throws: ``SecondFactorError`` `library_failure`.
  package func verify(
    _ code: OneTimeCode, of secret: AuthenticatorSecret, at time: Date, after lastAccepted: Int64?
  ) throws(SecondFactorError) -> AcceptedTimeStep? {
    let current = step(at: time)
    var accepted: AcceptedTimeStep?
    for step in current - 1...current + 1 {
      let isRight = try self.code(of: secret, at: step) == code
      // If two steps have the same code, the later step is accepted. The code then works for neither of them again.
      if isRight, step > lastAccepted ?? .min { accepted = AcceptedTimeStep(number: step) }
    }
    return accepted
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
