extension PasskeyAuthenticator {
  /// Makes a passkey. Waits at most as long as the caller does.
  func registration(_ creation: PasskeyCreation) async throws(DoorwardError) -> PasskeyRegistration {
    try await DoorwardError.typed { try await withTimeout { try await create(creation) } }
  }

  /// Proves the possession of a passkey. Waits at most as long as the caller does.
  func response(_ request: PasskeyRequest) async throws(DoorwardError) -> DoorwardJSON {
    try await DoorwardError.typed { try await withTimeout { try await get(request) } }
  }
}
