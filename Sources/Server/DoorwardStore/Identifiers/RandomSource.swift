import DoorwardCiphers
import DoorwardOpenSSL

/// A source of unpredictable bytes: the system's generator, or a sequence that a test chooses.
package struct RandomSource: Sendable {
  private let generate: @Sendable (Int) throws -> [UInt8]

  /// Draws from `generate`, which must return exactly as many bytes as requested.
  package init(_ generate: @escaping @Sendable (_ count: Int) throws -> [UInt8]) {
    self.generate = generate
  }

  /// `count` unpredictable bytes.
  ///
  /// - Throws: the error of the source if it cannot deliver; it never returns fewer bytes.
  package func bytes(_ count: Int) throws -> [UInt8] { try generate(count) }

  /// OpenSSL's generator, seeded by the kernel.
  package static var system: RandomSource { RandomSource { try SecureRandom.bytes($0) } }
}
