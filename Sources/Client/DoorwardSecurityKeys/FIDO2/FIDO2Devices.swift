package import CDoorwardFIDO2

/// The connected security keys.
package struct FIDO2Devices: Sendable {
  /// A connected security key.
  package struct Info: Sendable, Hashable {
    /// The path of the device.
    package let path: String
    /// The name for the user, by its manufacturer.
    package let name: String

    package init(path: String, name: String) {
      self.path = path
      self.name = name
    }
  }

  /// The most devices that are looked at.
  private static let limit = 16

  private let infos: @Sendable () throws(FIDO2Error) -> [Info]
  /// The functions that reach a device; nil for those of libfido2.
  private let io: fido_dev_io_t?

  /// Makes a list of devices that are reached by other functions than libfido2's own, for tests.
  package init(_ infos: [Info], io: fido_dev_io_t) {
    self.infos = { () throws(FIDO2Error) in infos }
    self.io = io
  }

  /// The devices of this system.
  package static let system = FIDO2Devices()

  private init() {
    infos = { () throws(FIDO2Error) in try Self.connected() }
    io = nil
  }

  /// The security keys that are connected now.
  ///
  /// - Throws: ``FIDO2Error``.
  package func list() throws(FIDO2Error) -> [Info] { try infos() }

  /// Opens a security key.
  ///
  /// - Throws: ``FIDO2Error``.
  func open(_ info: Info) throws(FIDO2Error) -> FIDO2Device { try FIDO2Device(info, io) }

  private static func connected() throws(FIDO2Error) -> [Info] {
    FIDO2Library.start()
    guard let list = fido_dev_info_new(limit) else { throw FIDO2Error(status: FIDO_ERR_INTERNAL) }
    var owned: OpaquePointer? = list
    defer { fido_dev_info_free(&owned, limit) }
    var found = 0
    try FIDO2Error.check(fido_dev_info_manifest(list, limit, &found))
    return (0..<min(found, limit)).compactMap { index in
      guard let info = fido_dev_info_ptr(list, index), let path = fido_dev_info_path(info) else { return nil }
      let parts = [fido_dev_info_manufacturer_string(info), fido_dev_info_product_string(info)]
      let name = parts.compactMap { $0.map { String(cString: $0) } }.filter { !$0.isEmpty }
      return Info(path: String(cString: path), name: name.joined(separator: " "))
    }
  }
}

/// The library itself.
enum FIDO2Library {
  /// Prepares the library, once. Keys of the older standard U2F store no passkeys.
  static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    fido_init(FIDO_DISABLE_U2F_FALLBACK)
    return true
  }()
}
