internal import Encodings
internal import Foundation

/// A new passkey, and the request that registers it.
final class SentRegistration: Sendable {
  let made: PasskeyRegistration
  let relyingPartyID: String
  let proof: JSONObject

  init(_ made: PasskeyRegistration, relyingPartyID: String, proof: JSONObject) {
    self.made = made
    self.relyingPartyID = relyingPartyID
    self.proof = proof
  }
}

/// The new passkey whose registration was sent and not answered. The next attempt sends it again, because the server may
/// have registered it, and another passkey would be one too many.
///
/// `@unchecked Sendable` is sound: the lock guards every variable.
final class UnansweredRegistrations: @unchecked Sendable {
  /// What a passkey was made for.
  enum Purpose: Hashable, Sendable {
    /// A new user, or the anonymous user with this id.
    case signUp(visitor: String?)
    case addition(user: String)
    /// The second factor of a sign-in.
    case secondFactor(challenge: String)
  }

  /// After this time, another person may use the device.
  private static let lifetime = Duration.seconds(600)

  private let lock = NSLock()
  private let clock: DoorwardClock
  private var last: (purpose: Purpose, registration: SentRegistration, sentAt: Duration)?

  init(_ clock: DoorwardClock) { self.clock = clock }

  func keep(_ registration: SentRegistration, for purpose: Purpose) {
    lock.withLock { last = (purpose, registration, clock.elapsed()) }
  }

  func take(for purpose: Purpose) -> SentRegistration? {
    lock.withLock {
      defer { last = nil }
      guard let last, last.purpose == purpose, clock.elapsed() - last.sentAt < Self.lifetime else {
        return nil
      }
      return last.registration
    }
  }
}
