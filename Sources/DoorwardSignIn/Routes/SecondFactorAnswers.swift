package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

/// Responds to sign-ins that wait for a second factor. The client receives the sealed request; the server stores
/// nothing.
package struct SecondFactorAnswers: Sendable {
  private static let purpose = [UInt8]("second-factor".utf8)

  private let key: DerivedKey

  package init(key: DerivedKey) { self.key = key }

  /// 401 `second_factor_required` with the sealed request.
  ///
  /// - Parameters:
  ///   - pending: the waiting sign-in.
  ///   - binding: the client that must prove the second factor; nil if the first factor has no binding.
  /// - Returns: the problem.
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func problem(_ pending: SecondFactorRequest, _ binding: Binding?) throws -> Problem {
    var problem = Problem(
      status: 401, code: WireCode.secondFactorRequired,
      detail: "This account has a second factor. Prove it to finish the sign-in.",
      fields: ["WWW-Authenticate": "Doorward"])
    problem.members = [
      Problem.Member(
        "second_factor",
        [
          "challenge_id": .string(try sealed(pending, binding)),
          "methods": .strings(pending.methods.map(\.rawValue)),
          "expires_at": .time(pending.expiresAt),
        ])
    ]
    return problem
  }

  /// The waiting sign-in of a text.
  ///
  /// - Parameters:
  ///   - text: `challenge_id` of the request.
  ///   - opening: the values of the session that it opens.
  /// - Returns: the waiting sign-in. It may have expired, because a repetition may come late.
  /// - Throws: `Problem` 401 `invalid_challenge` if the server did not make the text, or made it for another application
  ///   or another carrier.
  package func open(_ text: String, for opening: SessionOpening) throws(Problem) -> Pending {
    guard let bytes = key.opened(text, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let pending = Pending(members), pending.request.applicationID == opening.application.id,
      pending.request.carrier == opening.carrier
    else { throw .invalidChallenge }
    return pending
  }

  /// A waiting sign-in and the client that it belongs to.
  package struct Pending: Sendable {
    package let request: SecondFactorRequest
    package let binding: Binding?
  }

  private func sealed(_ pending: SecondFactorRequest, _ binding: Binding?) throws -> String {
    var object: JSONObject = [
      "id": .string(Base64URL.encode(pending.id.bytes)), "user": .string(pending.user.text),
      "application": .string(pending.applicationID), "carrier": .string(pending.carrier.rawValue),
      "proof": .object(try pending.proof.json()), "attributes": .object(pending.identity.attributes),
      "methods": .strings(pending.methods.map(\.rawValue)),
      "expires_at": .integer(try StoredTime.milliseconds(pending.expiresAt)),
    ]
    object["evidence"] = pending.identity.evidence.map(JSONValue.object)
    object["binding"] = (binding?.value).map(JSONValue.string)
    if let password = pending.password {
      object["password"] = ["hash": .string(password.hash), "is_new": .bool(password.isNew)]
    }
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }
}

extension SecondFactorAnswers.Pending {
  fileprivate init?(_ members: JSONValue) {
    guard let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }),
      id.count == ChallengeID.length,
      let user = members["user"]?.string.flatMap({ User.ID($0) }),
      let application = members["application"]?.string,
      let carrier = members["carrier"]?.string.flatMap(Session.Carrier.init(rawValue:)),
      let proof = members["proof"].flatMap({ SessionProof($0) }),
      let attributes = members["attributes"]?.object, let methods = members["methods"]?.array,
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    var password: PendingPassword?
    if let hash = members["password"]?["hash"]?.string {
      password = PendingPassword(hash: hash, isNew: members["password"]?["is_new"] == true)
    }
    let binding = members["binding"]?.string.flatMap { try? Binding($0) }
    guard members["binding"] == nil || binding != nil else { return nil }
    self.init(
      request: SecondFactorRequest(
        id: ChallengeID(bytes: id), user: user, applicationID: application, carrier: carrier, proof: proof,
        identity: ProvenUse(attributes: attributes, evidence: members["evidence"]?.object),
        password: password, methods: methods.compactMap(\.string).map(SignInMethodName.init(rawValue:)),
        expiresAt: StoredTime.moment(expiresAt)),
      binding: binding)
  }
}
