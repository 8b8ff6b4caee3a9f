/// The names of the sign-in methods: members of `methods` in the configuration, and of `amr` in tokens and sessions.
package enum WireMethod {
  package static let siwe = "siwe"
  package static let near = "near"
  package static let anonymous = "anonymous"
  package static let guest = "guest"

  /// All of them, in the order in which the configuration lists them.
  package static let all = [siwe, near, anonymous, guest]
}
