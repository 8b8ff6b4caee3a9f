internal import DoorwardCiphers
internal import DoorwardOpenSSL
internal import WebAuthn

extension CertificateTrust {
  convenience init(certificates: [[UInt8]]) throws(WebAuthnError) {
    var anchors: [X509Certificate] = []
    for der in certificates {
      anchors.append(try library { () throws(OpenSSLError) in try X509Certificate(der: der) })
    }
    do { try self.init(anchors) } catch {
      throw WebAuthnError(code: .libraryFailure, reason: error.reason)
    }
  }
}
