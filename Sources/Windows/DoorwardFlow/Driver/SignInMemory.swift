internal import Foundation

/// The facts about the last sign-in that a device keeps for the next one. None of them is a secret.
///
/// The default keeps them in `UserDefaults`. An app can keep them elsewhere, or nowhere.
public struct SignInMemory: Sendable {
  /// The text of a key; nil if there is none.
  public var read: @Sendable (_ key: String) -> String?
  /// Keeps a text.
  public var write: @Sendable (_ key: String, _ text: String) -> Void

  /// Makes a memory.
  public init(
    read: @escaping @Sendable (_ key: String) -> String?,
    write: @escaping @Sendable (_ key: String, _ text: String) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// Keeps the facts in `UserDefaults.standard`, so one test of an app affects the next one: the order of the methods, whether a
  /// code or the password comes first, and whether the user is asked to add a passkey. Use ``nowhere`` in tests.
  public static let userDefaults = SignInMemory(
    read: { UserDefaults.standard.string(forKey: $0) },
    write: { UserDefaults.standard.set($1, forKey: $0) })

  /// Keeps nothing. The methods are always in the order of the offer, and the user is asked after each sign-in with a
  /// password or a code whether to add a passkey. For tests, and for devices that several people share.
  public static let nowhere = SignInMemory(read: { _ in nil }, write: { _, _ in })

  private static let methodKey = "doorward.last-used"
  private static let offerKey = "doorward.passkey-offered"

  /// The method of the last sign-in; nil if there was none.
  var lastUsed: SignInMethod? { read(Self.methodKey).flatMap(SignInMethod.init(rawValue:)) }
  /// Whether the user was asked on this device whether to add a passkey.
  var hasOfferedPasskey: Bool { read(Self.offerKey) != nil }

  func keep(_ fact: SignInFact) {
    switch fact {
    case .method(let method): write(Self.methodKey, method.rawValue)
    case .passkeyOffered: write(Self.offerKey, "1")
    }
  }
}
