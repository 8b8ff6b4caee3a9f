import DoorwardOpenSSL

/// Where unpredictable bytes come from: the system's generator, or a test's own sequence.
public struct RandomSource: Sendable {
  private let generate: @Sendable (Int) throws -> [UInt8]

  /// Draws from `generate`, which must answer exactly as many bytes as it is asked for.
  public init(_ generate: @escaping @Sendable (_ count: Int) throws -> [UInt8]) {
    self.generate = generate
  }

  /// `count` unpredictable bytes.
  ///
  /// - Throws: what the source throws when it cannot deliver; never fewer bytes.
  public func bytes(_ count: Int) throws -> [UInt8] { try generate(count) }

  /// OpenSSL's generator, seeded by the kernel.
  public static var system: RandomSource { RandomSource { try SecureRandom.bytes($0) } }
}
