/// An address with enough characters for its owner to recognize it.
package enum AddressMask {
  /// `a•••@example.com`.
  package static func masked(email address: String) -> String {
    guard let at = address.lastIndex(of: "@") else { return masked(phoneNumber: address) }
    return "\(address.prefix(1))•••\(address[at...])"
  }

  /// `•••67`.
  package static func masked(phoneNumber number: String) -> String { "•••\(number.suffix(2))" }
}
