/// The values of a user who signs up with a password or a passkey.
struct SignUpValues: Sendable {
  /// The id, if it was announced before the sign-up.
  var id: String?
  var name: String?
  var password: String?
  /// The user name beside the address.
  var username: Identity.Key?
}
