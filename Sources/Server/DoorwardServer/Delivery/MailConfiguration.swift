package import DoorwardDelivery
import DoorwardHTTPTypes
package import DoorwardIdentifiers
import DoorwardServerRules
package import DoorwardSessions

/// The mail server and the sender: `mail`.
package struct MailConfiguration: Sendable {
  /// The server, without the password.
  package let server: SMTPServer
  package let from: EmailAddress
  /// The name of the sender; nil for the name of the application.
  package let fromName: String?
  package let replyTo: EmailAddress?

  private let user: String?
  private let password: SecretSource?

  /// Reads the settings; nil after a mistake.
  ///
  /// - Parameters:
  ///   - mail: the reader.
  ///   - publicHost: the host of the server's pages, which greets the mail server if there is no other name.
  init?(_ mail: ConfigurationReader, publicHost: String) {
    var reader = mail
    let name = Self.greeting(&reader) ?? publicHost
    let host = Self.host(&reader)
    let security = Self.security(&reader)
    let port = reader.integer("port", in: 1...65535)
    user = reader.string("user")
    let (value, file) = (reader.string("password"), reader.string("password_file"))
    password = reader.secret("password", value, file: file)
    let from = Self.address("from", of: reader.string("from"), in: reader)
    fromName = reader.string("from_name")
    replyTo = Self.address("reply_to", of: reader.string("reply_to"), in: reader)
    let authorities = reader.string("certificate_authorities")
    let allowsPrivateAddresses = reader.bool("allow_private_addresses") ?? true
    reader.finish()
    reader.require("host", "is required for mail")
    reader.require("from", "is required: the address that mail comes from")
    if user != nil, password == nil { reader.missing("password", "is required with user") }
    if user == nil, password != nil { reader.require("user", "is required with password") }
    guard let host, let from else { return nil }
    self.from = from
    var server = SMTPServer(
      host: host, port: port.map(UInt16.init) ?? security.standardPort, security: security)
    server.certificateAuthorities = authorities
    server.allowsPrivateAddresses = allowsPrivateAddresses
    server.clientName = Self.greetingName(name)
    self.server = server
  }

  /// The sender of mail.
  ///
  /// - Parameters:
  ///   - timeLimit: the time for one connection; nil for the usual one.
  ///   - name: the name of an application, by its id.
  /// - Returns: the sender.
  /// - Throws: ``ConfigurationError`` if the file of the password cannot be read.
  package func sender(
    timeLimit: Duration? = nil, name: @escaping @Sendable (_ applicationID: String) -> String
  ) throws(ConfigurationError) -> MailSender {
    var server = server
    if let user, let password {
      server.credentials = SMTPServer.Credentials(user: user, password: try password.load())
    }
    if let timeLimit {
      server.connectTimeout = timeLimit
      server.timeout = timeLimit
    }
    return MailSender(server, replyTo: replyTo.map { Mailbox($0) }) { [from, fromName] application in
      Mailbox(name: fromName ?? name(application), from)
    }
  }

  private static func host(_ reader: inout ConfigurationReader) -> String? {
    guard let host = reader.string("host") else { return nil }
    if !HostName.isValid(host), IPAddress(host) == nil {
      reader.refuse("host", "must be a host name or an IP address, without scheme and port")
    }
    return host
  }

  private static func greeting(_ reader: inout ConfigurationReader) -> String? {
    guard let name = reader.string("helo") else { return nil }
    if !HostName.isValid(name), IPAddress(name) == nil {
      reader.refuse("helo", "must be a host name or an IP address")
    }
    return name
  }

  /// The name in EHLO: a host name, or an address literal (RFC 5321 §4.1.3).
  private static func greetingName(_ host: String) -> String {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard let address = IPAddress(bare) else { return host }
    return address.family == .v4 ? "[\(address)]" : "[IPv6:\(address)]"
  }

  private static func security(_ reader: inout ConfigurationReader) -> SMTPServer.Security {
    guard let name = reader.string("security") else { return .startTLS }
    if let security = SMTPServer.Security(rawValue: name) { return security }
    let known = SMTPServer.Security.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    reader.refuse("security", "must be one of \(known)")
    return .startTLS
  }

  private static func address(
    _ name: String, of text: String?, in reader: ConfigurationReader
  ) -> EmailAddress? {
    guard let text else { return nil }
    do {
      return try EmailAddress(text)
    } catch {
      reader.refuse(name, "is not an email address: \(error.reason)")
      return nil
    }
  }
}

extension SMTPServer.Security {
  /// The usual port of mail servers with this protection.
  fileprivate var standardPort: UInt16 {
    switch self {
    case .startTLS: 587
    case .tls: 465
    case .none: 25
    }
  }
}
