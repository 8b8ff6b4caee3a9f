internal import DoorwardWire
internal import Encodings
internal import Foundation

/// A new passkey, and the request that registers it.
struct SentRegistration: Sendable {
  let made: PasskeyRegistration
  let relyingPartyID: String
  let proof: JSONObject

  init(_ made: PasskeyRegistration, of ceremony: PasskeyCeremony, proof: JSONObject) {
    self.made = made
    relyingPartyID = ceremony.relyingPartyID
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

extension SessionEngine {
  /// Registers a new passkey.
  ///
  /// - Parameters:
  ///   - purpose: What the passkey is made for.
  ///   - make: Makes a passkey.
  ///   - send: Sends its registration.
  /// - Returns: The result of `send`, and the passkey.
  /// - Throws: ``DoorwardError``.
  nonisolated func register<Value: Sendable>(
    for purpose: UnansweredRegistrations.Purpose,
    _ make: () async throws(DoorwardError) -> SentRegistration,
    sending send: (SentRegistration) async throws(DoorwardError) -> Value
  ) async throws(DoorwardError) -> (Value, PasskeyRegistration) {
    passkeyChanges.begin()
    defer { passkeyChanges.end() }
    if let sent = registrations.take(for: purpose) {
      do throws(DoorwardError) {
        return (try await register(sent, for: purpose, send), sent.made)
      } catch {
        // The first request did not arrive, and its challenge is over.
        guard [.challengeExpired, .init(rawValue: WireCode.invalidChallenge)].contains(error.code) else {
          throw error
        }
      }
    }
    let new = try await make()
    return (try await register(new, for: purpose, send), new.made)
  }

  private nonisolated func register<Value: Sendable>(
    _ registration: SentRegistration, for purpose: UnansweredRegistrations.Purpose,
    _ send: (SentRegistration) async throws(DoorwardError) -> Value
  ) async throws(DoorwardError) -> Value {
    do throws(DoorwardError) {
      return try await send(registration)
    } catch {
      if error.leavesProofUnused { registrations.keep(registration, for: purpose) }
      await signalRefused(registration.made, of: registration.relyingPartyID, because: error)
      throw error
    }
  }
}
