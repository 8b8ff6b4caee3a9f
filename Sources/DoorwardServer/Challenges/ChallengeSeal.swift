import DoorwardHTTP
import Encodings

/// Makes challenges that carry their own proof of issue: 128 random bits and a MAC over the challenge's
/// text and context. Issuing one writes nothing; spending one is a row in the store.
struct ChallengeSeal: Sendable {
  static let length = 32
  private static let randomLength = 16

  private let key: DerivedKey
  private let random: RandomSource

  init(key: DerivedKey, random: RandomSource) {
    self.key = key
    self.random = random
  }

  /// 32 bytes: 16 random, 16 of MAC.
  ///
  /// - Parameters:
  ///   - method: keeps one method's challenges from serving as another's.
  ///   - content: the challenge's text without these bytes.
  ///   - context: what it is bound to.
  /// - Returns: the sealed bytes.
  /// - Throws: what the random source or the MAC throws where it cannot work.
  func issue(_ method: SignInMethodName, _ content: [[UInt8]], in context: ChallengeContext) throws -> [UInt8]
  {
    let id = try random.bytes(Self.randomLength)
    return id + (try mac(method, id, content, context))
  }

  /// The identity of the challenge, where it was issued here with this content and context.
  ///
  /// - Throws: ``Problem`` 401 `invalid_challenge`, which does not say which part differs.
  func open(
    _ sealed: [UInt8], _ method: SignInMethodName, _ content: [[UInt8]], in context: ChallengeContext
  ) throws -> ChallengeID {
    let id = Array(sealed.prefix(Self.randomLength))
    guard sealed.count == Self.length,
      try constantTimeEquals(Array(sealed.dropFirst(Self.randomLength)), mac(method, id, content, context))
    else { throw Problem.invalidChallenge }
    return ChallengeID(bytes: id)
  }

  private func mac(
    _ method: SignInMethodName, _ id: [UInt8], _ content: [[UInt8]], _ context: ChallengeContext
  ) throws -> [UInt8] {
    let bound: [[UInt8]] = [
      [UInt8](method.rawValue.utf8), id, [UInt8](context.application.id.utf8),
      [UInt8](context.purpose.rawValue.utf8), context.user?.bytes ?? [], [UInt8](context.binding.value.utf8),
    ]
    return Array(try key.authenticate(bound + content).prefix(Self.length - Self.randomLength))
  }
}
