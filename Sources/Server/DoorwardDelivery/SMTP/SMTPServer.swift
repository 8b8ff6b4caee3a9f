/// A mail server that accepts messages for delivery, and the way to reach it.
package struct SMTPServer: Sendable {
  /// The protection of the connection.
  package enum Security: String, Sendable, CaseIterable {
    /// The connection begins without TLS and must change to TLS before anything is sent (RFC 3207). Usually port 587.
    case startTLS = "starttls"
    /// TLS from the first byte (RFC 8314 §3.3). Usually port 465.
    case tls
    /// No TLS. The server must have a loopback address.
    case none
  }

  /// A user name and a password.
  package struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    package let user: String
    package let password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }

    /// Hides both.
    package var description: String { "Credentials" }
    package var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// A host name or an IP address. The certificate of the server must be valid for it.
  package var host: String
  package var port: UInt16
  package var security: Security
  /// Nil if the server needs none.
  package var credentials: Credentials?
  /// The name of this machine in EHLO; nil for the name of the system.
  package var clientName: String?
  /// A PEM file of certificate authorities that replaces the system's.
  package var certificateAuthorities: String?
  /// Whether the server may have an address that is not on the public internet.
  package var allowsPrivateAddresses = true
  /// The time limit of a connection, including name lookup and TLS.
  package var connectTimeout: Duration = .seconds(10)
  /// The time limit of the delivery of a message. libcurl may wait once more for the answer to QUIT.
  package var timeout: Duration = .seconds(30)

  package init(
    host: String, port: UInt16, security: Security = .startTLS, credentials: Credentials? = nil
  ) {
    self.host = host
    self.port = port
    self.security = security
    self.credentials = credentials
  }
}
