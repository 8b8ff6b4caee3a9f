package import DoorwardDelivery
import DoorwardHTTP
package import DoorwardIdentifiers
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

extension IdentityKey.Kind {
  package static let email = IdentityKey.Kind(rawValue: WireIdentity.Kind.email)
  package static let phone = IdentityKey.Kind(rawValue: WireIdentity.Kind.phone)
  package static let userName = IdentityKey.Kind(rawValue: WireIdentity.Kind.username)

  /// The kinds of which a user has at most one identity.
  package static let single: Set<IdentityKey.Kind> = [.email, .phone, .userName]
}

extension SignInIdentifier {
  /// The identity with this identifier, for a user who has proven or chosen it.
  ///
  /// User names that look alike have one key, so that no user can take a name that looks like another user's.
  /// ``IdentityReading/identity(named:)`` finds a user by the name itself.
  package var identity: ProvenIdentity {
    switch self {
    case .email(let address): ProvenIdentity(key: IdentityKey(kind: .email, identifier: address.key))
    case .phone(let number): ProvenIdentity(key: IdentityKey(kind: .phone, identifier: number.e164))
    case .userName(let name):
      ProvenIdentity(
        key: IdentityKey(kind: .userName, identifier: name.skeleton),
        attributes: [WireIdentity.Members.identifier: .string(name.text)])
    }
  }

  /// The party for which messages are counted that name this identifier.
  package var counted: CountedRecipient {
    switch self {
    case .phone(let number): CountedRecipient(number.subscriber)
    case .email, .userName: CountedRecipient(identity.key.identifier)
    }
  }

  /// The address to which messages can be sent; nil for a user name.
  package var recipient: Recipient? {
    switch self {
    case .email(let address): .email(address)
    case .phone(let number): .phone(number)
    case .userName: nil
    }
  }
}

extension Recipient {
  /// The identity of the user who receives messages at this address.
  package var identity: ProvenIdentity { identifier.identity }

  /// The party for which messages to this address are counted.
  package var counted: CountedRecipient { identifier.counted }

  private var identifier: SignInIdentifier {
    switch self {
    case .email(let address): .email(address)
    case .phone(let number): .phone(number)
    }
  }
}

extension IdentityReading {
  /// The identity that a caller names; nil if there is none.
  ///
  /// Names that look like the user name have the same key, but do not name its user.
  package func identity(named name: ProvenIdentity) throws -> Identity? {
    guard let found = try identity(name.key) else { return nil }
    return name.key.kind == .userName && found.shownIdentifier != name.shownIdentifier ? nil : found
  }
}

extension ProvenIdentity {
  /// The identifier as the user sees it.
  package var shownIdentifier: String {
    attributes[WireIdentity.Members.identifier]?.string ?? key.identifier
  }
}

extension Identity {
  /// The address of the identity; nil if messages cannot be sent to it.
  package var recipient: Recipient? {
    switch key.kind {
    case .email: try? Recipient(.email, key.identifier)
    case .phone: try? Recipient(.sms, key.identifier)
    default: nil
    }
  }

  /// The identifier as the user sees it.
  package var shownIdentifier: String {
    attributes[WireIdentity.Members.identifier]?.string ?? key.identifier
  }
}
