/// The members of the ceremonies of passkeys: those of the standard's JSON forms that clients read (WebAuthn L3 §5.1), and
/// those of the contract.
///
/// Schemas: `PasskeyCreationOptions`, `PasskeyRequestOptions`, `PasskeyRegistration`, `PasskeyName`, `PasskeyFactorOptions`,
/// `SecondFactorRequired`.
package enum PasskeyMembers {
  // MARK: Options
  package static var challenge: String { "challenge" }
  package static var timeout: String { "timeout" }
  package static var relyingPartyID: String { "rpId" }
  package static var relyingParty: String { "rp" }
  package static var user: String { "user" }
  package static var id: String { "id" }
  package static var name: String { "name" }
  package static var displayName: String { "displayName" }

  // MARK: Responses
  package static var rawID: String { "rawId" }
  package static var type: String { "type" }
  package static var response: String { "response" }
  package static var attachment: String { "authenticatorAttachment" }
  package static var extensionResults: String { "clientExtensionResults" }
  /// All members of a response.
  package static let all = [id, rawID, type, response, attachment, extensionResults]

  // MARK: The contract
  /// Whether the client made the passkey without asking the user.
  package static var conditional: String { "conditional" }
  /// The method, and in `second_factor` the options of the user's passkeys.
  package static var passkey: String { "passkey" }
}
