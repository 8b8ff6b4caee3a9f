/// The paths of the provider's endpoints.
package enum ProviderPaths {
  package static let authorize = "/authorize"
  package static let token = "/v1/token"
  package static let revoke = "/v1/revoke"
  package static let introspect = "/v1/introspect"
  package static let userinfo = "/v1/userinfo"
  package static let deviceAuthorization = "/v1/device_authorization"
  /// The page on which a user types the code of a device (RFC 8628 §3.3).
  package static let devicePage = "/device"
  package static let endSession = "/end-session"

  /// The paths that answer errors in OAuth's form (RFC 6749 §5.2).
  package static let oauth: Set<String> = [token, revoke, introspect, deviceAuthorization]
}
