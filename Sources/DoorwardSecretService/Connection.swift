#if os(Linux)
  /// A connection to the service, with a session in which secrets cross the bus encrypted.
  final class Connection {
    let pointer: SecretFunctions.Object
    private let functions: SecretFunctions

    init(_ functions: SecretFunctions) throws(SecretServiceError) {
      var error: UnsafeMutableRawPointer?
      let opened = functions.openService(
        functions.serviceType(), nil, SecretFunctions.openSession, nil, &error)
      guard let opened else {
        guard let error else {
          throw SecretServiceError(code: .unavailable, reason: "No Secret Service answers.")
        }
        throw functions.failure("No Secret Service answers", taking: error)
      }
      pointer = opened
      self.functions = functions
    }

    deinit { functions.release(pointer) }

    /// The keyring that new secrets go to.
    ///
    /// - Throws: ``SecretServiceError`` `locked`; `unavailable` where there is none.
    func checkDefaultKeyring() throws(SecretServiceError) {
      var error: UnsafeMutableRawPointer?
      let keyring = functions.keyring(
        pointer, SecretFunctions.defaultKeyring, SecretFunctions.noItems, nil, &error)
      if let error { throw functions.failure("The default keyring cannot be opened", taking: error) }
      guard let keyring else {
        throw SecretServiceError(
          code: .unavailable,
          reason: "There is no default keyring. Make one in your desktop's password settings.")
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
    /// What the library says of itself, and frees what it said it in.
    func failure(_ what: String, taking error: UnsafeMutableRawPointer) -> SecretServiceError {
      defer { freeError(error) }
      // struct GError { GQuark domain; gint code; gchar *message; }
      let domain = error.load(as: UInt32.self)
      let code = error.load(fromByteOffset: 4, as: Int32.self)
      let message = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
      if domain == errorDomain(), code == Self.isLocked { return .keyringLocked }
      let said = message.map { String(cString: $0) } ?? "no reason given"
      return SecretServiceError(code: .unavailable, reason: "\(what): \(said).")
    }

    /// The objects of a `GList`, which are the caller's then; the list is freed.
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
