import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

/// Makes challenges that this server can recognize without storing them: an identifier and a MAC over the challenge's
/// text and context. Spending a challenge adds a row to the store. Of the 256 bits, 48 are the time of issue, 80 are
/// random and 128 are a MAC with the server's key, so a challenge cannot be predicted.
package struct ChallengeSeal: Sendable {
  package static let length = 32

  private let key: DerivedKey
  private let random: RandomSource
  private let clock: WallClock

  package init(key: DerivedKey, random: RandomSource, clock: WallClock) {
    self.key = key
    self.random = random
    self.clock = clock
  }

  /// Issues a challenge.
  ///
  /// - Parameters:
  ///   - method: the method. A challenge of one method is not accepted by another.
  ///   - content: the challenge's text without these bytes.
  ///   - context: the values that the challenge is bound to.
  /// - Returns: 32 bytes: the identifier, and 16 bytes of MAC.
  /// - Throws: the errors of the random source and of the MAC.
  package func issue(_ method: SignInMethodName, _ content: [[UInt8]], in context: ProofContext) throws
    -> [UInt8]
  {
    let id = try ChallengeID(at: clock.now, random: random).bytes
    return id + (try mac(method, id: id, content, in: context))
  }

  /// The identifier of a challenge that this server issued with this content and context.
  ///
  /// - Throws: ``Problem`` 401 `invalid_challenge`, which does not name the part that differs.
  package func open(
    _ sealed: [UInt8], by method: SignInMethodName, content: [[UInt8]], in context: ProofContext
  ) throws -> ChallengeID {
    let id = Array(sealed.prefix(ChallengeID.length))
    guard sealed.count == Self.length,
      try constantTimeEquals(
        Array(sealed.dropFirst(ChallengeID.length)), mac(method, id: id, content, in: context))
    else { throw Problem.invalidChallenge }
    return ChallengeID(bytes: id)
  }

  private func mac(
    _ method: SignInMethodName, id: [UInt8], _ content: [[UInt8]], in context: ProofContext
  ) throws -> [UInt8] {
    guard let binding = context.binding else { throw Problem.invalidChallenge }
    let bound: [[UInt8]] = [
      [UInt8](method.rawValue.utf8), id, [UInt8](context.application.id.utf8),
      [UInt8](context.purpose.rawValue.utf8), context.user?.bytes ?? [], [UInt8](binding.value.utf8),
    ]
    return Array(try key.authenticate(bound + content).prefix(Self.length - ChallengeID.length))
  }
}
