internal import Encodings

extension SessionEngine {
  /// Asks for a challenge; with `isForUser` for one that the signed-in user answers.
  func challenge(
    _ path: String, _ request: JSONObject, isForUser: Bool
  ) async throws(DoorwardError) -> JSONValue {
    if isForUser { return try await accountCall("POST", path, request).answer }
    // The token of the device is in the storage. Without it, the request counts as one of an unknown device.
    try? await ready()
    return try await api.call("POST", path, request)
  }
}
