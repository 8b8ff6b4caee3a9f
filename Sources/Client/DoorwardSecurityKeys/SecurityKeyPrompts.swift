/// The questions to the user of a security key.
public struct SecurityKeyPrompts: Sendable {
  /// Asks the user to touch the key of this name. It is called before each call that waits for a touch.
  public var touch: @Sendable (_ key: String) async -> Void
  /// Asks for the PIN of the key of this name. After a wrong PIN, the number is that of the remaining tries.
  public var pin: @Sendable (_ key: String, _ triesLeft: Int?) async throws -> String
  /// Asks which of several accounts signs in, and returns its place in the list.
  public var account: @Sendable (_ names: [String]) async throws -> Int

  /// Makes prompts.
  public init(
    touch: @escaping @Sendable (_ key: String) async -> Void,
    pin: @escaping @Sendable (_ key: String, _ triesLeft: Int?) async throws -> String,
    account: @escaping @Sendable (_ names: [String]) async throws -> Int
  ) {
    self.touch = touch
    self.pin = pin
    self.account = account
  }
}
