internal import DoorwardWire
internal import Encodings

extension SessionEngine {
  /// Asks for a challenge. A challenge to link or move with is for the signed-in user.
  func challenge(
    _ path: String, _ request: JSONObject, for purpose: ProofPurpose
  ) async throws(DoorwardError) -> JSONValue {
    var request = request
    request[ChallengeMembers.purpose] = .string(purpose.rawValue)
    if purpose != .signIn { return try await accountCall("POST", path, request).answer }
    return try await api.call("POST", path, request)
  }
}
