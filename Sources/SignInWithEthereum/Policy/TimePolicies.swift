public import Encodings

// EIP-4361 §Message Fields states what the times mean; how far two clocks may differ is for the
// relying party to say.
extension SIWEPolicy {
  /// The message is valid at an instant: its expiration time, if stated, has not come, and its
  /// not-before time, if stated, has.
  ///
  /// - Parameters:
  ///   - instant: When validity is asked for.
  ///   - clockSkew: How far the clock of who wrote the message may be from ours.
  /// - Returns: A policy that fails with `expired` or `not_yet_valid`.
  public static func time(at instant: Timestamp, clockSkew: Duration = .zero) -> SIWEPolicy {
    let earliest = instant.advanced(by: .zero - clockSkew)
    let latest = instant.advanced(by: clockSkew)
    return SIWEPolicy { message in
      // The expiration time is the first instant at which the message is no longer valid.
      if let expirationTime = message.expirationTime, earliest >= expirationTime {
        return .fails(SIWEError(code: .expired, reason: "The message expired at \(expirationTime)."))
      }
      if let notBefore = message.notBefore, latest < notBefore {
        return .fails(SIWEError(code: .notYetValid, reason: "The message is not valid before \(notBefore)."))
      }
      return .meets
    }
  }

  /// The message was not issued after an instant. EIP-4361 does not ask for it; a relying party that
  /// wrote the message, or limits its age, should.
  ///
  /// - Parameters:
  ///   - instant: The present.
  ///   - clockSkew: How far the clock of who wrote the message may be from ours.
  /// - Returns: A policy that fails with `issued_in_future`.
  public static func notIssuedInFuture(at instant: Timestamp, clockSkew: Duration = .zero) -> SIWEPolicy {
    let latest = instant.advanced(by: clockSkew)
    return SIWEPolicy { message in
      guard message.issuedAt > latest else { return .meets }
      return .fails(
        SIWEError(code: .issuedInFuture, reason: "The message says it was issued at \(message.issuedAt)."))
    }
  }

  /// The message was issued at most so long before an instant.
  ///
  /// - Parameters:
  ///   - age: How old the message may be.
  ///   - instant: The present.
  /// - Returns: A policy that fails with `too_old`.
  public static func maximumAge(_ age: Duration, at instant: Timestamp) -> SIWEPolicy {
    let earliest = instant.advanced(by: .zero - age)
    return SIWEPolicy { message in
      guard message.issuedAt < earliest else { return .meets }
      return .fails(SIWEError(code: .tooOld, reason: "The message was issued at \(message.issuedAt)."))
    }
  }
}
