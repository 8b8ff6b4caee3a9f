#if os(Linux)
  #if canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif

  /// The functions of libsecret, and of GLib, that this module calls.
  ///
  /// Objects are opaque pointers. The function types are those of libsecret 0.18 (2014), with which every later
  /// `libsecret-1.so.0` is compatible: https://gnome.pages.gitlab.gnome.org/libsecret/
  struct SecretFunctions {
    typealias Object = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    /// `GError **`
    typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    // `SECRET_SERVICE_OPEN_SESSION`, `SECRET_SEARCH_LOAD_SECRETS`, `SECRET_COLLECTION_NONE`
    static let openSession: UInt32 = 2
    static let loadSecrets: UInt32 = 8
    static let noItems: UInt32 = 0
    // `SECRET_ERROR_IS_LOCKED`
    static let isLocked: Int32 = 2
    // `SECRET_COLLECTION_DEFAULT`
    static let defaultKeyring = "default"

    let serviceType: @convention(c) () -> UInt
    let openService: @convention(c) (UInt, Text?, UInt32, Object?, Failure) -> Object?
    /// Returns a `GList` of items.
    let search: @convention(c) (Object, Object?, Object, UInt32, Object?, Failure) -> UnsafeMutableRawPointer?
    let store: @convention(c) (Object, Object?, Object, Text, Text, Object, Object?, Failure) -> Int32
    let clear: @convention(c) (Object, Object?, Object, Object?, Failure) -> Int32
    let keyring: @convention(c) (Object, Text, UInt32, Object?, Failure) -> Object?
    let isKeyringLocked: @convention(c) (Object) -> Int32
    let isItemLocked: @convention(c) (Object) -> Int32
    let itemSecret: @convention(c) (Object) -> Object?
    let makeValue: @convention(c) (UnsafePointer<CChar>?, Int, Text) -> Object?
    let valueBytes: @convention(c) (Object, UnsafeMutablePointer<UInt>) -> UnsafePointer<CChar>?
    let releaseValue: @convention(c) (Object) -> Void
    let errorDomain: @convention(c) () -> UInt32

    let release: @convention(c) (Object) -> Void
    let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void
    let freeList: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let makeTable:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
      ) -> Object
    let insert: @convention(c) (Object, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    let releaseTable: @convention(c) (Object) -> Void
    let copyText: @convention(c) (Text) -> UnsafeMutableRawPointer?
    // Arguments for a hash table of strings.
    let hashText: UnsafeMutableRawPointer
    let compareTexts: UnsafeMutableRawPointer
    let freeText: UnsafeMutableRawPointer

    init(_ library: SharedLibrary) throws(SecretServiceError) {
      func find<Function>(_ name: String) throws(SecretServiceError) -> Function {
        try library.function(name, as: Function.self)
      }
      serviceType = try find("secret_service_get_type")
      openService = try find("secret_service_open_sync")
      search = try find("secret_service_search_sync")
      store = try find("secret_service_store_sync")
      clear = try find("secret_service_clear_sync")
      keyring = try find("secret_collection_for_alias_sync")
      isKeyringLocked = try find("secret_collection_get_locked")
      isItemLocked = try find("secret_item_get_locked")
      itemSecret = try find("secret_item_get_secret")
      makeValue = try find("secret_value_new")
      valueBytes = try find("secret_value_get")
      releaseValue = try find("secret_value_unref")
      errorDomain = try find("secret_error_get_quark")
      release = try find("g_object_unref")
      freeError = try find("g_error_free")
      freeList = try find("g_list_free")
      makeTable = try find("g_hash_table_new_full")
      insert = try find("g_hash_table_insert")
      releaseTable = try find("g_hash_table_unref")
      copyText = try find("g_strdup")
      hashText = try find("g_str_hash")
      compareTexts = try find("g_str_equal")
      freeText = try find("g_free")
    }
  }

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
