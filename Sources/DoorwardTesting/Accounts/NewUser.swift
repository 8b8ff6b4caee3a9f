/// The values of a user who signs up with a password.
struct NewUser: Sendable {
  var name: String?
  var password: String
  /// The user name beside the address.
  var username: Identity.Key?
}
