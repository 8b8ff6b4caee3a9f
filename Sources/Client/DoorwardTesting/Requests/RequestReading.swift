import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension HTTPRequest {
  /// The token of `Authorization: Bearer …`; nil for a request without the field.
  func bearerToken() throws(Problem) -> String? {
    guard let value = fields[WireHeader.authorization] else { return nil }
    guard let token = WireHeader.token(inBearer: value) else { throw .invalidToken }
    return token
  }

  /// The key of a request whose only proof it is; nil for a key that another client may have chosen too.
  func secretIdempotencyKey() throws(Problem) -> String? {
    try idempotencyKey().flatMap { $0.utf8.count < WireLimits.secretIdempotencyKeyBytes ? nil : $0 }
  }
}

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

/// The part of a list that a call asks for: `?cursor=&limit=`.
struct ListRequest {
  private let limit: Int
  /// The id of the last item of the part before; nil for the first part.
  private let position: String?

  /// Reads the query. A parameter without a value counts as absent.
  init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.queryItems
    limit = try ListLimit.read(query)
    let cursors = query.values(for: WireListPart.Parameters.cursor).filter { !$0.isEmpty }
    position = cursors.first.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    guard cursors.count <= 1, (position == nil) == cursors.isEmpty else { throw .invalidCursor }
  }

  /// The part, with the cursor of the next one if there is more.
  ///
  /// - Parameters:
  ///   - items: All items, the newest first.
  ///   - id: The id of an item.
  ///   - json: An item as the contract has it.
  /// - Returns: `{"items": […], "next_cursor"?}`.
  func answer<Item>(
    _ items: [Item], id: (Item) -> String, json: (Item) -> JSONObject
  ) -> JSONObject {
    let ids = items.map(id)
    let start = position.map { position in (ids.firstIndex(of: position) ?? items.count) + 1 } ?? 0
    let shown = items.indices.dropFirst(start).prefix(limit)
    let next = shown.last.flatMap { $0 < items.count - 1 ? ids[$0] : nil }
    return WireListPart(items: shown.map { .object(json(items[$0])) }, nextCursor: next).json
  }
}
