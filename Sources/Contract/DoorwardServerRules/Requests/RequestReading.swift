package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardWire
package import Encodings

extension HTTPRequest {
  /// The client's key for this request. The client sends it again to repeat the request.
  ///
  /// - Throws: `Problem` 400 `invalid_request`.
  package func idempotencyKey() throws(Problem) -> String? {
    let values = fields.values(for: WireHeader.idempotencyKey)
    guard let value = values.first else { return nil }
    guard values.count == 1, (1...WireLimits.idempotencyKeyBytes).contains(value.utf8.count) else {
      throw .invalidRequest(
        "Idempotency-Key must be one value of up to \(WireLimits.idempotencyKeyBytes) bytes.")
    }
    return value
  }
}

extension WireBinding {
  /// Reads the binding of a request for a challenge.
  ///
  /// - Throws: `Problem` 400 `invalid_binding`.
  package static func requested(_ text: String) throws(Problem) -> WireBinding {
    guard let binding = WireBinding(text) else { throw .invalidBinding }
    return binding
  }

  /// Makes the binding of the secret that answers a challenge.
  ///
  /// - Throws: `Problem` 400 `invalid_binding_secret`.
  package static func answered(by secret: String) throws(Problem) -> WireBinding {
    guard let binding = WireBinding(secret: secret) else { throw .invalidBindingSecret }
    return binding
  }
}

extension JSONObjectReader {
  /// Reads a member that has one of a few words. Without the member it is `standard`.
  fileprivate func word<Word: RawRepresentable<String>>(
    _ name: String, standard: Word, else refusal: @autoclosure () -> Problem
  ) throws(Problem) -> Word {
    guard let text = try optionalText(name) else { return standard }
    guard let word = Word(rawValue: text) else { throw refusal() }
    return word
  }
}

extension WirePurpose {
  /// Reads `purpose` of a request for a challenge. The default is a sign-in.
  ///
  /// - Throws: `Problem` 400 `invalid_purpose`.
  package init(_ body: JSONObjectReader) throws(Problem) {
    self = try body.word(
      ChallengeMembers.purpose, standard: .signIn,
      else: Problem(
        status: 400, code: WireCode.invalidPurpose,
        detail: "purpose must be \"sign_in\", \"link\" or \"move\"."))
  }
}

/// The purpose of a request for a code.
package enum CodePurpose: String, Sendable, CaseIterable {
  case signIn = "sign_in"
  /// Adds an address to the signed-in user.
  case verify
  /// Replaces an address of the signed-in user.
  case change
  /// A second factor, whose challenge is that of the sign-in.
  case secondFactor = "second_factor"

  /// Reads `purpose` of a request. The default is a sign-in.
  ///
  /// - Throws: `Problem` 400 `invalid_purpose`.
  package init(_ body: JSONObjectReader) throws(Problem) {
    self = try body.word(
      ChallengeMembers.purpose, standard: .signIn,
      else: Problem(
        status: 400, code: WireCode.invalidPurpose,
        detail: "purpose must be \"sign_in\", \"verify\", \"change\" or \"second_factor\"."))
  }
}

extension WireSignOutScope {
  /// Reads `scope` of a request. The default is the current session alone.
  ///
  /// - Throws: `Problem` 400 `invalid_scope`.
  package init(_ body: JSONObjectReader) throws(Problem) {
    self = try body.word(
      Self.member, standard: .this,
      else: Problem(
        status: 400, code: WireCode.invalidScope, detail: "scope must be \"this\", \"others\" or \"all\"."))
  }
}

extension ListLimit {
  /// The number of items that a call asks for.
  ///
  /// - Throws: `Problem` 400 `invalid_limit`.
  package static func read(_ query: FormURLEncoded) throws(Problem) -> Int {
    let limits = query.values(for: WireListPart.Parameters.limit).filter { !$0.isEmpty }
    guard limits.count <= 1, let limit = limits.first.map(ListLimit.read) ?? ListLimit.standard else {
      throw Problem(
        status: 400, code: WireCode.invalidLimit,
        detail: "limit must be one whole number from 1 to \(ListLimit.maximum).")
    }
    return limit
  }
}

extension Problem {
  package static var invalidCursor: Problem {
    Problem(
      status: 400, code: WireCode.invalidCursor,
      detail: "cursor must be a next_cursor of this list, unchanged.")
  }
}

/// The refusals of values whose type the contract does not have.
extension Problem {
  package static func wrongType(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.wrongType, detail: detail)
  }

  package static var bodyIsNoObject: Problem { .wrongType("The body must be an object.") }

  package static func notTextOrNull(_ name: String) -> Problem {
    .wrongType("\(name) must be text or null.")
  }

  package static func notObjectOrNull(_ name: String) -> Problem {
    .wrongType("\(name) must be an object or null.")
  }
}

/// The labels that a client may give a wallet. Lists show them; they prove nothing.
package struct WalletLabels: Sendable, Equatable {
  /// The labels as members of the HTTP contract's Identity.
  package let members: JSONObject

  /// Reads `metadata` of a sign-in.
  ///
  /// - Throws: `Problem` 400 or 422 that names the member.
  package init(_ body: JSONObjectReader) throws(Problem) {
    var members = JSONObject()
    if let metadata = try body.optionalMembers(ProofMembers.metadata) {
      for name in [WalletLabel.clientType, WalletLabel.connectorType] {
        guard let text = try metadata.optionalText(name), !text.isEmpty else { continue }
        guard WireLimits.isLine(text, upTo: WalletLabel.limit) else {
          throw Problem(
            status: 422, code: WireCode.invalidMetadata,
            detail: "\(metadata.path(of: name)) must be one line of up to \(WalletLabel.limit) bytes.")
        }
        members[name] = .string(text)
      }
    }
    self.members = members
  }
}
