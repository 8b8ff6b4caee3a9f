internal import CSecret

/// The keyring of the person who is logged in, over the Secret Service API of freedesktop.org.
///
/// Each call blocks, and opens a connection of its own to the session bus. Nobody is asked to unlock anything.
public struct SecretService {
  private static let bytes = "application/octet-stream"

  /// Names the service; nothing is connected to yet.
  public init() {}

  /// The secret that was kept under an identifier; nil when there is none.
  ///
  /// - Throws: ``SecretServiceError`` `locked` when it is there and the keyring is locked.
  public func secret(_ id: String) throws(SecretServiceError) -> [UInt8]? {
    let service = try Connection()
    let attributes = doorward_secret_attributes(id)
    defer { g_hash_table_unref(attributes) }
    var error: UnsafeMutablePointer<GError>?
    let found = secret_service_search_sync(
      service.pointer, doorward_secret_schema(), attributes, SECRET_SEARCH_LOAD_SECRETS, nil, &error)
    if let error { throw Self.failure("The key cannot be looked for", taking: error) }
    defer { g_list_free_full(found) { g_object_unref($0) } }
    guard let item = found?.pointee.data?.assumingMemoryBound(to: SecretItem.self) else { return nil }
    guard secret_item_get_locked(item) == 0 else { throw Self.locked }
    guard let value = secret_item_get_secret(item) else {
      throw SecretServiceError(code: .unavailable, reason: "The keyring has the key and does not give it.")
    }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    var length: gsize = 0
    guard let start = secret_value_get(value, &length) else { return [] }
    return UnsafeRawBufferPointer(start: start, count: Int(length)).map { $0 }
  }

  /// Keeps a secret in the default keyring.
  ///
  /// - Parameters:
  ///   - secret: the bytes.
  ///   - id: what it is found by; what was kept under it is replaced.
  ///   - label: what a person sees of it in their list of passwords.
  /// - Throws: ``SecretServiceError`` `locked`; `unavailable` also where there is no default keyring.
  public func keep(_ secret: [UInt8], as id: String, label: String) throws(SecretServiceError) {
    let service = try Connection()
    var error: UnsafeMutablePointer<GError>?
    let keyring = secret_collection_for_alias_sync(
      service.pointer, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, nil, &error)
    if let error { throw Self.failure("The default keyring cannot be opened", taking: error) }
    guard let keyring else {
      throw SecretServiceError(
        code: .unavailable,
        reason: "There is no default keyring. Make one in your desktop's password settings.")
    }
    defer { g_object_unref(keyring) }
    guard secret_collection_get_locked(keyring) == 0 else { throw Self.locked }
    let value = secret.withUnsafeBytes {
      secret_value_new($0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), Self.bytes)
    }
    guard let value else {
      throw SecretServiceError(code: .unavailable, reason: "There is no memory for the key.")
    }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    let attributes = doorward_secret_attributes(id)
    defer { g_hash_table_unref(attributes) }
    secret_service_store_sync(
      service.pointer, doorward_secret_schema(), attributes, SECRET_COLLECTION_DEFAULT, label, value, nil,
      &error)
    if let error { throw Self.failure("The key cannot be kept", taking: error) }
  }

  /// Forgets what was kept under an identifier; nothing happens when there is none.
  ///
  /// - Throws: ``SecretServiceError``.
  public func forget(_ id: String) throws(SecretServiceError) {
    let service = try Connection()
    let attributes = doorward_secret_attributes(id)
    defer { g_hash_table_unref(attributes) }
    var error: UnsafeMutablePointer<GError>?
    secret_service_clear_sync(service.pointer, doorward_secret_schema(), attributes, nil, &error)
    if let error { throw Self.failure("The key cannot be forgotten", taking: error) }
  }

  static let locked = SecretServiceError(
    code: .locked, reason: "The keyring is locked. Unlock it and try again.")

  /// What the library says of itself, and frees what it said it in.
  static func failure(_ what: String, taking error: UnsafeMutablePointer<GError>) -> SecretServiceError {
    defer { g_error_free(error) }
    if error.pointee.domain == secret_error_get_quark(), error.pointee.code == SECRET_ERROR_IS_LOCKED.rawValue
    {
      return locked
    }
    let said = error.pointee.message.map { String(cString: $0) } ?? "no reason given"
    return SecretServiceError(code: .unavailable, reason: "\(what): \(said).")
  }
}
