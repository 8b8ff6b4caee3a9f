import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings

/// Addresses and user names. The double reads the common forms; the server reads all forms.
extension Identity.Key {
  /// Reads an email address.
  init(email text: String) throws(IdentifierError) {
    guard !text.isEmpty else { throw .emailEmpty }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .emailIncomplete }
    self.init(type: WireIdentity.Kind.email, identifier: text.lowercased(), network: nil)
  }

  /// Reads a phone number with its country.
  init(phoneNumber text: String) throws(IdentifierError) {
    guard !text.isEmpty else { throw .phoneEmpty }
    let number = text.filter { !" -().".contains($0) }
    guard number.first == "+", (7...15).contains(number.count - 1),
      number.dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    else { throw .phoneInvalid }
    self.init(type: WireIdentity.Kind.phone, identifier: number, network: nil)
  }

  /// Reads a user name.
  init(username text: String) throws(IdentifierError) {
    let name = text.lowercased()
    let letters: ClosedRange<Character> = "a"..."z"
    guard !name.isEmpty else { throw .userNameEmpty }
    guard name.contains(where: letters.contains),
      name.allSatisfy({ letters.contains($0) || ("0"..."9").contains($0) || "._-".contains($0) })
    else { throw .userNameCharacter }
    guard name.count >= IdentifierError.userNameLengths.lowerBound else { throw .userNameTooShort }
    guard name.count <= IdentifierError.userNameLengths.upperBound else { throw .userNameTooLong }
    self.init(type: WireIdentity.Kind.username, identifier: name, network: nil)
  }

  /// Reads any of them.
  init(identifier text: String) throws(IdentifierError) {
    if text.contains("@") {
      try self.init(email: text)
    } else if text.first == "+" {
      try self.init(phoneNumber: text)
    } else {
      try self.init(username: text)
    }
  }

  /// The key of a text that names a user. A text that is not an identifier belongs to no user.
  init(named text: String) {
    self =
      (try? Identity.Key(identifier: text)) ?? Identity.Key(type: "unknown", identifier: text, network: nil)
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
  /// The address with enough characters for its owner to recognize it.
  var masked: String {
    type == WireIdentity.Kind.email
      ? AddressMask.masked(email: identifier) : AddressMask.masked(phoneNumber: identifier)
  }
  /// The method of a session by a code to the address (RFC 8176).
  var codeMethod: String { type == WireIdentity.Kind.phone ? ProofName.smsCode : ProofName.code }
}

extension JSONObjectReader {
  /// The address in `email` or `phone_number`; nil if there is neither.
  func address() throws(Problem) -> Identity.Key? {
    let email = try optionalText(WireUser.Members.email)
    let number = try optionalText(WireUser.Members.phoneNumber)
    guard email == nil || number == nil else { throw .ambiguousAddress }
    do throws(IdentifierError) {
      if let email { return try Identity.Key(email: email) }
      return try number.map { number throws(IdentifierError) in try Identity.Key(phoneNumber: number) }
    } catch { throw Problem(error) }
  }

  /// The user name in `username`; nil if there is none.
  func username() throws(Problem) -> Identity.Key? {
    guard let text = try optionalText(WireUser.Members.username) else { return nil }
    do throws(IdentifierError) { return try Identity.Key(username: text) } catch { throw Problem(error) }
  }

  /// The binding of a request for a challenge.
  func binding() throws(Problem) -> WireBinding { try .requested(text(ChallengeMembers.binding)) }

  /// The binding of the secret of an answer.
  func bindingOfSecret() throws(Problem) -> WireBinding {
    try .answered(by: text(ProofMembers.bindingSecret))
  }

  /// The binding of a request for a code; nil if there is none.
  func optionalBinding() throws(Problem) -> WireBinding? {
    try optionalText(ChallengeMembers.binding).map { text throws(Problem) in try .requested(text) }
  }

  /// The binding of the secret of an answer; nil if there is none.
  func optionalBindingOfSecret() throws(Problem) -> WireBinding? {
    try optionalText(ProofMembers.bindingSecret).map { text throws(Problem) in try .answered(by: text) }
  }
}
