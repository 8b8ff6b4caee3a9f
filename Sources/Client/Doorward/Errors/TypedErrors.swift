extension DoorwardError {
  /// Converts any error to a ``DoorwardError``. Errors of the SDK are returned unchanged. Every other error is from the
  /// app's own code.
  init(any error: any Error) {
    switch error {
    case let error as DoorwardError: self = error
    case let error as StorageError: self = .storage(error)
    case let error as PasskeyFailure: self.init(error)
    case is CancellationError: self = .cancelled
    default:
      self.init(
        code: .callbackFailed, reason: "A wallet or a closure of the app failed.", underlyingError: error)
    }
  }

  /// Runs work and gives its errors the type of the SDK's errors.
  ///
  /// `isolation` is the actor of the caller, on which the work runs.
  ///
  /// - Returns: The result of the work.
  /// - Throws: ``DoorwardError``.
  static func typed<Result>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
  ) async throws(DoorwardError) -> Result {
    do { return try await work() } catch { throw DoorwardError(any: error) }
  }
}
