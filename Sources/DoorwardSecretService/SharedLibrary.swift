#if os(Linux)
  #if canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif

  /// A shared library that is looked for when it is needed, and not when the program starts.
  struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads it, or finds it loaded.
    init(_ name: String) throws(SecretServiceError) {
      // Never unloaded: GLib's types cannot be registered twice.
      guard let handle = dlopen(name, RTLD_NOW | RTLD_NODELETE) else {
        let said = dlerror().map { String(cString: $0) } ?? name
        throw SecretServiceError(
          code: .unavailable,
          reason:
            "libsecret, by which keyrings are reached, cannot be loaded (\(said)). Install libsecret-1-0.")
      }
      self.handle = handle
    }

    /// A function of it, or of a library that it needs; its type is what the library's header says.
    func function<Function>(_ name: String, as type: Function.Type) throws(SecretServiceError) -> Function {
      guard let address = dlsym(handle, name) else {
        throw SecretServiceError(
          code: .unavailable,
          reason: "libsecret, by which keyrings are reached, has no \(name). Install a later libsecret-1-0.")
      }
      // Sound where the type is what the library's header says: an address of C's is its function.
      return unsafeBitCast(address, to: type)
    }
  }
#endif
