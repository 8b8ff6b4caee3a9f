/// The passkeys of this system.
public enum SystemPasskeys {
  /// The authenticator of this system: `ApplePasskeys` on Apple platforms; nil on Linux, which has none.
  public static var authenticator: (any PasskeyAuthenticator)? {
    #if canImport(AuthenticationServices)
      ApplePasskeys()
    #else
      nil
    #endif
  }
}
