/// The passkeys of this system.
public enum SystemPasskeys {
  /// The authenticator of this system: `ApplePasskeys` on Apple platforms; nil on Linux, which has no authenticator.
  public static var authenticator: (any PasskeyAuthenticator)? {
    #if canImport(AuthenticationServices)
      ApplePasskeys()
    #else
      nil
    #endif
  }
}
