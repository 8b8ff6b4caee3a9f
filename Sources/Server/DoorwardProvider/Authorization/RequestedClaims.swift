package import DoorwardStore
import Encodings

/// The parameter `claims` of an authorization request (OpenID Connect Core §5.5).
///
/// Grants, sessions and consent know scopes only. So a claim asks for the scope that opens it. Claims that this server does not
/// know are ignored, whatever they contain.
package struct RequestedClaims: Sendable, Equatable {
  /// The longest accepted text, in bytes.
  package static let maximumLength = 4096
  /// The deepest JSON of a request: the object, its member, a claim, and `values`.
  private static let maximumDepth = 8
  /// The most values of one claim.
  private static let maximumValues = 16

  /// The scopes that open the claims.
  package let scopes: Scopes
  /// The user that must be signed in (§3.1.2.2), as the client has written it.
  package let subject: String?
  /// The values of `acr` that the client asks for; empty if it asks for none.
  package let assurances: [Assurance]
  /// Whether `acr` must have one of the values (§5.5.1.1).
  package let requiresAssurance: Bool

  /// - Throws: ``AuthorizationError`` `invalid_request`.
  package init(_ text: String) throws(AuthorizationError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw AuthorizationError(.invalidRequest, "claims is longer than \(Self.maximumLength) bytes.")
    }
    let limits = JSONLimits(maxBytes: Self.maximumLength, maxDepth: Self.maximumDepth)
    guard let object = try? JSONParser.parse(text, limits: limits).object else {
      throw AuthorizationError(.invalidRequest, "claims must be a JSON object without repeated members.")
    }
    var scopes: Set<Scope> = []
    var subjects: Set<String> = []
    var (voluntary, essential): ([Assurance], [Assurance]) = ([], [])
    for place in ["userinfo", "id_token"] {
      guard let member = object[place] else { continue }
      guard let claims = member.object else {
        throw AuthorizationError(.invalidRequest, "\(place) in claims must be an object.")
      }
      for member in claims {
        let scope = ScopeClaims.scope(of: member.key)
        guard scope != nil || ["sub", "acr", "auth_time"].contains(member.key) else { continue }
        let claim = try RequestedClaim(member.key, member.value, maximumValues: Self.maximumValues)
        if let scope { scopes.insert(scope) }
        switch member.key {
        case "sub": subjects.formUnion(try claim.texts)
        case "acr":
          let names = try claim.texts.map(Assurance.init(rawValue:))
          if claim.isEssential { essential += names } else { voluntary += names }
        // An ID token always has the time of the sign-in.
        default: break
        }
      }
    }
    guard subjects.count <= 1 else {
      throw AuthorizationError(.invalidRequest, "claims may name one value of sub.")
    }
    self.scopes = Scopes(scopes)
    subject = subjects.first
    requiresAssurance = !essential.isEmpty
    assurances = requiresAssurance ? essential : voluntary
  }

  /// The user that must be signed in.
  ///
  /// - Parameter hinted: the user of the request's ID token hint.
  /// - Returns: the user; nil if neither the hint nor the claims name one.
  /// - Throws: ``AuthorizationError``.
  package func user(_ hinted: User.ID?) throws(AuthorizationError) -> User.ID? {
    guard let subject else { return hinted }
    guard let user = User.ID(subject) else {
      throw AuthorizationError(.loginRequired, "No user has the value of sub in claims.")
    }
    guard hinted ?? user == user else {
      throw AuthorizationError(.invalidRequest, "id_token_hint and sub in claims name different users.")
    }
    return user
  }

  /// The values of `acr` that decide which factors the sign-in needs.
  ///
  /// - Parameter preferred: the values of `acr_values`.
  /// - Returns: the values that apply.
  /// - Throws: ``AuthorizationError`` `unmet_authentication_requirements` if no sign-in is sure to have an essential value.
  package func assurances(beside preferred: [Assurance]) throws(AuthorizationError) -> [Assurance] {
    guard requiresAssurance else { return preferred.isEmpty ? assurances : preferred }
    // The user chooses the method, so only a second factor can be required. A stronger factor than a code may be proven.
    let possible = assurances.filter(Assurance.secondFactors.contains)
    guard possible.contains(.secondFactor) else {
      throw AuthorizationError(
        .unmetAuthenticationRequirements,
        "The only essential acr is \(Assurance.secondFactor.rawValue), alone or with others.")
    }
    return possible
  }
}

/// The request for one claim (OpenID Connect Core §5.5.1).
private struct RequestedClaim {
  let isEssential: Bool
  private let name: String
  private let values: [JSONValue]

  init(_ name: String, _ value: JSONValue, maximumValues: Int) throws(AuthorizationError) {
    self.name = name
    guard value != .null else {
      isEssential = false
      values = []
      return
    }
    guard let object = value.object else {
      throw AuthorizationError(.invalidRequest, "\(name) in claims must be null or an object.")
    }
    switch object["essential"] {
    case nil: isEssential = false
    case .bool(let flag)?: isEssential = flag
    default: throw AuthorizationError(.invalidRequest, "essential of \(name) in claims must be a boolean.")
    }
    let list = object["values"] ?? []
    guard let array = list.array, array.count <= maximumValues else {
      throw AuthorizationError(
        .invalidRequest, "values of \(name) in claims must be an array of up to \(maximumValues) values.")
    }
    values = [object["value"]].compactMap(\.self) + array
  }

  var texts: [String] {
    get throws(AuthorizationError) {
      let texts = values.compactMap(\.string)
      guard texts.count == values.count else {
        throw AuthorizationError(.invalidRequest, "The values of \(name) in claims must be text.")
      }
      return texts
    }
  }
}
