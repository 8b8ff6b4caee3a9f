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
  /// - Throws: ``StoreError`` if a moment is out of range; the errors of the cipher.
  package func problem(_ pending: SecondFactorRequest) throws -> Problem {
    var problem = Problem(
      status: 401, code: WireCode.secondFactorRequired,
      detail: "This account has a second factor. Prove it to finish the sign-in.",
      fields: ["WWW-Authenticate": "Doorward"])
    problem.members = [
      Problem.Member(
        "second_factor",
        [
          "challenge_id": .string(try sealed(pending)), "methods": .strings(pending.methods.map(\.rawValue)),
          "expires_at": .time(pending.expiresAt),
        ])
    ]
    return problem
  }

  private func sealed(_ pending: SecondFactorRequest) throws -> String {
    let object: JSONObject = [
      "id": .string(Base64URL.encode(pending.id.bytes)), "user": .string(pending.user.text),
      "application": .string(pending.applicationID), "carrier": .string(pending.carrier.rawValue),
      "proof": .object(try pending.proof.json()),
      "expires_at": .integer(try StoredTime.milliseconds(pending.expiresAt)),
    ]
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }
}
