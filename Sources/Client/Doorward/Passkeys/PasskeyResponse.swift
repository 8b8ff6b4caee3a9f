internal import DoorwardWire
internal import Encodings

/// The JSON forms of responses (WebAuthn L3 §5.1).
package enum PasskeyResponse {
  /// `RegistrationResponseJSON`.
  package static func registration(
    id: [UInt8], clientData: [UInt8], attestationObject: [UInt8], transports: [String]
  ) -> DoorwardJSON {
    form(
      id,
      [
        "clientDataJSON": text(clientData), "attestationObject": text(attestationObject),
        "transports": .array(transports.map(JSONValue.string)),
      ])
  }

  /// `AuthenticationResponseJSON`.
  package static func authentication(
    id: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
  ) -> DoorwardJSON {
    var response: JSONObject = [
      "clientDataJSON": text(clientData), "authenticatorData": text(authenticatorData),
      "signature": text(signature),
    ]
    response["userHandle"] = userHandle.map(text)
    return form(id, response)
  }

  /// The members of a response that the standard defines. Other members are not sent to the server.
  static func members(_ response: DoorwardJSON) -> JSONObject {
    var members: JSONObject = [:]
    for name in PasskeyMembers.all { members[name] = response.object[name] }
    return members
  }

  private static func form(_ id: [UInt8], _ response: JSONObject) -> DoorwardJSON {
    DoorwardJSON([
      PasskeyMembers.id: text(id), PasskeyMembers.rawID: text(id), PasskeyMembers.type: "public-key",
      PasskeyMembers.response: .object(response), PasskeyMembers.extensionResults: [:],
    ])
  }

  private static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
