/// The reason why a token is refused.
enum TokenRefusal: Error {
  /// The token is not valid: 401.
  case invalid
  /// Tokens cannot be verified now: 503.
  case unavailable(String)
}
