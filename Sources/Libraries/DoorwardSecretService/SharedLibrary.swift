#if os(Linux)
  #if canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif

  /// A shared library that is loaded when it is needed instead of at program start.
  struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads the library, or finds it if it is already loaded.
    init(_ name: String) throws(SecretServiceError) {
      // The library is never unloaded, because GLib's types cannot be registered twice.
      guard let handle = dlopen(name, RTLD_NOW | RTLD_NODELETE) else {
        let detail = dlerror().map { String(cString: $0) } ?? name
        throw SecretServiceError(
          code: .unavailable,
          reason:
            "libsecret, which accesses the keyring, could not be loaded (\(detail)). Install libsecret-1-0.")
      }
      self.handle = handle
    }

    /// A function of the library or of one of its dependencies. The type must match the library's header.
    func function<Function>(_ name: String, as type: Function.Type) throws(SecretServiceError) -> Function {
      guard let address = dlsym(handle, name) else {
        throw SecretServiceError(
          code: .unavailable,
          reason:
            "libsecret, which accesses the keyring, lacks the function \(name). Install a newer libsecret-1-0."
        )
      }
      // Sound if the type matches the library's header: the address of a C function is its function pointer.
      return unsafeBitCast(address, to: type)
    }
  }
#endif
