package import Encodings

/// The codes of a device that signs in on another one (RFC 8628 §3.2).
package struct WireDeviceAuthorization: Sendable {
  package let deviceCode: String
  package let userCode: String
  package let verificationURI: String
  package let completeVerificationURI: String?
  package let expiresIn: Int64
  /// The least seconds between two questions of the device; nil if the answer does not say.
  package let interval: Int64?

  package init(
    deviceCode: String, userCode: String, verificationURI: String, completeVerificationURI: String?,
    expiresIn: Int64, interval: Int64?
  ) {
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.verificationURI = verificationURI
    self.completeVerificationURI = completeVerificationURI
    self.expiresIn = expiresIn
    self.interval = interval
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let deviceCode = value[Members.deviceCode]?.string, let userCode = value[Members.userCode]?.string,
      let verificationURI = value[Members.verificationURI]?.string,
      let expiresIn = value[Members.expiresIn]?.int64
    else { return nil }
    self.init(
      deviceCode: deviceCode, userCode: userCode, verificationURI: verificationURI,
      completeVerificationURI: value[Members.completeVerificationURI]?.string, expiresIn: expiresIn,
      interval: value[Members.interval]?.int64)
  }

  package var json: JSONObject {
    var object: JSONObject = [
      Members.deviceCode: .string(deviceCode), Members.userCode: .string(userCode),
      Members.verificationURI: .string(verificationURI),
    ]
    if let completeVerificationURI {
      object[Members.completeVerificationURI] = .string(completeVerificationURI)
    }
    object[Members.expiresIn] = .integer(expiresIn)
    if let interval { object[Members.interval] = .integer(interval) }
    return object
  }

  package enum Members {
    package static var deviceCode: String { "device_code" }
    package static var userCode: String { "user_code" }
    package static var verificationURI: String { "verification_uri" }
    package static var completeVerificationURI: String { "verification_uri_complete" }
    package static var expiresIn: String { "expires_in" }
    package static var interval: String { "interval" }
  }
}
