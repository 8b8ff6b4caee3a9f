/// The names of the sign-in methods: members of `methods` in the configuration.
package enum WireMethod {
  package static var password: String { "password" }
  package static var code: String { "code" }
  package static var passkey: String { "passkey" }
  package static var ethereum: String { "siwe" }
  package static var near: String { "near" }
  package static var anonymous: String { "anonymous" }
  package static var guest: String { "guest" }

  /// All of them, in the order in which the configuration lists them.
  package static let all = [password, code, passkey, ethereum, near, anonymous, guest]
}
