package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSecondFactors
import DoorwardServerRules
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
  ///   - application: the application that the user signs in to.
  ///   - binding: the client that must prove the second factor; nil if the first factor has no binding.
  /// - Returns: the problem.
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func problem(
    _ pending: SecondFactorRequest, _ application: Application, binding: Binding?
  ) throws -> Problem {
    var members: JSONObject = [
      ChallengeMembers.challengeID: .string(try sealed(Pending(request: pending, binding: binding))),
      SecondFactorMembers.methods: .strings(pending.methods.map(\.rawValue)),
      ChallengeMembers.expiresAt: .time(pending.expiresAt),
    ]
    if !pending.enrollmentMethods.isEmpty {
      members[SecondFactorMembers.enrollmentMethods] = .strings(pending.enrollmentMethods.map(\.rawValue))
    }
    members.set(pending.options)
    return .secondFactorRequired(members, isEnrollment: pending.needsEnrollment)
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

    /// The same sign-in with a secret that the server has made.
    package func replacing(_ request: SecondFactorRequest) -> Pending {
      Pending(request: request, binding: binding)
    }
  }

  /// The text of a waiting sign-in, for the client.
  ///
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func sealed(_ pending: Pending) throws -> String {
    let request = pending.request
    var object: JSONObject = [
      "id": .string(Base64URL.encode(request.id.bytes)), "application": .string(request.applicationID),
      "carrier": .string(request.carrier.rawValue), "methods": .strings(request.methods.map(\.rawValue)),
      "enrollment_methods": .strings(request.enrollmentMethods.map(\.rawValue)),
      "expires_at": .integer(try StoredTime.milliseconds(request.expiresAt)),
      "first": try request.first.json, "secret": try request.secret?.json ?? .null,
    ]
    object["binding"] = (pending.binding?.value).map(JSONValue.string)
    object["change"] = request.change?.json
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }
}

extension SecondFactorAnswers.Pending {
  fileprivate init?(_ members: JSONValue) {
    guard let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }),
      id.count == ChallengeID.length, let application = members["application"]?.string,
      let carrier = members["carrier"]?.string.flatMap(Session.Carrier.init(rawValue:)),
      let first = members["first"].flatMap({ FirstFactor($0) }),
      let methods = members["methods"]?.methodNames,
      let enrollmentMethods = members["enrollment_methods"]?.methodNames,
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    let binding = members["binding"]?.string.flatMap { try? Binding($0) }
    guard members["binding"] == nil || binding != nil else { return nil }
    let change = members["change"].flatMap { PendingChange($0) }
    guard members["change"] == nil || change != nil else { return nil }
    self.init(
      request: SecondFactorRequest(
        id: ChallengeID(bytes: id), first: first, applicationID: application, carrier: carrier,
        methods: methods, enrollmentMethods: enrollmentMethods, change: change,
        expiresAt: StoredTime.moment(expiresAt),
        secret: members["secret"].flatMap { SecondFactorRequest.Secret($0) }),
      binding: binding)
  }
}

extension FirstFactor {
  fileprivate var json: JSONValue {
    get throws {
      switch self {
      case .signUp(let proof): ["sign_up": try proof.json]
      case .user(let user, let proof, let use):
        [
          "user": .string(user.text), "proof": .object(try proof.json()),
          "attributes": .object(use.attributes), "evidence": use.evidence.map(JSONValue.object) ?? .null,
        ]
      }
    }
  }

  fileprivate init?(_ members: JSONValue) {
    if let signUp = members["sign_up"] {
      guard let proof = SignUpProof(signUp) else { return nil }
      self = .signUp(proof)
      return
    }
    guard let user = members["user"]?.string.flatMap({ User.ID($0) }),
      let proof = members["proof"].flatMap({ SessionProof($0) }),
      let attributes = members["attributes"]?.object
    else { return nil }
    self = .user(user, proof, ProvenUse(attributes: attributes, evidence: members["evidence"]?.object))
  }
}

extension SecondFactorRequest.Secret {
  fileprivate var json: JSONValue {
    get throws {
      switch self {
      case .authenticator(let secret): ["authenticator": .string(Base64URL.encode(secret.bytes))]
      case .user(let user): ["user": .string(user.text)]
      case .code(let code, let channel, let expiresAt):
        [
          "code": .string(code.text), "channel": .string(channel.rawValue),
          "expires_at": .integer(try StoredTime.milliseconds(expiresAt)),
        ]
      }
    }
  }

  fileprivate init?(_ members: JSONValue) {
    if let secret = members["authenticator"]?.string {
      guard let secret = try? AuthenticatorSecret(Base64URL.decode(secret)) else { return nil }
      self = .authenticator(secret)
      return
    }
    if let user = members["user"]?.string.flatMap({ User.ID($0) }) {
      self = .user(user)
      return
    }
    guard let code = members["code"]?.string.flatMap({ OneTimeCode(typed: $0) }),
      let channel = members["channel"]?.string.flatMap(DeliveryChannel.init(rawValue:)),
      let expiresAt = members["expires_at"]?.int64
    else { return nil }
    self = .code(code, channel, expiresAt: StoredTime.moment(expiresAt))
  }
}

extension JSONValue {
  fileprivate var methodNames: [SignInMethodName]? {
    array?.compactMap(\.string).map(SignInMethodName.init(rawValue:))
  }
}
