internal import DoorwardWire
internal import Encodings

/// A ceremony that the server has started: the options for an authenticator, and the members that only this client adds
/// to the response.
struct PasskeyCeremony: Sendable {
  /// The options of the standard.
  let options: DoorwardJSON
  let relyingPartyID: String
  /// The time limit for the user.
  let timeout: Duration
  let challengeID: String
  /// nil if the first factor of a sign-in had no challenge.
  private let secret: String?

  /// Reads the answer with the options.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(_ answer: JSONValue, secret: String?) throws(DoorwardError) {
    let options = PasskeyOptions(contract: answer.object ?? [:])
    guard let challengeID = answer[ChallengeMembers.challengeID]?.string, let id = options.relyingPartyID
    else { throw .malformedAnswer("it has no options", status: nil) }
    self.options = options.json
    relyingPartyID = id
    timeout = options.timeout
    self.challengeID = challengeID
    self.secret = secret
  }

  /// The body of the request that answers.
  func proof(_ response: DoorwardJSON, isConditional: Bool = false) -> JSONObject {
    var body = PasskeyResponse.members(response)
    body[ProofMembers.challengeID] = .string(challengeID)
    body[ProofMembers.bindingSecret] = secret.map(JSONValue.string)
    if isConditional { body[PasskeyMembers.conditional] = true }
    return body
  }
}

// Not inlined, because each waits by a task of its own.
extension PasskeyAuthenticator {
  /// Makes a passkey. Waits at most as long as the caller does.
  @inline(never) func registration(_ creation: PasskeyCreation) async throws(DoorwardError)
    -> PasskeyRegistration
  {
    try await DoorwardError.typed { try await withTimeout { try await create(creation) } }
  }

  /// Proves the possession of a passkey. Waits at most as long as the caller does.
  @inline(never) func response(_ request: PasskeyRequest) async throws(DoorwardError) -> DoorwardJSON {
    try await DoorwardError.typed { try await withTimeout { try await get(request) } }
  }
}
