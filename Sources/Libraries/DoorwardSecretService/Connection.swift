#if os(Linux)
  /// A connection to the Secret Service, with a session that encrypts secrets on the bus.
  final class Connection {
    let pointer: SecretFunctions.Object
    private let functions: SecretFunctions

    init(_ functions: SecretFunctions) throws(SecretServiceError) {
      var error: UnsafeMutableRawPointer?
      let opened = functions.openService(
        functions.serviceType(), nil, SecretFunctions.openSession, nil, &error)
      guard let opened else {
        guard let error else {
          throw SecretServiceError(code: .unavailable, reason: "The Secret Service does not answer.")
        }
        throw functions.failure("The Secret Service does not answer", taking: error)
      }
      pointer = opened
      self.functions = functions
    }

    deinit { functions.release(pointer) }

    /// Checks that the keyring for new secrets exists and is unlocked.
    ///
    /// - Throws: ``SecretServiceError``: `locked`; `unavailable` if there is no default keyring.
    func checkDefaultKeyring() throws(SecretServiceError) {
      var error: UnsafeMutableRawPointer?
      let keyring = functions.keyring(
        pointer, SecretFunctions.defaultKeyring, SecretFunctions.noItems, nil, &error)
      if let error { throw functions.failure("The default keyring could not be opened", taking: error) }
      guard let keyring else {
        throw SecretServiceError(
          code: .unavailable,
          reason: "There is no default keyring. Create one in the password settings of your desktop.")
      }
      defer { functions.release(keyring) }
      guard functions.isKeyringLocked(keyring) == 0 else { throw SecretServiceError.keyringLocked }
    }
  }

  extension SecretServiceError {
    static let keyringLocked = SecretServiceError(
      code: .locked, reason: "The keyring is locked. Unlock it and try again.")
  }

  extension SecretFunctions {
    /// Creates an error from a `GError`, and frees the `GError`.
    func failure(_ summary: String, taking error: UnsafeMutableRawPointer) -> SecretServiceError {
      defer { freeError(error) }
      // struct GError { GQuark domain; gint code; gchar *message; }
      let domain = error.load(as: UInt32.self)
      let code = error.load(fromByteOffset: 4, as: Int32.self)
      let message = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
      if domain == errorDomain(), code == Self.isLocked { return .keyringLocked }
      let detail = message.map { String(cString: $0) } ?? "no reason was given"
      return SecretServiceError(code: .unavailable, reason: "\(summary): \(detail).")
    }

    /// The objects of a `GList`. The caller owns them; the list is freed.
    func objects(taking list: UnsafeMutableRawPointer?) -> [Object] {
      defer { freeList(list) }
      var found: [Object] = []
      var link = list
      // struct GList { gpointer data; GList *next; GList *prev; }
      while let present = link {
        if let object = present.load(as: Object?.self) { found.append(object) }
        link = present.load(
          fromByteOffset: MemoryLayout<UnsafeMutableRawPointer>.size, as: UnsafeMutableRawPointer?.self)
      }
      return found
    }
  }
#endif
