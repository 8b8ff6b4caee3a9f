package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardSessions
import DoorwardWire
package import Encodings

extension JSONObjectReader {
  /// The address in `email` or `phone_number`; nil if the body has neither.
  ///
  /// - Throws: `Problem` 422 if the body has both, if the text is not an address, or if the number cannot receive
  ///   messages.
  package func recipient() throws(DoorwardHTTP.Problem) -> Recipient? {
    let email = try optionalText(WireUser.Members.email)
    let phone = try optionalText(WireUser.Members.phoneNumber)
    do throws(IdentifierError) {
      switch (email, phone) {
      case (let email?, nil): return .email(try EmailAddress(email))
      case (nil, let phone?):
        let number = try PhoneNumber(phone)
        try number.checkReceivesMessages()
        return .phone(number)
      case (nil, nil): return nil
      case (.some, .some): break
      }
    } catch {
      throw Problem(error)
    }
    throw .ambiguousAddress
  }

  /// The address in `email` or `phone_number`.
  ///
  /// - Throws: `Problem` 400 if the body has neither; as ``recipient()``.
  package func requiredRecipient() throws(DoorwardHTTP.Problem) -> Recipient {
    guard let recipient = try recipient() else { throw .missingAddress }
    return recipient
  }
}
