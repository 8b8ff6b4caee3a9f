package import DoorwardIdentifiers
package import DoorwardServerRules
package import DoorwardStore

/// The address of a message. It determines the channel.
package enum Recipient: Sendable, Hashable, CustomStringConvertible {
  case email(EmailAddress)
  case phone(PhoneNumber)

  /// Makes a recipient from a channel and the text of an address.
  ///
  /// - Throws: `IdentifierError`.
  package init(_ channel: DeliveryChannel, _ text: String) throws(IdentifierError) {
    switch channel {
    case .email: self = .email(try EmailAddress(text))
    case .sms: self = .phone(try PhoneNumber(text))
    }
  }

  package var channel: DeliveryChannel {
    switch self {
    case .email: .email
    case .phone: .sms
    }
  }

  /// The address, in ASCII.
  package var text: String {
    switch self {
    case .email(let address): address.address
    case .phone(let number): number.e164
    }
  }

  /// The address for logs. It does not identify the user.
  package var masked: String {
    switch self {
    case .email(let address): address.masked
    case .phone(let number): number.masked
    }
  }

  /// Hides the address.
  package var description: String { masked }
}
