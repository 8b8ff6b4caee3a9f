/// How much a JSON text may ask of its reader.
public struct JSONLimits: Sendable, Hashable {
  /// The longest text that is read, in bytes.
  public var maxBytes: Int
  /// The deepest nesting of arrays and objects that is read; `[[]]` is 2 deep.
  ///
  /// The parser recurses once per level, so it never goes beyond 512 whatever is asked here.
  public var maxDepth: Int

  /// Makes limits; by default 1 MiB and 32 levels.
  public init(maxBytes: Int = 1_048_576, maxDepth: Int = 32) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
  }
}
