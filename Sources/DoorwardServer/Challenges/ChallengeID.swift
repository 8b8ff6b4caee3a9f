/// The 128 random bits that make one challenge unlike every other; spending them is what makes it single use.
public struct ChallengeID: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a new one.
  init(random: RandomSource) throws { bytes = try random.bytes(16) }
}
