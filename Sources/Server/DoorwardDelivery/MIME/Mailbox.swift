package import DoorwardIdentifiers

/// An address with the name that mail programs show.
package struct Mailbox: Sendable, Hashable {
  /// The name; empty for none.
  package let name: String
  package let address: EmailAddress

  package init(name: String = "", _ address: EmailAddress) {
    self.name = name
    self.address = address
  }
}
