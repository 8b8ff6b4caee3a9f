internal import CSecret

/// A connection to the service, with a session in which secrets cross the bus encrypted.
final class Connection {
  let pointer: UnsafeMutablePointer<CSecret.SecretService>

  init() throws(SecretServiceError) {
    var error: UnsafeMutablePointer<GError>?
    let opened = secret_service_open_sync(
      secret_service_get_type(), nil, SECRET_SERVICE_OPEN_SESSION, nil, &error)
    guard let opened else {
      guard let error else {
        throw SecretServiceError(code: .unavailable, reason: "No Secret Service answers.")
      }
      throw SecretService.failure("No Secret Service answers", taking: error)
    }
    pointer = opened
  }

  deinit { g_object_unref(pointer) }
}
