internal import Encodings

/// What a wallet's signature is for. The text that the wallet shows says it, and the signature is good for that alone.
public enum ProofPurpose: String, Sendable {
  case signIn = "sign_in"
  /// Adds the wallet to the signed-in account.
  case link
  /// Adds the wallet to the signed-in account, and takes it from another account if it belongs to one. That account's
  /// sessions end; if it is left without a way in, it is deleted. Ask the user first: see ``IdentityInUse``.
  case move
}

extension SessionEngine {
  /// Asks for a challenge. A challenge to link or move with is for the signed-in user.
  func challenge(
    _ path: String, _ request: JSONObject, for purpose: ProofPurpose
  ) async throws(DoorwardError) -> JSONValue {
    var request = request
    request["purpose"] = .string(purpose.rawValue)
    if purpose != .signIn { return try await accountCall("POST", path, request).answer }
    return try await api.call("POST", path, request)
  }
}
