package import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

/// The list of users that a call asks for: filters, order, part.
package struct UserListRequest: Sendable {
  /// The users of the list.
  package enum Selection: Sendable {
    /// The user of an identity, if the query accepts the user.
    case holder(of: ProvenIdentity, UserQuery)
    case users(UserQuery)
  }

  package let selection: Selection
  package let limit: Int
  /// The text of all filters and of the order, always the same for the same list. The cursor is bound to it.
  package let list: [String]
  /// The cursor that the call has sent; nil for the first part.
  package let cursor: String?

  /// Reads the query of a call. A parameter without a value counts as omitted.
  ///
  /// - Parameters:
  ///   - parameters: the parameters.
  ///   - applicationID: the application; nil for the users of all applications.
  /// - Throws: `Problem` 400 `invalid_filter`, `invalid_cursor` or `invalid_limit`.
  package init(_ parameters: FormURLEncoded, of applicationID: String?) throws(Problem) {
    try parameters.requireFilters { Parameter(rawValue: $0) != nil || $0 == "limit" }
    var values: [Parameter: String] = [:]
    for parameter in Parameter.allCases {
      do {
        values[parameter] = try parameters.filter(parameter.rawValue)
      } catch {
        throw parameter == .cursor ? Problem.invalidCursor : error
      }
    }
    try self.init(values, limit: ListLimit.read(parameters), of: applicationID)
  }

  /// Reads the values of the parameters.
  ///
  /// - Parameters:
  ///   - parameters: the values that are not empty.
  ///   - limit: the most users in a part.
  ///   - applicationID: the application; nil for the users of all applications.
  /// - Throws: `Problem` 400 `invalid_filter`; `invalid_cursor` for a cursor beside an identifier.
  package init(
    _ parameters: [Parameter: String], limit: Int, of applicationID: String?
  ) throws(Problem) {
    var query = UserQuery(applicationID: applicationID)
    let values = FilterValues(parameters)
    if let kind = values.text(.kind) {
      guard let known = User.Kind(rawValue: kind) else {
        throw Problem.invalidFilter("kind must be registered or anonymous.")
      }
      query.kind = known
    }
    query.isBanned = try values.boolean(.banned)
    query.createdFrom = try values.time(.createdAfter)?.date
    query.createdBefore = try values.time(.createdBefore)?.date
    if let sort = values.text(.sort) {
      query.isDescending = sort.hasPrefix("-")
      guard let order = UserQuery.Order(rawValue: query.isDescending ? String(sort.dropFirst()) : sort) else {
        throw Problem.invalidFilter(
          "sort must be created_at or last_sign_in_at, with - before it to reverse it.")
      }
      query.order = order
    }
    let name = try values.identity()
    selection = name.map { .holder(of: $0, query) } ?? .users(query)
    self.limit = limit
    cursor = values.text(.cursor)
    // At most one user has an identity, so such a list has no second part.
    guard name == nil || cursor == nil else { throw Problem.invalidCursor }
    list = [
      "users", applicationID ?? "", query.order.rawValue, query.isDescending ? "descending" : "ascending",
      query.kind?.rawValue ?? "", query.isBanned.map { "\($0)" } ?? "",
      query.createdFrom.map { Timestamp($0).rfc3339 } ?? "",
      query.createdBefore.map { Timestamp($0).rfc3339 } ?? "",
    ]
  }

  /// The parameters of the call.
  package enum Parameter: String, CaseIterable, Sendable {
    case email
    case phoneNumber = "phone_number"
    case userName = "username"
    case identityType = "identity_type"
    case identifier
    case network
    case kind, banned
    case createdAfter = "created_after"
    case createdBefore = "created_before"
    case sort, cursor
  }
}

/// Reads the values of the parameters.
private struct FilterValues {
  private let parameters: [UserListRequest.Parameter: String]

  init(_ parameters: [UserListRequest.Parameter: String]) { self.parameters = parameters }

  func text(_ parameter: UserListRequest.Parameter) -> String? { parameters[parameter] }

  func boolean(_ parameter: UserListRequest.Parameter) throws(Problem) -> Bool? {
    switch text(parameter) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw Problem.invalidFilter("\(parameter.rawValue) must be true or false.")
    }
  }

  func time(_ parameter: UserListRequest.Parameter) throws(Problem) -> Timestamp? {
    try text(parameter).map { text throws(Problem) in
      try Timestamp(text, ofFilter: parameter.rawValue)
    }
  }

  /// The identity that the filters name; nil if they name none.
  func identity() throws(Problem) -> ProvenIdentity? {
    let (email, phone, name) = (text(.email), text(.phoneNumber), text(.userName))
    let (type, identifier, network) = (text(.identityType), text(.identifier), text(.network))
    guard (type == nil) == (identifier == nil), network == nil || type != nil else {
      throw Problem.invalidFilter("Give identity_type and identifier together.")
    }
    guard [email, phone, name, type].compactMap({ $0 }).count <= 1 else {
      throw Problem.invalidFilter("Give one identifier of a user.")
    }
    if let email { return try Self.identity(.email, email) }
    if let phone { return try Self.identity(.phone, phone) }
    if let name { return try Self.identity(.userName, name) }
    guard let type, let identifier else { return nil }
    return try Self.identity(IdentityKey.Kind(rawValue: type), identifier, on: network)
  }

  private static func identity(
    _ kind: IdentityKey.Kind, _ text: String, on network: String?
  ) throws(Problem) -> ProvenIdentity {
    if IdentityKey.Kind.single.contains(kind) {
      guard network == nil else { throw Problem.invalidFilter("This identity_type has no network.") }
      return try identity(kind, text)
    }
    guard let method = SignInMethods.proving(kind) else {
      throw Problem.invalidFilter("There is no such identity_type.")
    }
    guard (network != nil) == method.identitiesHaveNetworks else {
      throw Problem.invalidFilter(
        method.identitiesHaveNetworks
          ? "This identity_type needs network." : "This identity_type has no network.")
    }
    guard let identifier = method.canonicalIdentifier(text) else {
      throw Problem.invalidFilter("identifier is not one of this identity_type.")
    }
    return ProvenIdentity(key: IdentityKey(kind: kind, identifier: identifier, realm: network))
  }

  private static func identity(_ kind: IdentityKey.Kind, _ text: String) throws(Problem) -> ProvenIdentity {
    do throws(IdentifierError) {
      switch kind {
      case .email: return SignInIdentifier.email(try EmailAddress(text)).identity
      case .phone: return SignInIdentifier.phone(try PhoneNumber(text)).identity
      default: return SignInIdentifier.userName(try UserName(text)).identity
      }
    } catch {
      throw Problem.invalidFilter(error.reason)
    }
  }
}
