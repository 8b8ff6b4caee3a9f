import CDoorwardFIDO2

/// A status of libfido2 or of a security key (CTAP 2.1 §6.3) that is not success.
package struct FIDO2Error: Error, Hashable {
  package let status: Int32

  package init(status: Int32) { self.status = status }

  /// Refuses a status that is not success.
  static func check(_ status: Int32) throws(FIDO2Error) {
    guard status == FIDO_OK else { throw FIDO2Error(status: status) }
  }
}
