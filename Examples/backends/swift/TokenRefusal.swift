/// Why a token lets nobody in.
enum TokenRefusal: Error {
  /// The token is not good: 401.
  case invalid
  /// Nobody can say now whether it is: 503, and not 401.
  case unavailable(String)
}
