public import Encodings

// EIP-4361 §Message Fields defines the meaning of the times. The relying party chooses the allowed clock
// difference.
extension SIWEPolicy {
  /// Requires that the message is valid at an instant: the instant is before the expiration time and not before
  /// the not-before time. Absent times are not checked.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - clockSkew: The allowed difference between the clock of the message's author and ours.
  /// - Returns: A policy that fails with `expired` or `not_yet_valid`.
  public static func time(at instant: Timestamp, clockSkew: Duration = .zero) -> SIWEPolicy {
    let earliest = instant.advanced(by: .zero - clockSkew)
    let latest = instant.advanced(by: clockSkew)
    return SIWEPolicy { message in
      // The message is invalid from its expiration time on.
      if let expirationTime = message.expirationTime, earliest >= expirationTime {
        return .fails(SIWEError(code: .expired, reason: "The message expired at \(expirationTime)."))
      }
      if let notBefore = message.notBefore, latest < notBefore {
        return .fails(SIWEError(code: .notYetValid, reason: "The message is not valid before \(notBefore)."))
      }
      return .meets
    }
  }

  /// Requires that the message was not issued after an instant. EIP-4361 does not require this. A relying party
  /// that writes the message or limits its age should use this policy.
  ///
  /// - Parameters:
  ///   - instant: The current time.
  ///   - clockSkew: The allowed difference between the clock of the message's author and ours.
  /// - Returns: A policy that fails with `issued_in_future`.
  public static func notIssuedInFuture(at instant: Timestamp, clockSkew: Duration = .zero) -> SIWEPolicy {
    let latest = instant.advanced(by: clockSkew)
    return SIWEPolicy { message in
      guard message.issuedAt > latest else { return .meets }
      return .fails(
        SIWEError(
          code: .issuedInFuture,
          reason: "The message was issued at \(message.issuedAt), which is in the future."))
    }
  }

  /// Requires that the message has at most a given age at an instant.
  ///
  /// - Parameters:
  ///   - age: The maximum age.
  ///   - instant: The current time.
  /// - Returns: A policy that fails with `too_old`.
  public static func maximumAge(_ age: Duration, at instant: Timestamp) -> SIWEPolicy {
    let earliest = instant.advanced(by: .zero - age)
    return SIWEPolicy { message in
      guard message.issuedAt < earliest else { return .meets }
      return .fails(
        SIWEError(code: .tooOld, reason: "The message was issued too long ago, at \(message.issuedAt)."))
    }
  }
}
