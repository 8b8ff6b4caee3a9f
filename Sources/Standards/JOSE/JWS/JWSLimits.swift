/// Length limits for tokens.
public struct JWSLimits: Sendable, Hashable {
  /// The longest accepted token, in characters.
  public var maxTokenLength: Int
  /// The longest accepted header, in characters of base64url.
  public var maxHeaderLength: Int

  /// Creates limits. The defaults are 64 KiB for a token and 8 KiB for its header.
  public init(maxTokenLength: Int = 65_536, maxHeaderLength: Int = 8192) {
    self.maxTokenLength = maxTokenLength
    self.maxHeaderLength = maxHeaderLength
  }
}
