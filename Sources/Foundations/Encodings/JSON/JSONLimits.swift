/// The limits of a JSON text.
public struct JSONLimits: Sendable, Hashable {
  /// The longest accepted text, in bytes.
  public var maxBytes: Int
  /// The deepest accepted nesting of arrays and objects; `[[]]` is 2 deep.
  ///
  /// The parser recurses once per level, so its limit is 512 even if this value is greater.
  public var maxDepth: Int

  /// Creates limits; by default 1 MiB and 32 levels.
  public init(maxBytes: Int = 1_048_576, maxDepth: Int = 32) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
  }
}
