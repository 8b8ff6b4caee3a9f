/// A way to sign in, by the name that tokens carry in `amr` and `/v1/config` lists.
public struct SignInMethodName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Every way this server knows, in the order it offers them.
  public static let all: [SignInMethodName] = SignInMethods.all.map { $0.name }
  /// Those that an application offers whose configuration lists none.
  public static let standard = Set(SignInMethods.all.filter { $0.isStandard }.map { $0.name })
}
