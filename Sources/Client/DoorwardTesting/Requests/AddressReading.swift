import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings

/// Addresses and user names. The double reads the common forms; the server reads all forms.
extension Identity.Key {
  /// Reads an email address.
  init(email text: String) throws(Problem) {
    guard !text.isEmpty else { throw .unprocessable(WireCode.identifierEmpty, "The email address is empty.") }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .unprocessable(WireCode.emailIncomplete, "An email address has the form name@example.com.")
    }
    self.init(type: WireIdentity.Kind.email, identifier: text.lowercased(), network: nil)
  }

  /// Reads a phone number with its country.
  init(phoneNumber text: String) throws(Problem) {
    guard !text.isEmpty else { throw .unprocessable(WireCode.identifierEmpty, "The phone number is empty.") }
    let number = text.filter { !" -().".contains($0) }
    guard number.first == "+", (7...15).contains(number.count - 1),
      number.dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    else { throw .unprocessable(WireCode.phoneNumberInvalid, "This is not a phone number.") }
    self.init(type: WireIdentity.Kind.phone, identifier: number, network: nil)
  }

  /// Reads a user name.
  init(username text: String) throws(Problem) {
    let name = text.lowercased()
    let letters: ClosedRange<Character> = "a"..."z"
    guard !name.isEmpty else { throw .unprocessable(WireCode.identifierEmpty, "The user name is empty.") }
    guard name.contains(where: letters.contains),
      name.allSatisfy({ letters.contains($0) || ("0"..."9").contains($0) || "._-".contains($0) })
    else { throw .unprocessable(WireCode.usernameInvalidCharacter, "A user name has letters and digits.") }
    guard name.count >= 3 else {
      throw .unprocessable(
        WireCode.usernameTooShort, "The user name is too short. Use at least 3 characters.")
    }
    guard name.count <= 32 else {
      throw .unprocessable(WireCode.usernameTooLong, "The user name is too long. Use at most 32 characters.")
    }
    self.init(type: WireIdentity.Kind.username, identifier: name, network: nil)
  }

  /// Reads any of them.
  init(identifier text: String) throws(Problem) {
    if text.contains("@") {
      try self.init(email: text)
    } else if text.first == "+" {
      try self.init(phoneNumber: text)
    } else {
      try self.init(username: text)
    }
  }

  /// Whether a user has at most one identity of this type.
  var isSingle: Bool { isUsername || type == WireIdentity.Kind.email || type == WireIdentity.Kind.phone }
  var isUsername: Bool { type == WireIdentity.Kind.username }
  /// Whether messages can be sent to it.
  var isAddress: Bool { type == WireIdentity.Kind.email || type == WireIdentity.Kind.phone }
  /// The kind of a sign-up, as `password_identifiers` names it.
  var offerName: String { type == WireIdentity.Kind.phone ? WireUser.Members.phoneNumber : type }
  /// The channel of messages to the address.
  var channel: String { type == WireIdentity.Kind.phone ? "sms" : type }
  /// The method of a session by a code to the address (RFC 8176).
  var codeMethod: String { type == WireIdentity.Kind.phone ? "sms" : "otp" }
}

extension JSONObjectReader {
  /// The address in `email` or `phone_number`; nil if there is neither.
  func address() throws(Problem) -> Identity.Key? {
    switch (try optionalText(WireUser.Members.email), try optionalText(WireUser.Members.phoneNumber)) {
    case (let email?, nil): return try Identity.Key(email: email)
    case (nil, let number?): return try Identity.Key(phoneNumber: number)
    case (nil, nil): return nil
    case (.some, .some):
      throw .unprocessable(
        WireCode.ambiguousAddress, "Give an email address or a phone number, not both.")
    }
  }

  /// The binding of a request for a code; nil if there is none.
  func optionalBinding() throws(Problem) -> WireBinding? {
    guard let text = try optionalText(ChallengeMembers.binding) else { return nil }
    guard let binding = WireBinding(text) else { throw .invalidBinding }
    return binding
  }

  /// The binding of the secret of an answer; nil if there is none.
  func optionalBindingOfSecret() throws(Problem) -> WireBinding? {
    guard let text = try optionalText(ProofMembers.bindingSecret) else { return nil }
    guard let binding = WireBinding(secret: text) else { throw .invalidBindingSecret }
    return binding
  }
}
