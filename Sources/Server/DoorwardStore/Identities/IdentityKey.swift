/// The key of an identity: two proofs with one key show the same identity. At most one user holds a key.
package struct IdentityKey: Hashable, Sendable {
  /// The type of an identity, as the HTTP contract names it. Each sign-in method defines its own.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let kind: Kind
  /// The canonical name, unique within the realm.
  package let identifier: String
  /// The part of the world in which the identifier is unique, such as a network; nil if it is unique everywhere.
  package let realm: String?

  package init(kind: Kind, identifier: String, realm: String? = nil) {
    self.kind = kind
    self.identifier = identifier
    self.realm = realm.flatMap { $0.isEmpty ? nil : $0 }
  }
}
