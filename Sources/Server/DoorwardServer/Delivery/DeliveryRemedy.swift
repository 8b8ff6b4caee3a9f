import DoorwardCurl
package import DoorwardStore

/// The settings that the operator corrects so that messages are sent, by the code of the failure.
package enum DeliveryRemedy {
  /// A sentence that names the keys; nil if the failure concerns one message, or passes by itself.
  package static func text(_ channel: DeliveryChannel, _ code: String) -> String? {
    switch channel {
    case .email: SMTPFailure.Code(rawValue: code).flatMap(mail)
    case .sms: sms(code)
    }
  }

  private static func mail(_ code: SMTPFailure.Code) -> String? {
    switch code {
    case .authenticationRefused: "correct mail.user and mail.password"
    case .tlsFailure: "correct mail.security, mail.host or mail.certificate_authorities"
    case .notLoopback: "set mail.security to starttls or tls"
    case .senderRefused: "correct mail.from, or let the mail server accept this sender"
    case .serverRefused:
      "correct mail.helo, mail.user or mail.security, or let the mail server accept this machine"
    case .unreachable, .timedOut, .connectionLost:
      "correct mail.host and mail.port, or the network of this machine"
    case .notSent: "correct mail.from, or the installation of libcurl"
    case .refused, .invalidRecipient, .busy, .cancelled: nil
    }
  }

  private static func sms(_ code: String) -> String? {
    switch code {
    case "authentication_refused": "correct sms.account and sms.token, or sms.secret"
    case "destination_refused": "add the country to sms.countries"
    case "spending_limit": "raise sms.daily_limit, or wait for the next day (UTC)"
    default: nil
    }
  }
}
