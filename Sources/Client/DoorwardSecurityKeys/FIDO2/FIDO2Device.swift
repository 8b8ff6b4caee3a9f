import CDoorwardFIDO2
import Foundation

/// An open security key. Its calls block the thread; one thread at a time makes them. Any thread may cancel.
// Sound: `device` is freed under the lock, which `cancel` takes as well.
final class FIDO2Device: @unchecked Sendable {
  let name: String
  private let lock = NSLock()
  private var device: OpaquePointer?

  /// Opens a device.
  ///
  /// - Throws: ``FIDO2Error``.
  init(_ info: FIDO2Devices.Info, _ io: fido_dev_io_t?) throws(FIDO2Error) {
    FIDO2Library.start()
    name = info.name
    guard let device = fido_dev_new() else { throw FIDO2Error(status: FIDO_ERR_INTERNAL) }
    self.device = device
    if var io { try FIDO2Error.check(fido_dev_set_io_functions(device, &io)) }
    try FIDO2Error.check(fido_dev_open(device, info.path))
  }

  deinit { close() }

  /// Closes the device. Later calls fail.
  func close() {
    lock.withLock {
      if let device { fido_dev_close(device) }
      fido_dev_free(&device)
    }
  }

  /// Ends the call that waits for the user.
  func cancel() { lock.withLock { if let device { fido_dev_cancel(device) } } }

  private var open: OpaquePointer {
    get throws(FIDO2Error) {
      guard let device = lock.withLock({ device }) else { throw FIDO2Error(status: FIDO_ERR_INTERNAL) }
      return device
    }
  }

  // MARK: What the key can do

  /// Whether the key supports FIDO2, and so stores passkeys.
  var storesPasskeys: Bool { get throws(FIDO2Error) { fido_dev_is_fido2(try open) } }
  /// Whether a PIN is set.
  var hasPIN: Bool { get throws(FIDO2Error) { fido_dev_has_pin(try open) } }
  /// Whether the key itself verifies the user, such as by a fingerprint.
  var verifiesUser: Bool { get throws(FIDO2Error) { fido_dev_has_uv(try open) } }

  /// The number of wrong PINs that the key still accepts; nil if the key does not report it.
  var pinRetries: Int? {
    var count: Int32 = 0
    guard let device = try? open, fido_dev_get_retry_count(device, &count) == FIDO_OK else { return nil }
    return Int(count)
  }

  // MARK: Calls that wait for the user

  /// Makes a credential.
  ///
  /// - Throws: ``FIDO2Error``.
  func make(_ credential: FIDO2Credential, pin: String?) throws(FIDO2Error) {
    try FIDO2Error.check(fido_dev_make_cred(open, credential.pointer, pin))
  }

  /// Signs with the credentials of a relying party.
  ///
  /// - Throws: ``FIDO2Error``.
  func sign(_ assertion: FIDO2Assertion, pin: String?) throws(FIDO2Error) {
    try FIDO2Error.check(fido_dev_get_assert(open, assertion.pointer, pin))
  }
}

/// A status of libfido2 or of a security key (CTAP 2.1 §6.3) that is not success.
package struct FIDO2Error: Error, Hashable {
  package let status: Int32

  package init(status: Int32) { self.status = status }

  /// Refuses a status that is not success.
  static func check(_ status: Int32) throws(FIDO2Error) {
    guard status == FIDO_OK else { throw FIDO2Error(status: status) }
  }
}
