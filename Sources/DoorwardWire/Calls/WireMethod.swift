/// The names of the sign-in methods: members of `methods` in the configuration.
package enum WireMethod {
  package static let password = "password"
  package static let code = "code"
  package static let siwe = "siwe"
  package static let near = "near"
  package static let anonymous = "anonymous"
  package static let guest = "guest"

  /// All of them, in the order in which the configuration lists them.
  package static let all = [password, code, siwe, near, anonymous, guest]
}
