/// How long a token may be.
public struct JWSLimits: Sendable, Hashable {
  /// The longest token that is read, in characters.
  public var maxTokenLength: Int
  /// The longest header that is read, in characters of base64url.
  public var maxHeaderLength: Int

  /// Makes limits; by default 64 KiB for a token and 8 KiB for its header.
  public init(maxTokenLength: Int = 65_536, maxHeaderLength: Int = 8192) {
    self.maxTokenLength = maxTokenLength
    self.maxHeaderLength = maxHeaderLength
  }
}
